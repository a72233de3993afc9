package org.campanile.storage.jpa;

import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreUnavailableException;

/**
 * Estimates the number of replay keys and one-time values in PostgreSQL from its
 * statistics, because counting the rows of a large table takes too long. PostgreSQL has
 * no limit, so a flood shows only here. Not thread-safe.
 */
final class OneTimeEntries {

	/**
	 * The number of entries at which a warning is logged, half of the memory store's
	 * default limit.
	 */
	static final long WARNING_THRESHOLD = 500_000;

	private static final Logger logger = LoggerFactory.getLogger(OneTimeEntries.class);

	/** The first survives a failover, the second is more recent. */
	private static final String ESTIMATE = """
			SELECT CAST(greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0) AS bigint) AS entries
			FROM pg_class c WHERE c.oid = CAST('campanile_one_time' AS regclass)""";

	private final Database database;

	private final long warningThreshold;

	private final AtomicLong entries = new AtomicLong();

	private boolean warned;

	/**
	 * @param warningThreshold how many entries cause a warning
	 */
	OneTimeEntries(Database database, long warningThreshold, MeterRegistry meters) {
		this.database = database;
		this.warningThreshold = warningThreshold;
		Gauge.builder("campanile.store.one-time.entries", entries, AtomicLong::get)
			.description("Replay keys and one-time values in the store")
			.register(meters);
	}

	/**
	 * Warns once above the threshold, and again only after the number fell below half of
	 * it.
	 */
	void refresh() throws StoreUnavailableException {
		long count = database.call("estimating one-time values",
				work -> work.createNativeQuery(ESTIMATE, Long.class)
					.addScalar("entries", Long.class)
					.getSingleResult());
		entries.set(count);
		if (count >= warningThreshold && !warned) {
			warned = true;
			logger.warn("PostgreSQL holds about {} one-time values. Look for a flood of requests, and whether "
					+ "expired rows are deleted (campanile.storage.jpa.purge-interval)", count);
		}
		else if (count < warningThreshold / 2) {
			warned = false;
		}
	}

}
