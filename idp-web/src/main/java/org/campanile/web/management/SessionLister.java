package org.campanile.web.management;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.campanile.service.ServiceCatalog;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;

/**
 * Lists a user's sessions for an administrator: no keys, no identifiers at services and
 * no attributes. Thread-safe.
 */
class SessionLister {

	/** The maximum number of sessions among which the latest are searched. */
	static final int MAX = 1_000;

	private final Sessions sessions;

	private final ServiceCatalog services;

	SessionLister(Sessions sessions, ServiceCatalog services) {
		this.sessions = sessions;
		this.services = services;
	}

	/**
	 * A user's sessions.
	 *
	 * @param principal the user's canonical name
	 * @param sessions the latest first
	 * @param more whether there are more than requested
	 */
	record Listed(String principal, List<Listing> sessions, boolean more) {
	}

	/**
	 * A session.
	 *
	 * @param session its name in the audit log
	 * @param begun when it began
	 * @param authenticated when the oldest of its factors was proven
	 * @param ends when it ends at the latest
	 * @param endsUnlessUsed when it ends if it is not used before
	 * @param services those it has signed in to, in the order of the first sign-on
	 */
	record Listing(String session, String begun, String authenticated, String ends, String endsUnlessUsed,
			List<Visit> services) {
	}

	/**
	 * A service that a session has signed in to.
	 *
	 * @param service its id
	 * @param name its display name
	 * @param since when it first did
	 */
	record Visit(String service, String name, String since) {
	}

	Listed list(String principal, int most) throws StoreUnavailableException {
		// The store returns them in the order of their keys, which is arbitrary.
		List<SsoSession> found = sessions.findByPrincipal(principal, MAX + 1);
		List<Listing> listed = found.stream()
			.sorted(Comparator.comparing(SsoSession::createdAt).reversed())
			.limit(most)
			.map(this::listing)
			.toList();
		return new Listed(principal, listed, found.size() > most);
	}

	private Listing listing(SsoSession session) {
		// A service may know the user by several identifiers.
		Map<String, Instant> first = new TreeMap<>();
		for (ServiceSignOn service : session.services()) {
			first.merge(service.service(), service.at(), (one, other) -> one.isBefore(other) ? one : other);
		}
		return new Listing(session.reference(), session.createdAt().toString(), session.authnInstant().toString(),
				session.expiresAt().toString(), session.idleExpiresAt().toString(),
				first.entrySet()
					.stream()
					.sorted(Map.Entry.comparingByValue())
					.map(visit -> new Visit(visit.getKey(), SessionEnder.name(services, visit.getKey()),
							visit.getValue().toString()))
					.toList());
	}

}
