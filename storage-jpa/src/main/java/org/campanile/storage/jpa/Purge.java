package org.campanile.storage.jpa;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.hibernate.StatelessSession;
import org.hibernate.query.NativeQuery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreUnavailableException;

/**
 * Deletes expired rows: on one node at a time, in batches, within a time budget, and
 * skipping locked rows so that no request waits. No row is read into this process. The
 * rest is left to the next run. Thread-safe.
 */
final class Purge {

	private static final Logger logger = LoggerFactory.getLogger(Purge.class);

	/** The number of the lock, which no other application uses in this database. */
	private static final long LOCK = 0x63616d70616e696cL;

	private static final String LOCKING = """
			SELECT pg_try_advisory_lock(:lock) AS locked,
				set_config('statement_timeout', :timeout, FALSE) AS timeout""";

	private static final String UNLOCKING = "SELECT pg_advisory_unlock(:lock) AS unlocked";

	private static final List<String> TABLES = List.of("campanile_one_time", "campanile_session", "campanile_record",
			"campanile_consent");

	/** Pages of sessions that one statement scans. */
	private static final long PAGES = 256;

	private final Database database;

	private final InstantSource clock;

	private final PurgeLimits limits;

	private final Counter purged;

	/** The position at which the search for idle sessions continues. */
	private final AtomicLong nextPage = new AtomicLong();

	/**
	 * The limits of a purge.
	 *
	 * @param batch rows deleted by one statement, at most
	 * @param rows rows deleted in one run, at most
	 * @param budget the maximum time of a run, except for its last statement
	 * @param statementTimeout the timeout of a statement
	 * @param grace how long expired rows are kept, so that nothing is deleted that is
	 * live for a node whose clock is behind
	 */
	record PurgeLimits(int batch, long rows, Duration budget, Duration statementTimeout, Duration grace) {
	}

	/** The remaining budget of a run. */
	private static final class Budget {

		private final long deadline;

		private long rows;

		private long deleted;

		Budget(PurgeLimits limits) {
			this.deadline = System.nanoTime() + limits.budget().toNanos();
			this.rows = limits.rows();
		}

		boolean isLeft() {
			return rows > 0 && System.nanoTime() - deadline < 0;
		}

		void spend(long count) {
			rows -= count;
			deleted += count;
		}

	}

	Purge(Database database, InstantSource clock, PurgeLimits limits, MeterRegistry meters) {
		this.database = database;
		this.clock = clock;
		this.limits = limits;
		this.purged = Counter.builder("campanile.store.purged").description("Expired rows deleted").register(meters);
	}

	/**
	 * @return how many rows it deleted, without the services of sessions; 0 if another
	 * node is purging
	 */
	long run() throws StoreUnavailableException {
		return database.callApart("purging", this::runLocked);
	}

	private long runLocked(StatelessSession work) {
		boolean first = work.createNativeQuery(LOCKING, Boolean.class)
			.addScalar("locked", Boolean.class)
			.setParameter("lock", LOCK)
			.setParameter("timeout", Long.toString(limits.statementTimeout().toMillis()))
			.getSingleResult();
		if (!first) {
			return 0;
		}
		try {
			return purge(work);
		}
		finally {
			// Closing the connection would release the lock only some time later.
			work.createNativeQuery(UNLOCKING, Boolean.class)
				.addScalar("unlocked", Boolean.class)
				.setParameter("lock", LOCK)
				.getSingleResult();
		}
	}

	private long purge(StatelessSession work) {
		Budget budget = new Budget(limits);
		Instant before = earliest(work).minus(limits.grace());
		for (String table : TABLES) {
			expired(work, table, before, budget);
		}
		idle(work, before, budget);
		if (budget.deleted > 0) {
			logger.debug("Purged {} rows", budget.deleted);
		}
		return budget.deleted;
	}

	/**
	 * Returns a time that has passed by both this node's clock and the shared one:
	 * otherwise a node whose clock is a day ahead would delete everything.
	 */
	private Instant earliest(StatelessSession work) {
		Instant shared = work.createNativeQuery("SELECT clock_timestamp() AS time", Instant.class)
			.addScalar("time", Instant.class)
			.getSingleResult();
		Instant own = clock.instant();
		return own.isBefore(shared) ? own : shared;
	}

	private void expired(StatelessSession work, String table, Instant before, Budget budget) {
		String statement = delete(table, "expires_at <= :before ORDER BY expires_at");
		boolean more = true;
		while (more && budget.isLeft()) {
			more = delete(query(work, statement, before), budget);
		}
	}

	/**
	 * Purges idle sessions. The idle expiry has no index, so the table's pages are
	 * scanned one after the other within the budget; the next run continues there.
	 */
	private void idle(StatelessSession work, Instant before, Budget budget) {
		long pages = work
			.createNativeQuery("SELECT pg_relation_size('campanile_session')"
					+ " / CAST(current_setting('block_size') AS bigint) AS pages", Long.class)
			.addScalar("pages", Long.class)
			.getSingleResult();
		String statement = delete("campanile_session",
				"ctid >= CAST(:from AS tid) AND ctid < CAST(:to AS tid) AND idle_expires_at <= :before");
		long seen = 0;
		while (seen < pages && budget.isLeft()) {
			long from = nextPage.get() < pages ? nextPage.get() : 0;
			boolean more = delete(query(work, statement, before).setParameter("from", "(" + from + ",0)")
				.setParameter("to", "(" + (from + PAGES) + ",0)"), budget);
			nextPage.set(more ? from : from + PAGES);
			seen += more ? 0 : PAGES;
		}
	}

	/** Locks before it deletes, so that rows in use are skipped, not waited for. */
	private static String delete(String table, String condition) {
		return "WITH expired AS MATERIALIZED (SELECT ctid AS place FROM " + table + " WHERE " + condition
				+ " LIMIT :batch FOR UPDATE SKIP LOCKED), gone AS (DELETE FROM " + table
				+ " t USING expired WHERE t.ctid = expired.place RETURNING TRUE) SELECT count(*) AS count FROM gone";
	}

	/** Deletes rows; returns whether there may be more. */
	private boolean delete(NativeQuery<Long> query, Budget budget) {
		long batch = Math.min(limits.batch(), budget.rows);
		long count = query.setParameter("batch", batch).getSingleResult();
		purged.increment(count);
		budget.spend(count);
		return count == batch;
	}

	private static NativeQuery<Long> query(StatelessSession work, String statement, Instant before) {
		return work.createNativeQuery(statement, Long.class)
			.addScalar("count", Long.class)
			.setParameter("before", before, Instant.class);
	}

}
