package org.campanile.directory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import com.unboundid.ldap.sdk.LDAPConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of one directory server, shared by all pools. After a failed operation it is
 * suspect for a while: new connections prefer the others, and older pooled connections
 * are not used again, so that a server that disappeared delays one login, not one for
 * each pooled connection. Thread-safe.
 */
final class Replica {

	private static final Logger logger = LoggerFactory.getLogger(Replica.class);

	private static final Duration SUSPICION = Duration.ofSeconds(10);

	private final ServerAddress address;

	private final InstantSource clock;

	private final AtomicInteger generation = new AtomicInteger();

	private volatile @Nullable Instant suspectUntil;

	Replica(ServerAddress address, InstantSource clock) {
		this.address = address;
		this.clock = clock;
	}

	ServerAddress address() {
		return address;
	}

	boolean suspect() {
		Instant until = suspectUntil;
		return until != null && clock.instant().isBefore(until);
	}

	/**
	 * @param key the related configuration key
	 */
	void failed(String key, String reason) {
		boolean newlySuspect = !suspect();
		suspectUntil = clock.instant().plus(SUSPICION);
		generation.incrementAndGet();
		if (newlySuspect) {
			logger.warn("{}: directory server {} failed ({}); others are preferred for {} s", key, address, reason,
					SUSPICION.toSeconds());
		}
	}

	/** The name of connections made in the current generation. */
	String connectionName() {
		return address + "#" + generation.get();
	}

	/** Whether the connection is to this server and was made before its last failure. */
	boolean outdated(LDAPConnection connection) {
		String connectionName = connection.getConnectionName();
		return connectionName != null && connectionName.startsWith(address + "#")
				&& !connectionName.equals(connectionName());
	}

	boolean serves(LDAPConnection connection) {
		String connectionName = connection.getConnectionName();
		return connectionName != null && connectionName.startsWith(address + "#");
	}

}
