package org.campanile.perf.scenario;

/** How a run ended. */
public enum Outcome {

	/** Everything was measured. */
	COMPLETE,
	/** Everything was measured, and an answer was about somebody else. */
	WRONG_USER,
	/** It was stopped; what was measured is kept. */
	INTERRUPTED

}
