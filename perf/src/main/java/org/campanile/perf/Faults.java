package org.campanile.perf;

/** What is wrong with a command line. */
final class Faults {

	private Faults() {
	}

	/**
	 * @throws IllegalArgumentException with the message, unless that holds
	 */
	static void unless(boolean holds, String message) {
		if (!holds) {
			throw new IllegalArgumentException(message);
		}
	}

}
