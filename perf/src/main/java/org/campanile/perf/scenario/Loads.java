package org.campanile.perf.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.LoadGenerator;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Validations;
import org.campanile.perf.result.LoadResult;

/**
 * Runs the loads of a run one after the other, with the options that apply to all of
 * them. Used by one thread.
 */
final class Loads implements AutoCloseable {

	private final LoadGenerator generator;

	private final RunOptions options;

	Loads(LoadGenerator generator, RunOptions options) {
		this.generator = generator;
		this.options = options;
	}

	/**
	 * Runs a load on a system; if users send codes, waits first for a step whose codes
	 * nobody has sent to it.
	 */
	LoadResult run(RunningSystem system, LoadPlan asked, Path folder, Consumer<LoadGenerator.Progress> progress)
			throws IOException, InterruptedException {
		LoadPlan plan = asked.checkingEvery(options.pace().checkEvery())
			.withConnectionsKept(options.access().connectionsKept());
		if (!system.target().usesCodes()) {
			return generator.run(system.target(), plan, folder, progress);
		}
		system.awaitFreshCodes();
		try {
			return generator.run(system.target(), plan, folder, progress);
		}
		finally {
			system.codesWereSent(Validations.stepsAhead(system.target(), plan));
		}
	}

	@Override
	public void close() throws IOException {
		generator.close();
	}

}
