package org.campanile.perf.scenario;

/** How a run ended. */
public enum Outcome {

	/** Everything was measured. */
	COMPLETE,
	/** Everything was measured, and an answer was about somebody else. */
	WRONG_USER,
	/**
	 * Everything was measured, and an answer was one that no service could have taken or
	 * nobody should have been given, or there was a step without one sound login.
	 */
	UNSOUND,
	/** It was stopped; what was measured is kept. */
	INTERRUPTED

}
