package org.campanile.directory;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import com.unboundid.ldap.sdk.DereferencePolicy;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionPool;
import com.unboundid.ldap.sdk.LDAPConnectionPoolHealthCheck;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchScope;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool of the SDK behind a semaphore with as many permits as the pool has connections,
 * so the pool itself never waits and may open connections whenever it has none: it starts
 * without a directory and recovers by itself. Thread-safe.
 */
final class GuardedPool implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(GuardedPool.class);

	private static final String KEYS = "campanile.ldap.";

	/** An operation on a connection. */
	@FunctionalInterface
	interface Operation<T> {

		/**
		 * @throws LDAPException with the server's answer, or with a code that marks the
		 * connection as unusable
		 */
		T on(LDAPConnection connection) throws LDAPException;

	}

	/** An operation on a connection of its own. */
	@FunctionalInterface
	interface OwnConnection<T> {

		/**
		 * @throws LDAPException as {@link Operation#on}
		 * @throws DirectoryUnavailableException if another connection failed meanwhile
		 */
		T on(LDAPConnection connection) throws LDAPException, DirectoryUnavailableException;

	}

	private final String name;

	private final String sizeKey;

	private final Replicas replicas;

	private final LDAPConnectionPool pool;

	private final Bulkhead gate;

	/** The least time that a server has to be given before its silence is a failure. */
	private final long fairMillis;

	GuardedPool(String name, int size, DirectorySettings settings, Connectors connectors, List<Replica> shared,
			Optional<DirectorySettings.ServiceAccount> account) throws LDAPException {
		this(name, KEYS + name + "-pool-size", size, new Replicas(KEYS, shared, connectors, account, settings.order()),
				settings.pools(), settings.limits());
	}

	/**
	 * @param sizeKey the configuration key of the size
	 * @param pools how often connections are checked, and their lifetime
	 */
	GuardedPool(String name, String sizeKey, int size, Replicas replicas, DirectorySettings.Pools pools,
			DirectorySettings.Limits limits) throws LDAPException {
		this.name = name;
		this.sizeKey = sizeKey;
		this.replicas = replicas;
		this.fairMillis = Collections.min(List.of(limits.connect(), limits.response(), limits.total().dividedBy(2)))
			.toMillis();
		this.pool = new LDAPConnectionPool(replicas, replicas.bind().orElse(null), 0, size, 1, null, false,
				new PoolHealthCheck(replicas, limits.response()));
		pool.setConnectionPoolName("campanile-" + name);
		pool.setCreateIfNecessary(true);
		pool.setMaxWaitTimeMillis(0);
		pool.setRetryFailedOperationsDueToInvalidConnections(false);
		pool.setMaxConnectionAgeMillis(pools.maxConnectionAge().toMillis());
		pool.setHealthCheckIntervalMillis(pools.healthCheckInterval().toMillis());
		pool.setMinimumAvailableConnectionGoal(1);
		this.gate = Bulkhead.of("directory-" + name,
				BulkheadConfig.custom()
					.maxConcurrentCalls(size)
					.maxWaitDuration(limits.poolWait())
					.fairCallHandlingStrategyEnabled(true)
					.build());
	}

	/**
	 * Runs an operation on a connection; if the connection is broken, once more on
	 * another.
	 * @throws LDAPException with an answer of the server; never for a broken connection
	 * @throws DirectoryUnavailableException if no connection was available, or two failed
	 */
	<T> T call(Deadline deadline, Operation<T> operation) throws LDAPException, DirectoryUnavailableException {
		if (!gate.tryAcquirePermission()) {
			throw new DirectoryUnavailableException(
					"every connection of the " + name + " pool was busy; raise " + sizeKey);
		}
		try {
			try {
				return attempt(deadline, operation);
			}
			catch (BrokenConnectionException first) {
				logger.debug("{} failed on {}, trying once more", name, first.server, first);
				return attempt(deadline, operation);
			}
		}
		catch (BrokenConnectionException last) {
			throw new DirectoryUnavailableException(name + " on " + last.server + ": " + last.getMessage(),
					last.failure);
		}
		finally {
			gate.onComplete();
		}
	}

	/**
	 * Runs an operation once, on a connection of its own that is closed afterwards. For
	 * operations that leave a connection bound as a user, or must not be repeated.
	 * @throws LDAPException as {@link #call}
	 * @throws DirectoryUnavailableException if no connection could be made, or it failed
	 */
	<T> T once(Deadline deadline, OwnConnection<T> operation) throws LDAPException, DirectoryUnavailableException {
		if (!gate.tryAcquirePermission()) {
			throw new DirectoryUnavailableException(
					"every connection of the " + name + " pool was busy; raise " + sizeKey);
		}
		try (LDAPConnection connection = fresh(deadline)) {
			long start = System.nanoTime();
			try {
				return operation.on(connection);
			}
			catch (LDAPException ex) {
				if (ex.getResultCode().isConnectionUsable()) {
					throw ex;
				}
				failed(connection, ex, start);
				throw new DirectoryUnavailableException(
						name + " on " + connection.getHostPort() + ": " + Reasons.of(ex), ex);
			}
		}
		finally {
			gate.onComplete();
		}
	}

	private LDAPConnection fresh(Deadline deadline) throws DirectoryUnavailableException {
		if (deadline.passed()) {
			throw new DirectoryUnavailableException(name + ": the time for this request is used up");
		}
		try {
			return replicas.getConnection();
		}
		catch (LDAPException ex) {
			throw new DirectoryUnavailableException("no connection for " + name + ": " + Reasons.of(ex), ex);
		}
	}

	private <T> T attempt(Deadline deadline, Operation<T> operation)
			throws LDAPException, DirectoryUnavailableException, BrokenConnectionException {
		LDAPConnection connection = connection(deadline);
		long start = System.nanoTime();
		boolean healthy = false;
		try {
			T result = operation.on(connection);
			healthy = true;
			return result;
		}
		catch (LDAPException ex) {
			healthy = ex.getResultCode().isConnectionUsable();
			if (healthy) {
				throw ex;
			}
			String server = connection.getHostPort();
			failed(connection, ex, start);
			throw new BrokenConnectionException(server, ex);
		}
		finally {
			if (healthy) {
				pool.releaseConnection(connection);
			}
			else {
				// The result is not "defunct", which would open a replacement now, within
				// this login's time.
				pool.discardConnection(connection);
			}
		}
	}

	/**
	 * Notes that the server failed, unless it only had too little time: under load a
	 * request may spend most of its time waiting for a connection. An interrupt also
	 * means that its time is up.
	 */
	private void failed(LDAPConnection connection, LDAPException failure, long start) {
		boolean outOfTime = failure.getResultCode().equals(ResultCode.TIMEOUT)
				|| Thread.currentThread().isInterrupted();
		if (!outOfTime || Duration.ofNanos(System.nanoTime() - start).toMillis() >= fairMillis) {
			replicas.failed(connection, Reasons.of(failure));
		}
	}

	/**
	 * Returns a connection, and discards idle ones made before their server failed. The
	 * pool's own check would open a replacement for each of them now, within this login's
	 * time.
	 */
	private LDAPConnection connection(Deadline deadline) throws DirectoryUnavailableException {
		LDAPConnection connection = checkOut(deadline);
		for (int idle = available(); idle >= 0 && replicas.outdated(connection); idle--) {
			pool.discardConnection(connection);
			connection = checkOut(deadline);
		}
		return connection;
	}

	private LDAPConnection checkOut(Deadline deadline) throws DirectoryUnavailableException {
		if (deadline.passed() || Thread.currentThread().isInterrupted()) {
			throw new DirectoryUnavailableException(name + ": the time for this login is used up");
		}
		try {
			return pool.getConnection();
		}
		catch (LDAPException ex) {
			throw new DirectoryUnavailableException("no connection for " + name + ": " + Reasons.of(ex), ex);
		}
	}

	void ping(Deadline deadline, Duration limit) throws LDAPException, DirectoryUnavailableException {
		call(deadline, connection -> {
			ping(connection, deadline.clampMillis(limit));
			return true;
		});
	}

	/**
	 * Reads the root DSE; a server that refuses this is alive as well.
	 * @throws LDAPException if the connection cannot be used
	 */
	private static void ping(LDAPConnection connection, long limitMillis) throws LDAPException {
		SearchRequest request = new SearchRequest("", SearchScope.BASE, DereferencePolicy.NEVER, 1, 0, false,
				Filter.createPresenceFilter("objectClass"), SearchRequest.NO_ATTRIBUTES);
		request.setResponseTimeoutMillis(limitMillis);
		try {
			connection.search(request);
		}
		catch (LDAPException ex) {
			if (!ex.getResultCode().isConnectionUsable()) {
				throw ex;
			}
		}
	}

	int available() {
		return pool.getCurrentAvailableConnections();
	}

	int inUse() {
		Bulkhead.Metrics metrics = gate.getMetrics();
		return metrics.getMaxAllowedConcurrentCalls() - metrics.getAvailableConcurrentCalls();
	}

	@Override
	public void close() {
		pool.close();
	}

	private static final class BrokenConnectionException extends Exception {

		private static final long serialVersionUID = 1L;

		private final String server;

		private final LDAPException failure;

		BrokenConnectionException(String server, LDAPException cause) {
			super(Reasons.of(cause), cause);
			this.server = server;
			this.failure = cause;
		}

	}

	/** Checks idle connections in the background. */
	private static final class PoolHealthCheck extends LDAPConnectionPoolHealthCheck {

		private final Replicas replicas;

		private final Duration responseLimit;

		PoolHealthCheck(Replicas replicas, Duration responseLimit) {
			this.replicas = replicas;
			this.responseLimit = responseLimit;
		}

		@Override
		public void ensureConnectionValidForContinuedUse(LDAPConnection connection) throws LDAPException {
			if (replicas.outdated(connection)) {
				throw new LDAPException(ResultCode.SERVER_DOWN, "made before its server failed");
			}
			try {
				ping(connection, responseLimit.toMillis());
			}
			catch (LDAPException ex) {
				replicas.failed(connection, Reasons.of(ex));
				throw ex;
			}
		}

	}

}
