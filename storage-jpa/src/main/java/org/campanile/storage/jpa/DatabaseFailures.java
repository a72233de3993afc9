package org.campanile.storage.jpa;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import jakarta.persistence.PersistenceException;
import org.jspecify.annotations.Nullable;

import org.campanile.store.StoreUnavailableException;

/**
 * Describes failures by their SQL state, never by the server's message, which may quote
 * stored data.
 */
final class DatabaseFailures {

	/** The SQL state for a row that another one refers to, or that refers to none. */
	static final String FOREIGN_KEY_VIOLATION = "23503";

	private DatabaseFailures() {
	}

	static StoreUnavailableException unavailable(String operation, Throwable failure) {
		return new StoreUnavailableException("PostgreSQL: " + operation + ": " + reason(failure), failure);
	}

	/** The innermost SQL state; null if the server reported none. */
	static @Nullable String sqlState(Throwable failure) {
		String state = null;
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SQLException sql && sql.getSQLState() != null) {
				state = sql.getSQLState();
			}
		}
		return state;
	}

	/** Whether the pool had no connection in time. */
	static boolean isPoolExhausted(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SQLTransientConnectionException) {
				return true;
			}
		}
		return false;
	}

	private static boolean isInterrupted(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof InterruptedException) {
				return true;
			}
		}
		return false;
	}

	/** Returns reason and remedy. */
	static String reason(Throwable failure) {
		String state = sqlState(failure);
		if (state == null) {
			if (isInterrupted(failure)) {
				return "interrupted";
			}
			return failure instanceof PersistenceException || failure instanceof SQLException
					|| failure instanceof PoolInitializationException
							? "no connection was free in time; raise " + JpaStorageProperties.PREFIX
									+ "pool-size if this lasts"
							: failure.getClass().getSimpleName();
		}
		return describe(state) + " (SQL state " + state + ")";
	}

	private static String describe(String state) {
		return switch (state) {
			case "28P01", "28000" -> "the server refuses the role or its password; correct "
					+ JpaStorageProperties.PREFIX + "username and password, or pg_hba.conf";
			case "3D000" ->
				"the server has no such database; create it or correct " + JpaStorageProperties.PREFIX + "url";
			case "42501" -> "the role lacks a privilege; make it the owner of the database";
			case "53300" -> "the server accepts no more connections; lower " + JpaStorageProperties.PREFIX
					+ "pool-size or raise max_connections";
			case "53100" -> "the server's disk is full";
			case "57014" -> "cancelled at the deadline";
			case "57P01", "57P02" -> "the server was stopped";
			case "57P03" -> "the server is starting or stopping";
			case "25006" -> "the server is a standby; name all hosts in " + JpaStorageProperties.PREFIX + "url";
			case "40001", "40P01" -> "rolled back because of a conflict with another transaction";
			default -> state.startsWith("08")
					? "the server cannot be reached; start it or correct " + JpaStorageProperties.PREFIX + "url"
					: "refused";
		};
	}

}
