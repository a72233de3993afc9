package org.campanile.perf.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.LoadGenerator;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.result.LoadResult;

/**
 * Runs the loads of a run one after the other, with the options that apply to all of
 * them. Used by one thread.
 */
final class Loads implements AutoCloseable {

	private final LoadGenerator generator;

	private final RunOptions options;

	private final InstantSource clock;

	/** The time at which codes were last sent; each is accepted once. */
	private Instant codesUsed = Instant.EPOCH;

	Loads(LoadGenerator generator, RunOptions options, InstantSource clock) {
		this.generator = generator;
		this.options = options;
		this.clock = clock;
	}

	/**
	 * Runs a load on a system; if users send codes, waits first until those sent before
	 * have expired.
	 */
	LoadResult run(RunningSystem system, LoadPlan asked, Path folder, Consumer<LoadGenerator.Progress> progress)
			throws IOException, InterruptedException {
		LoadPlan plan = asked.checkingEvery(options.pace().checkEvery())
			.withConnectionsKept(options.access().connectionsKept());
		if (!system.target().usesCodes()) {
			return generator.run(system.target(), plan, folder, progress);
		}
		system.awaitFreshCodes(codesUsed);
		try {
			return generator.run(system.target(), plan, folder, progress);
		}
		finally {
			codesWereSent();
		}
	}

	/** Records that codes were sent until now. */
	void codesWereSent() {
		codesUsed = clock.instant();
	}

	@Override
	public void close() throws IOException {
		generator.close();
	}

}
