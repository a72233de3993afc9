package org.campanile.perf.environment;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What has been started and must be ended, the last first. Ends it as well when this
 * process is told to end. Thread-safe.
 */
final class ResourceStack implements AutoCloseable {

	private final Deque<AutoCloseable> parts = new ArrayDeque<>();

	private final Thread hook = new Thread(this::closeParts, "end what was started");

	private boolean closed;

	ResourceStack() {
		Runtime.getRuntime().addShutdownHook(hook);
	}

	/**
	 * Takes charge of a part.
	 * @throws IOException if this process is ending; the part is ended then
	 */
	synchronized <T extends AutoCloseable> T add(T part) throws IOException {
		if (closed) {
			end(part, new IOException());
			throw new IOException("the measurement is being stopped");
		}
		parts.push(part);
		return part;
	}

	/**
	 * Ends all, whatever fails meanwhile.
	 * @throws IOException the first failure, with the others
	 */
	@Override
	public void close() throws IOException {
		try {
			Runtime.getRuntime().removeShutdownHook(hook);
		}
		catch (IllegalStateException ex) {
			// This process is ending: whoever is first does it, the other waits.
		}
		IOException failure = closeParts();
		if (failure.getSuppressed().length > 0) {
			throw failure;
		}
	}

	private synchronized IOException closeParts() {
		closed = true;
		IOException failure = new IOException("not everything ended as it should");
		while (!parts.isEmpty()) {
			end(parts.pop(), failure);
		}
		return failure;
	}

	private static void end(AutoCloseable part, IOException failure) {
		try {
			part.close();
		}
		catch (Exception ex) {
			failure.addSuppressed(ex);
		}
	}

}
