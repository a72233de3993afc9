package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.campanile.testkit.process.Ports;

/** Waits for servers. */
final class Listening {

	private Listening() {
	}

	/**
	 * Returns when something listens on a port of loopback.
	 * @throws IOException with its log if it ends before, or takes too long
	 */
	static void await(String name, int port, BooleanSupplier alive, Path log, Duration patience) throws IOException {
		long end = System.nanoTime() + patience.toNanos();
		while (Ports.isFree(port)) {
			if (!alive.getAsBoolean() || System.nanoTime() > end) {
				throw new IOException(name + " does not start: "
						+ (Files.exists(log) ? Files.readString(log).strip() : "it wrote no log"));
			}
			pause(name);
		}
	}

	/** A moment between two looks. */
	static void pause(String name) throws IOException {
		try {
			TimeUnit.MILLISECONDS.sleep(20);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("interrupted while waiting for " + name, ex);
		}
	}

}
