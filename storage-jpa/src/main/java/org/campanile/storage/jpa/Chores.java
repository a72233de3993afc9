package org.campanile.storage.jpa;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreUnavailableException;

/**
 * What a node does beside the requests: waits for the database, writes touches, purges.
 */
final class Chores implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Chores.class);

	private static final Duration LONGEST_STATEMENT = Duration.ofSeconds(5);

	private final Database database;

	private final Purge purge;

	private final OneTimeEntries oneTime;

	private final Duration purgeInterval;

	private final SecureRandom random;

	private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2,
			Thread.ofPlatform().daemon().name("campanile-store-", 1).factory());

	/** Begins at once. */
	Chores(Database database, TouchBuffer touches, Purge purge, OneTimeEntries oneTime, Duration purgeInterval,
			SecureRandom random) {
		this.database = database;
		this.purge = purge;
		this.oneTime = oneTime;
		this.purgeInterval = purgeInterval;
		this.random = random;
		threads.scheduleWithFixedDelay(() -> guarded(() -> {
			database.prepare();
			if (database.isReady()) {
				touches.flush();
			}
		}), 1, 1, TimeUnit.SECONDS);
		scheduleNextPurge();
	}

	/** Within a tenth before or after the interval, so that nodes do not meet. */
	private void scheduleNextPurge() {
		double factor = 0.9 + random.nextDouble() * 0.2;
		threads.schedule(() -> {
			guarded(this::purge);
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
			oneTime.refresh();
		}
		catch (StoreUnavailableException ex) {
			logger.warn("What has expired is not deleted until the next time: {}", ex.getMessage());
		}
	}

	/** A task that throws is never run again. */
	private static void guarded(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException ex) {
			logger.error("A chore of the PostgreSQL store failed; it is done again", ex);
		}
	}

	/** Waits for what is under way, which ends within the limits of its statements. */
	@Override
	public void close() {
		threads.shutdownNow();
		try {
			if (!threads.awaitTermination(LONGEST_STATEMENT.toMillis(), TimeUnit.MILLISECONDS)) {
				logger.warn("A purge is still under way; its connection is cut, and another node goes on");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
