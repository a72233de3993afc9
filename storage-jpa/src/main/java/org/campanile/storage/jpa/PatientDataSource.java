package org.campanile.storage.jpa;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * Makes connections for the pool, and while the server is away waits for it, in place of
 * the pool: that would wait longer after each failure, five seconds in the end, and
 * people would wait with it once the server is back. Whoever needs a connection meanwhile
 * waits for the pool, as long as that is told to. Thread-safe.
 */
final class PatientDataSource implements DataSource {

	/** Each node knocks as often. */
	static final Duration PAUSE = Duration.ofMillis(250);

	private static final String INTERRUPTED = "57014";

	private final DataSource server;

	private volatile @Nullable SQLException failure;

	PatientDataSource(DataSource server) {
		this.server = server;
	}

	/** Why there are no connections at the moment; empty if the last one was made. */
	Optional<SQLException> failure() {
		return Optional.ofNullable(failure);
	}

	/**
	 * Makes a connection, as soon as the server takes one.
	 * @throws SQLException if the server refuses it for a reason that waiting does not
	 * change, or the pool is closed meanwhile
	 */
	@Override
	public Connection getConnection() throws SQLException {
		while (true) {
			try {
				Connection connection = server.getConnection();
				failure = null;
				return connection;
			}
			catch (SQLException ex) {
				failure = ex;
				if (!passes(ex)) {
					throw ex;
				}
			}
			try {
				TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new SQLException("the pool was closed", INTERRUPTED, ex);
			}
		}
	}

	/** Whether it is in the nature of the failure to end by itself. */
	private static boolean passes(SQLException ex) {
		String state = ex.getSQLState();
		return state != null && switch (state) {
			case "53300", "57P01", "57P02", "57P03" -> true;
			default -> state.startsWith("08");
		};
	}

	@Override
	public Connection getConnection(String username, String password) throws SQLException {
		throw new SQLFeatureNotSupportedException("the role is that of the settings");
	}

	@Override
	public @Nullable PrintWriter getLogWriter() throws SQLException {
		return server.getLogWriter();
	}

	@Override
	public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
		server.setLogWriter(out);
	}

	@Override
	public void setLoginTimeout(int seconds) throws SQLException {
		server.setLoginTimeout(seconds);
	}

	@Override
	public int getLoginTimeout() throws SQLException {
		return server.getLoginTimeout();
	}

	@Override
	public Logger getParentLogger() throws SQLFeatureNotSupportedException {
		return server.getParentLogger();
	}

	@Override
	public <T> T unwrap(Class<T> type) throws SQLException {
		return server.unwrap(type);
	}

	@Override
	public boolean isWrapperFor(Class<?> type) throws SQLException {
		return server.isWrapperFor(type);
	}

}
