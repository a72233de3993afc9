package org.campanile.storage.memory;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;

import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;

/**
 * A session in compact form, without instants or digits. Immutable; its arrays are never
 * modified.
 *
 * @param user its key, and the index entry under its user
 * @param version as in {@link StoredSession}
 * @param createdAt milliseconds since the epoch, as are the expiries
 * @param expiresAt absolute expiry
 * @param idleExpiresAt expiry unless touched
 * @param state the sealed session
 * @param services in the order in which they were added
 */
record Session(Posting user, long version, long createdAt, long expiresAt, long idleExpiresAt, byte[] state,
		ServiceEntry[] services) {

	private static final ServiceEntry[] NO_SERVICES = new ServiceEntry[0];

	/**
	 * @throws IllegalArgumentException if a key or hash is not as long as it should be
	 */
	static Session of(StoredSession stored, int serial) {
		Key key = Key.of(stored.key(), serial);
		ServiceEntry[] services = stored.services().isEmpty() ? NO_SERVICES
				: stored.services()
					.stream()
					.map(service -> new ServiceEntry(key, service))
					.toArray(ServiceEntry[]::new);
		return new Session(new Posting(key, stored.principalHash()), stored.version(),
				stored.createdAt().toEpochMilli(), stored.expiresAt().toEpochMilli(),
				stored.idleExpiresAt().toEpochMilli(), stored.state(), services);
	}

	/**
	 * @param key its key, which the caller already has as digits
	 */
	StoredSession toStored(SessionKey key) {
		StoredService[] stored = new StoredService[services.length];
		Arrays.setAll(stored, i -> services[i].toStored());
		return new StoredSession(key, user.hash(), version, Instant.ofEpochMilli(createdAt),
				Instant.ofEpochMilli(expiresAt), Instant.ofEpochMilli(idleExpiresAt), state, List.of(stored));
	}

	/** The earlier of the two expiries. */
	Instant end() {
		return Instant.ofEpochMilli(Math.min(expiresAt, idleExpiresAt));
	}

	boolean has(ServiceEntry service) {
		for (ServiceEntry present : services) {
			if (present.isSameServiceAs(service)) {
				return true;
			}
		}
		return false;
	}

	Session with(ServiceEntry service) {
		ServiceEntry[] more = Arrays.copyOf(services, services.length + 1);
		more[services.length] = service;
		return new Session(user, version, createdAt, expiresAt, idleExpiresAt, state, more);
	}

	Session withState(byte[] other) {
		return new Session(user, version + 1, createdAt, expiresAt, idleExpiresAt, other, services);
	}

	/**
	 * Returns a session that becomes idle at that time, but never earlier than before and
	 * never after the absolute expiry.
	 */
	Session idleUntil(Instant end) {
		long latest = Math.min(end.toEpochMilli(), expiresAt);
		return latest > idleExpiresAt ? new Session(user, version, createdAt, expiresAt, latest, state, services)
				: this;
	}

}
