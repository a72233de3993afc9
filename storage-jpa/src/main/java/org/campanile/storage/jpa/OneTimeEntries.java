package org.campanile.storage.jpa;

import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreUnavailableException;

/**
 * About how many one-time marks and values PostgreSQL holds, by its own statistics, as
 * counting the rows of a large table takes too long. PostgreSQL refuses none, so a flood
 * of them shows here alone. Used by one thread.
 */
final class OneTimeEntries {

	/** Half of what the store in memory takes unless told otherwise. */
	static final long MANY = 500_000;

	private static final Logger logger = LoggerFactory.getLogger(OneTimeEntries.class);

	/** The first is kept across a failover, the second is more recent. */
	private static final String ESTIMATE = """
			SELECT CAST(greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0) AS bigint) AS entries
			FROM pg_class c WHERE c.oid = CAST('campanile_one_time' AS regclass)""";

	private final Database database;

	private final long many;

	private final AtomicLong entries = new AtomicLong();

	private boolean warned;

	/**
	 * @param many how many are worth a warning
	 */
	OneTimeEntries(Database database, long many, MeterRegistry meters) {
		this.database = database;
		this.many = many;
		Gauge.builder("campanile.store.one-time.entries", entries, AtomicLong::get)
			.description("Marks and one-time values that the store holds")
			.register(meters);
	}

	/** Warns once when there are many, and again only after they were few. */
	void refresh() throws StoreUnavailableException {
		long count = database.call("estimating one-time values",
				work -> work.createNativeQuery(ESTIMATE, Long.class)
					.addScalar("entries", Long.class)
					.getSingleResult());
		entries.set(count);
		if (count >= many && !warned) {
			warned = true;
			logger.warn("PostgreSQL holds about {} one-time values. Look for a flood of requests, and whether "
					+ "expired rows are deleted (campanile.storage.jpa.purge-interval)", count);
		}
		else if (count < many / 2) {
			warned = false;
		}
	}

}
