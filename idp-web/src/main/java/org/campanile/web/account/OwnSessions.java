package org.campanile.web.account;

import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.seal.Sha256;
import org.campanile.session.SessionKey;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.management.EndedSessionListener;
import org.campanile.web.security.ClientAddress;
import org.campanile.web.sso.AdmissionPermit;

/** The sessions of one user, for that user. Thread-safe. */
final class OwnSessions {

	/** How many of the sessions the page lists. */
	static final int LISTED = 50;

	/** The maximum number of sessions among which the latest are searched. */
	private static final int MOST = 1_000;

	private static final int ID_BYTES = 12;

	private final Sessions sessions;

	private final EndedSessionListener listener;

	private final AuditLog auditLog;

	private final ClientAddress clientAddress;

	OwnSessions(Sessions sessions, EndedSessionListener listener, AuditLog auditLog, ClientAddress clientAddress) {
		this.sessions = sessions;
		this.listener = listener;
		this.auditLog = auditLog;
		this.clientAddress = clientAddress;
	}

	/**
	 * Returns all sessions of that user, the one of this browser first and then the
	 * latest first.
	 */
	List<SsoSession> of(SsoSession current) throws StoreUnavailableException {
		// The store returns them in the order of their keys, which is arbitrary.
		return sessions.findByPrincipal(current.principal(), MOST)
			.stream()
			.sorted(Comparator.comparing((SsoSession session) -> !session.key().equals(current.key()))
				.thenComparing(SsoSession::createdAt, Comparator.reverseOrder()))
			.toList();
	}

	/** Finds another session of the same user. */
	Optional<SsoSession> other(SsoSession current, String id) throws StoreUnavailableException {
		return of(current).stream()
			.filter(session -> !session.key().equals(current.key()) && id(session.key()).equals(id))
			.findFirst();
	}

	/** Names a session on the page, without its key. */
	static String id(SessionKey key) {
		return HexFormat.of().formatHex(Sha256.of(key.value()), 0, ID_BYTES);
	}

	/**
	 * Ends a session and then notifies its services, without a permit meanwhile, as
	 * services may be slow.
	 * @return whether all of them were logged out; empty if it had ended before
	 * @throws StoreUnavailableException if the store failed; the session is then unusable
	 * on this node, and is ended later
	 */
	Optional<Boolean> end(SsoSession session, HttpServletRequest request) throws StoreUnavailableException {
		Optional<SsoSession> ended = end(session);
		if (ended.isEmpty()) {
			return Optional.empty();
		}
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", session.principal());
		fields.put("reason", "USER");
		fields.put("services", Integer.toString(ended.get().services().size()));
		fields.put("address", clientAddress.of(request));
		fields.put("session", session.reference());
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(AuditEvent.Type.LOGOUT, "OK", fields));
		if (!(request.getAttribute(AdmissionPermit.ATTRIBUTE) instanceof AdmissionPermit permit)) {
			return Optional.of(listener.ended(List.of(ended.get())).isEmpty());
		}
		permit.release();
		try {
			return Optional.of(listener.ended(List.of(ended.get())).isEmpty());
		}
		finally {
			permit.reacquire();
		}
	}

	private Optional<SsoSession> end(SsoSession session) throws StoreUnavailableException {
		try {
			return sessions.end(session.key());
		}
		catch (StoreUnavailableException ex) {
			// If it has ended and only the answer was lost, its services are those that
			// were read.
			sessions.endLater(session);
			throw ex;
		}
	}

}
