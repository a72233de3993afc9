package org.campanile.perf.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

import org.campanile.perf.result.LoadResult;

/** Puts a load on a target. Used by one thread. */
public interface LoadGenerator extends AutoCloseable {

	/**
	 * Runs the load, and returns when it is done.
	 * @param folder folder for the generator's own report; created if absent
	 * @param progress called now and then with the progress
	 * @throws IOException if the load could not be run at all; failures of a server are
	 * in the result
	 */
	LoadResult run(Target target, LoadPlan plan, Path folder, Consumer<Progress> progress)
			throws IOException, InterruptedException;

	/** Ends a load that is running. */
	@Override
	void close();

	/**
	 * The progress of a load.
	 *
	 * @param fraction 0 to 1
	 * @param logins the number of logins so far
	 * @param failures the number of failures so far
	 * @param measuring whether the measured time has begun; reported at that moment, so
	 * that meters can be read
	 * @param over whether the last answer has come; reported once, at that moment:
	 * afterwards the servers are idle, while answers may still be checked
	 */
	record Progress(double fraction, long logins, long failures, boolean measuring, boolean over) {
	}

}
