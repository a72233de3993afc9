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
 * Makes connections for the pool, and while the server is away waits for it, in place of
 * the pool: that would wait longer after each failure, five seconds in the end, and
 * people would wait with it once the server is back. Whoever needs a connection meanwhile
 * waits for the pool, as long as that is told to. Thread-safe.
 */
final class PatientDataSource implements DataSource, AutoCloseable {

	/** Each node knocks as often. */
	static final Duration PAUSE = Duration.ofMillis(250);

	/** Connection does not exist. */
	private static final String CLOSED = "08003";

	/** What begins as failures of the way do, and is a refusal. */
	private static final Set<String> REFUSALS = Set.of("08004", "08P01");

	private final DataSource server;

	private final CountDownLatch closed = new CountDownLatch(1);

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
	 * change, or this is closed meanwhile
	 */
	@Override
	public Connection getConnection() throws SQLException {
		while (true) {
			try {
				return open(server.getConnection());
			}
			catch (SQLException ex) {
				failure = ex;
				if (isClosed() || !passes(ex) || closedMeanwhile()) {
					throw ex;
				}
			}
		}
	}

	/** The pool, once closed, would forget what it is given. */
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

	/** Waits. */
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
	 * Nobody waits on; to be called before the pool is closed, which interrupts nobody.
	 */
	@Override
	public void close() {
		closed.countDown();
	}

	/** Whether it is in the nature of the failure to end by itself. */
	private static boolean passes(SQLException ex) {
		String state = ex.getSQLState();
		return state != null && switch (state) {
			case "53300", "57P01", "57P02", "57P03" -> true;
			default -> state.startsWith("08") && !REFUSALS.contains(state);
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
