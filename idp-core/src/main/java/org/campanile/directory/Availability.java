package org.campanile.directory;

import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs once that the directory is unavailable, and once that it is back. Thread-safe. */
final class Availability {

	private static final Logger logger = LoggerFactory.getLogger(Directory.class);

	private final AtomicBoolean down = new AtomicBoolean();

	void failed(DirectoryUnavailableException reason) {
		if (down.compareAndSet(false, true)) {
			logger.warn("The directory cannot be asked: {}. Nobody can sign in until it answers; it is tried anew at "
					+ "every login", reason.getMessage());
		}
		else {
			logger.debug("The directory still cannot be asked: {}", reason.getMessage());
		}
	}

	void answered() {
		if (down.get() && down.compareAndSet(true, false)) {
			logger.info("The directory answers again");
		}
	}

}
