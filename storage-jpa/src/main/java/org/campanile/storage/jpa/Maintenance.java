package org.campanile.storage.jpa;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreUnavailableException;

/**
 * Background work of a node: waits for the database, writes touches, purges.
 */
final class Maintenance implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Maintenance.class);

	private static final Duration LONGEST_STATEMENT = Duration.ofSeconds(5);

	private final Database database;

	private final Purge purge;

	private final Optional<OneTimeEntries> oneTime;

	private final Duration purgeInterval;

	private final SecureRandom random;

	private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2,
			Thread.ofPlatform().daemon().name("campanile-store-", 1).factory());

	/**
	 * Starts at once.
	 * @param touches empty if sessions are stored elsewhere
	 * @param oneTime empty if one-time values are stored elsewhere
	 */
	Maintenance(Database database, Optional<TouchBuffer> touches, Purge purge, Optional<OneTimeEntries> oneTime,
			Duration purgeInterval, SecureRandom random) {
		this.database = database;
		this.purge = purge;
		this.oneTime = oneTime;
		this.purgeInterval = purgeInterval;
		this.random = random;
		threads.scheduleWithFixedDelay(() -> loggingFailures(() -> {
			database.prepare();
			if (database.isReady()) {
				touches.ifPresent(TouchBuffer::flush);
			}
		}), 1, 1, TimeUnit.SECONDS);
		scheduleNextPurge();
	}

	/**
	 * Schedules the next purge, with a jitter of ten percent so that nodes do not purge
	 * at the same time.
	 */
	private void scheduleNextPurge() {
		double factor = 0.9 + random.nextDouble() * 0.2;
		threads.schedule(() -> {
			loggingFailures(this::purge);
			if (!threads.isShutdown()) {
				scheduleNextPurge();
			}
		}, (long) (purgeInterval.toMillis() * factor), TimeUnit.MILLISECONDS);
	}

	private void purge() {
		if (!database.isReady()) {
			return;
		}
		try {
			purge.run();
			if (oneTime.isPresent()) {
				oneTime.get().refresh();
			}
		}
		catch (StoreUnavailableException ex) {
			logger.warn("Expired rows are not deleted until the next purge: {}", ex.getMessage());
		}
	}

	/** A scheduled task that throws would never run again. */
	private static void loggingFailures(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException ex) {
			logger.error("A background task of the PostgreSQL store failed; it will be retried", ex);
		}
	}

	/** Waits for running tasks, which end within the limits of their statements. */
	@Override
	public void close() {
		threads.shutdownNow();
		try {
			if (!threads.awaitTermination(LONGEST_STATEMENT.toMillis(), TimeUnit.MILLISECONDS)) {
				logger.warn("A purge is still running; it ends with this process, and another node continues");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
