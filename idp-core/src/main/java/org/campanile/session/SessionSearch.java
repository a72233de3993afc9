package org.campanile.session;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.campanile.protocol.ProtocolId;
import org.campanile.store.StoreUnavailableException;

/**
 * Finds the live sessions of a user, or those that a service knows by a handle. A store
 * has hashes alone, one for each sealing key, and what it returns is compared again once
 * it is opened. Thread-safe.
 */
final class SessionSearch {

	private final SessionStore store;

	private final SessionSealing sealing;

	private final PendingTerminations pending;

	private final InstantSource clock;

	SessionSearch(SessionStore store, SessionSealing sealing, PendingTerminations pending, InstantSource clock) {
		this.store = store;
		this.sealing = sealing;
		this.pending = pending;
		this.clock = clock;
	}

	/** Also finds those whose termination is pending on this node. */
	List<SsoSession> byHandle(ProtocolId protocol, String service, String handle) throws StoreUnavailableException {
		return lookUp(sealing.identifierHashes(protocol, service, handle), store::findByIdentifier,
				session -> session.services()
					.stream()
					.anyMatch(known -> known.protocol().equals(protocol) && known.service().equals(service)
							&& known.handle().value().equals(handle)),
				Integer.MAX_VALUE);
	}

	List<SsoSession> byPrincipal(String principal, int most) throws StoreUnavailableException {
		return lookUp(sealing.principalHashes(principal), store::findByPrincipal,
				session -> session.principal().equals(principal) && !pending.contains(session.key()), most);
	}

	/** Reads one page of the sessions that a store finds under a hash. */
	@FunctionalInterface
	private interface LookUp {

		List<StoredSession> page(String hash, SessionKey after, int limit) throws StoreUnavailableException;

	}

	private List<SsoSession> lookUp(List<String> hashes, LookUp lookUp, Predicate<SsoSession> wanted, int most)
			throws StoreUnavailableException {
		List<SsoSession> sessions = new ArrayList<>();
		for (String hash : hashes) {
			SessionKey after = SessionKey.FIRST;
			int limit;
			List<StoredSession> page;
			do {
				limit = Math.min(SessionStore.MAX_PAGE, most - sessions.size());
				if (limit == 0) {
					return sessions;
				}
				page = lookUp.page(hash, after, limit);
				for (StoredSession stored : page) {
					after = stored.key();
					sealing.open(stored.key(), stored)
						.filter(session -> session.isLiveAt(clock.instant()))
						.filter(wanted)
						.ifPresent(sessions::add);
				}
			}
			while (page.size() == limit);
		}
		return sessions;
	}

}
