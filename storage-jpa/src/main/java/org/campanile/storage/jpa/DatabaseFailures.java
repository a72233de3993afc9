package org.campanile.storage.jpa;

import java.io.FileNotFoundException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;

import javax.net.ssl.SSLHandshakeException;

import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import jakarta.persistence.PersistenceException;
import org.jspecify.annotations.Nullable;

import org.campanile.store.StoreUnavailableException;

/**
 * Describes failures by their SQL state, never by the server's message, which may quote
 * stored data; those of TLS also by the message of the Java runtime.
 */
final class DatabaseFailures {

	/** The SQL state for a row that another one refers to, or that refers to none. */
	static final String FOREIGN_KEY_VIOLATION = "23503";

	/** The SQL state for a write to a standby, or in another read-only transaction. */
	static final String READ_ONLY = "25006";

	private static final String URL = JpaStorageProperties.PREFIX + "url";

	private static final String UNREACHABLE = "the server cannot be reached; start it or correct " + URL;

	private DatabaseFailures() {
	}

	static StoreUnavailableException unavailable(String operation, Throwable failure) {
		return new StoreUnavailableException("PostgreSQL: " + operation + ": " + reason(failure), failure);
	}

	/** The innermost SQL state; null if the server reported none. */
	static @Nullable String sqlState(Throwable failure) {
		SQLException reported = reported(failure);
		return reported == null ? null : reported.getSQLState();
	}

	/** The innermost failure with an SQL state; null if there is none. */
	private static @Nullable SQLException reported(Throwable failure) {
		SQLException reported = null;
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SQLException sql && sql.getSQLState() != null) {
				reported = sql;
			}
		}
		return reported;
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
		SQLException reported = reported(failure);
		if (reported == null) {
			if (isInterrupted(failure)) {
				return "interrupted";
			}
			return failure instanceof PersistenceException || failure instanceof SQLException
					|| failure instanceof PoolInitializationException
							? "no connection was free in time; raise " + JpaStorageProperties.PREFIX
									+ "pool-size if this lasts"
							: failure.getClass().getSimpleName();
		}
		String state = reported.getSQLState();
		return describe(state, reported.getCause()) + " (SQL state " + state + ")";
	}

	private static String describe(String state, @Nullable Throwable cause) {
		return switch (state) {
			case "28P01", "28000" -> "the server refuses the role or its password; correct "
					+ JpaStorageProperties.PREFIX + "username and password, or pg_hba.conf";
			case "3D000" -> "the server has no such database; create it or correct " + URL;
			case "42501" -> "the role lacks a privilege; make it the owner of the database";
			case "53300" -> "the server accepts no more connections; lower " + JpaStorageProperties.PREFIX
					+ "pool-size or raise max_connections";
			case "53100" -> "the server's disk is full";
			case "57014" -> "cancelled at the deadline";
			case "57P01", "57P02" -> "the server was stopped";
			case "57P03" -> "the server is starting or stopping";
			case READ_ONLY -> "the server is a standby or read-only; let " + URL + " lead to the primary";
			case "40001", "40P01" -> "rolled back because of a conflict with another transaction";
			// The driver gives no cause if every server it reached is a standby.
			case "08001" -> cause != null ? UNREACHABLE
					: "the server cannot be reached, or is a standby; start the primary or correct " + URL;
			case "08004" -> "the server and the settings do not agree on TLS or the authentication; correct " + URL
					+ " and password, or pg_hba.conf";
			case "08006" -> tlsFault(cause).map(fault -> "TLS with the server fails" + fault + "; set sslrootcert in "
					+ URL + ", or use a host name that its certificate contains")
				.orElse(UNREACHABLE);
			default -> state.startsWith("08") ? UNREACHABLE : "refused";
		};
	}

	/**
	 * Returns the details of a failure of TLS, in parentheses; none if the certificate
	 * has another host name, as the driver gives no cause then. Empty if the connection
	 * failed for another reason.
	 */
	private static Optional<String> tlsFault(@Nullable Throwable cause) {
		if (cause == null) {
			return Optional.of("");
		}
		for (Throwable each = cause; each != null; each = each.getCause()) {
			if (each instanceof SSLHandshakeException || each instanceof GeneralSecurityException
					|| each instanceof FileNotFoundException) {
				return Optional.of(" (" + each.getMessage() + ")");
			}
		}
		return Optional.empty();
	}

}
