package org.campanile.storage.jpa;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * Opens connections for the pool, and retries while the server is down: the pool would
 * wait longer after each failure, up to five seconds, so that users would have to wait
 * even after the server has returned. Callers meanwhile wait for the pool, for its
 * timeout. Thread-safe.
 */
final class ReconnectingDataSource implements DataSource, AutoCloseable {

	/** The interval between attempts of a node. */
	static final Duration PAUSE = Duration.ofMillis(250);

	/** The SQL state of a connection that does not exist. */
	private static final String CLOSED = "08003";

	/** States that begin like connection failures but are refusals. */
	private static final Set<String> PERMANENT = Set.of("08004", "08P01");

	private final DataSource server;

	private final CountDownLatch closed = new CountDownLatch(1);

	private volatile @Nullable SQLException failure;

	ReconnectingDataSource(DataSource server) {
		this.server = server;
	}

	/**
	 * Returns why there are no connections at the moment; empty if the last attempt
	 * succeeded.
	 */
	Optional<SQLException> failure() {
		return Optional.ofNullable(failure);
	}

	/**
	 * Opens a connection as soon as the server accepts one.
	 * @throws SQLException if the server refuses it for a permanent reason, or this is
	 * closed meanwhile
	 */
	@Override
	public Connection getConnection() throws SQLException {
		while (true) {
			try {
				return open(server.getConnection());
			}
			catch (SQLException ex) {
				failure = ex;
				if (isClosed() || !isTemporary(ex) || closedMeanwhile()) {
					throw ex;
				}
			}
		}
	}

	/** A closed pool would leak the connection. */
	private Connection open(Connection connection) throws SQLException {
		if (isClosed()) {
			connection.close();
			throw new SQLException("closed", CLOSED);
		}
		failure = null;
		return connection;
	}

	private boolean isClosed() {
		return closed.getCount() == 0;
	}

	/** Waits for the pause. */
	private boolean closedMeanwhile() {
		try {
			return closed.await(PAUSE.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return true;
		}
	}

	/**
	 * Ends all waiting; to be called before the pool is closed, which interrupts no
	 * thread.
	 */
	@Override
	public void close() {
		closed.countDown();
	}

	/** Whether the failure is temporary. */
	private static boolean isTemporary(SQLException ex) {
		String state = ex.getSQLState();
		return state != null && switch (state) {
			case "53300", "57P01", "57P02", "57P03" -> true;
			default -> state.startsWith("08") && !PERMANENT.contains(state);
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
