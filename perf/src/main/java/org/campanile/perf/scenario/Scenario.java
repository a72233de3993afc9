package org.campanile.perf.scenario;

import java.io.IOException;
import java.util.List;

/** A measurement with a name. Implementations are thread-safe and hold no state. */
public interface Scenario {

	/** As on the command line. */
	String name();

	/** One sentence for {@code perf --list}. */
	String description();

	/** What differs from the published measurement. */
	List<String> remarks();

	/** Whether it can be put on a server that runs elsewhere. */
	boolean foreign();

	/** Whether it needs the measured time recorded, asked for or not. */
	default boolean recorded() {
		return false;
	}

	/**
	 * What it will warm up and measure with these options, in about this order, so that
	 * the time left can be told.
	 * @throws IllegalArgumentException if the options leave nothing to measure or do not
	 * suit it; the message is for people
	 */
	List<PlannedStep> plan(RunOptions options);

	/** Measures, and hands each step to the run as it is done. */
	void measure(Run run) throws IOException, InterruptedException;

}
