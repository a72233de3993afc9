package org.campanile.directory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionPoolHealthCheck;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.ServerSet;
import com.unboundid.ldap.sdk.SimpleBindRequest;

/**
 * Selects the server for a new connection. The SDK's own failover and round-robin sets
 * skip a server only if it refuses connections; this one also skips a server that
 * accepted a connection and then failed an operation, so that the second and last attempt
 * of a login uses another. Thread-safe.
 */
final class Replicas extends ServerSet {

	private final String keys;

	private final List<Replica> replicas;

	private final Connectors connectors;

	private final Optional<SimpleBindRequest> bind;

	private final List<ServerSet> sets;

	private final DirectorySettings.Order order;

	private final AtomicInteger next = new AtomicInteger();

	/**
	 * @param keys the prefix of the configuration keys, with a dot at the end
	 * @param account the account of the connections; empty: they are not bound
	 */
	Replicas(String keys, List<Replica> replicas, Connectors connectors,
			Optional<DirectorySettings.ServiceAccount> account, DirectorySettings.Order order) {
		this.keys = keys;
		this.replicas = replicas;
		this.connectors = connectors;
		this.bind = account.map(service -> new SimpleBindRequest(service.dn(), service.password()));
		this.sets = replicas.stream().map(replica -> connectors.to(replica.address(), bind)).toList();
		this.order = order;
	}

	/** The request that binds each connection; empty: they are not bound. */
	Optional<SimpleBindRequest> bind() {
		return bind;
	}

	@Override
	public boolean includesAuthentication() {
		return sets.getFirst().includesAuthentication();
	}

	@Override
	public boolean includesPostConnectProcessing() {
		return sets.getFirst().includesPostConnectProcessing();
	}

	@Override
	public LDAPConnection getConnection() throws LDAPException {
		return getConnection(new LDAPConnectionPoolHealthCheck());
	}

	@Override
	public LDAPConnection getConnection(@Nullable LDAPConnectionPoolHealthCheck healthCheck) throws LDAPException {
		List<String> reasons = new ArrayList<>();
		for (int index : attempts()) {
			if (Thread.currentThread().isInterrupted()) {
				// Every other server would seem to fail as well.
				reasons.add("the time for this request is used up");
				break;
			}
			Replica replica = replicas.get(index);
			String connectionName = replica.connectionName();
			long start = System.nanoTime();
			try {
				LDAPConnection connection = sets.get(index).getConnection(healthCheck);
				connection.setConnectionName(connectionName);
				return connection;
			}
			catch (LDAPException ex) {
				String key = keyOf(ex.getResultCode());
				// An interrupt means that the caller's time is up, which may have been
				// short.
				if (!Thread.currentThread().isInterrupted() || System.nanoTime() - start >= connectors.connectNanos()) {
					replica.failed(key, Reasons.of(ex));
				}
				reasons.add(replica.address() + ": " + Reasons.of(ex) + (key.equals(urls()) ? "" : " (" + key + ")"));
			}
		}
		throw new LDAPException(ResultCode.CONNECT_ERROR, String.join("; ", reasons));
	}

	private String urls() {
		return keys + "urls";
	}

	/** The configuration key related to a failed connection. */
	private String keyOf(ResultCode code) {
		if (!includesAuthentication()) {
			return urls();
		}
		return switch (code.intValue()) {
			case ResultCode.INVALID_CREDENTIALS_INT_VALUE -> keys + "bind-dn, " + keys + "bind-password";
			case ResultCode.NO_SUCH_OBJECT_INT_VALUE, ResultCode.INVALID_DN_SYNTAX_INT_VALUE,
					ResultCode.INAPPROPRIATE_AUTHENTICATION_INT_VALUE, ResultCode.UNWILLING_TO_PERFORM_INT_VALUE ->
				keys + "bind-dn";
			default -> urls();
		};
	}

	/** Indexes of the servers to try, suspect ones last. */
	private List<Integer> attempts() {
		List<Integer> indexes = new ArrayList<>();
		for (int i = 0; i < replicas.size(); i++) {
			indexes.add(i);
		}
		if (order == DirectorySettings.Order.ROUND_ROBIN) {
			Collections.rotate(indexes, -Math.floorMod(next.getAndIncrement(), indexes.size()));
		}
		indexes.sort(Comparator.comparing(index -> replicas.get(index).suspect()));
		return indexes;
	}

	void failed(LDAPConnection connection, String reason) {
		connectors.failed(connection);
		replicas.stream()
			.filter(replica -> replica.serves(connection) && !replica.outdated(connection))
			.forEach(replica -> replica.failed(urls(), reason));
	}

	boolean outdated(LDAPConnection connection) {
		return replicas.stream().anyMatch(replica -> replica.outdated(connection));
	}

}
