package org.campanile.testkit.servers;

import org.jspecify.annotations.Nullable;

/** Stops what a test has started. */
public final class Stopping {

	private Stopping() {
	}

	/**
	 * Closes all in order, even if some fail to close or were not started.
	 */
	public static void all(@Nullable AutoCloseable... parts) {
		AssertionError failure = new AssertionError("not everything ended");
		for (AutoCloseable part : parts) {
			if (part != null) {
				try {
					part.close();
				}
				catch (Exception ex) {
					failure.addSuppressed(ex);
				}
			}
		}
		if (failure.getSuppressed().length > 0) {
			throw failure;
		}
	}

}
