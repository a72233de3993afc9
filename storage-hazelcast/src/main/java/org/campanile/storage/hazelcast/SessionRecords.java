package org.campanile.storage.hazelcast;

import java.time.Instant;

import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;

/** Converts between stored sessions and map records. */
final class SessionRecords {

	private SessionRecords() {
	}

	static SessionRecord of(StoredSession session, long nonce) {
		return new SessionRecord(session.principalHash(), null, session.version(), session.createdAt().toEpochMilli(),
				session.expiresAt().toEpochMilli(), session.idleExpiresAt().toEpochMilli(), session.state(),
				session.services().stream().map(SessionRecords::of).toList(), nonce, 0, 0);
	}

	static ServiceRecord of(StoredService service) {
		return new ServiceRecord(service.serviceHash(), service.identifierHash(), service.state());
	}

	static StoredSession stored(SessionKey key, SessionRecord session) {
		String former = session.former();
		return new StoredSession(key, former == null ? session.principal() : former, session.version(),
				Instant.ofEpochMilli(session.created()), Instant.ofEpochMilli(session.expires()),
				Instant.ofEpochMilli(session.idle()), session.state(),
				session.services()
					.stream()
					.map(service -> new StoredService(service.service(), service.identifier(), service.state()))
					.toList());
	}

}
