package org.campanile.testkit.servers;

import org.jspecify.annotations.Nullable;

/** Ends what a test started. */
public final class Stopping {

	private Stopping() {
	}

	/**
	 * Closes all, in order; a part that fails, or was not started, keeps no other from
	 * it.
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
