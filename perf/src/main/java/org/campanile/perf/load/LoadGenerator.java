package org.campanile.perf.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

import org.campanile.perf.result.LoadResult;

/** Puts a load on a target. Used by one thread. */
public interface LoadGenerator extends AutoCloseable {

	/**
	 * Puts the load on, and returns when it is done.
	 * @param folder where its own report is kept; made if absent
	 * @param progress called now and then with the progress
	 * @throws IOException if the load could not be made at all; what a server does wrong
	 * is in the result
	 */
	LoadResult run(Target target, LoadPlan plan, Path folder, Consumer<Progress> progress)
			throws IOException, InterruptedException;

	/** Ends a load that is under way. */
	@Override
	void close();

	/**
	 * How far a load is.
	 *
	 * @param fraction 0 to 1
	 * @param logins done so far
	 * @param failures so far
	 * @param measuring whether the ramp is over, so that what is done now counts;
	 * reported at the moment it begins, so that meters can be read
	 * @param over whether the last answer has come; reported once, at that moment, for
	 * then answers may still have to be checked, and the servers have nothing to do
	 */
	record Progress(double fraction, long logins, long failures, boolean measuring, boolean over) {
	}

}
