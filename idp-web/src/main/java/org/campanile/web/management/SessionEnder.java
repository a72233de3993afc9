package org.campanile.web.management;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.service.Service;
import org.campanile.service.ServiceCatalog;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.signon.EndedLogins;
import org.campanile.store.StoreUnavailableException;

/**
 * Terminates all sessions of a user, and the logins under way, at an administrator's
 * request. Thread-safe.
 */
class SessionEnder {

	private static final Logger logger = LoggerFactory.getLogger(SessionEnder.class);

	private final Sessions sessions;

	private final EndedLogins endedLogins;

	private final ServiceCatalog services;

	private final AuditLog auditLog;

	private final EndedSessionListener listener;

	SessionEnder(Sessions sessions, EndedLogins endedLogins, ServiceCatalog services, AuditLog auditLog,
			EndedSessionListener listener) {
		this.sessions = sessions;
		this.endedLogins = endedLogins;
		this.services = services;
		this.auditLog = auditLog;
		this.listener = listener;
	}

	/**
	 * The outcome.
	 *
	 * @param ended how many sessions were terminated
	 * @param notLoggedOut the services where the user may still be signed in
	 * @param error why not all were terminated; empty if all were
	 */
	record Ended(int ended, List<ServiceLeft> notLoggedOut, Optional<String> error) {
	}

	/**
	 * A service that could not be notified.
	 *
	 * @param service its id
	 * @param name its display name
	 * @param sessions the number of terminated sessions in which the user had signed in
	 * to it
	 */
	record ServiceLeft(String service, String name, int sessions) {
	}

	/**
	 * Ends all sessions: first terminates them in the store and then notifies the
	 * services, so that a slow service does not keep a session alive. Logins under way
	 * come before; only a form that is just being answered may still begin a session.
	 * @param by the administrator
	 */
	Ended endAll(String principal, String by) {
		List<SsoSession> opened = new ArrayList<>();
		int count;
		Optional<String> error = Optional.empty();
		try {
			endedLogins.end(principal);
		}
		catch (StoreUnavailableException ex) {
			logger.warn("The logins of a user that are under way could not be ended, repeat it: {}", ex.getMessage());
			error = Optional.of(String.valueOf(ex.getMessage()));
		}
		try {
			count = sessions.endAll(principal, session -> {
				opened.add(session);
				audit(session.principal(), by, Integer.toString(session.services().size()), session.reference());
			});
			// Sessions that could not be decrypted have been terminated as well.
			for (int i = opened.size(); i < count; i++) {
				audit(principal, by, "unknown", "unknown");
			}
		}
		catch (StoreUnavailableException ex) {
			logger.warn("Not all sessions of a user could be terminated, repeat it: {}", ex.getMessage());
			count = opened.size();
			error = Optional.of(String.valueOf(ex.getMessage()));
		}
		Map<String, Integer> left = notifyServices(opened);
		List<ServiceLeft> notLoggedOut = left.entrySet()
			.stream()
			.map(entry -> new ServiceLeft(entry.getKey(), name(entry.getKey()), entry.getValue()))
			.toList();
		return new Ended(count, notLoggedOut, error);
	}

	/**
	 * The services that were not logged out, in the order of their ids, with the number
	 * of sessions that had signed in to them.
	 */
	private Map<String, Integer> notifyServices(List<SsoSession> ended) {
		Optional<Set<String>> notLoggedOut = notLoggedOut(ended);
		Map<String, Integer> left = new TreeMap<>();
		for (SsoSession session : ended) {
			session.services()
				.stream()
				.map(ServiceSignOn::service)
				.distinct()
				.filter(service -> notLoggedOut.isEmpty() || notLoggedOut.get().contains(service))
				.forEach(service -> left.merge(service, 1, Integer::sum));
		}
		return left;
	}

	/** Returns the services that were not logged out; empty if none could be notified. */
	private Optional<Set<String>> notLoggedOut(List<SsoSession> ended) {
		if (ended.isEmpty()) {
			return Optional.empty();
		}
		try {
			return Optional.of(listener.ended(ended));
		}
		catch (RuntimeException ex) {
			logger.error("Services could not be notified that an administrator terminated sessions", ex);
			return Optional.empty();
		}
	}

	private void audit(String principal, String by, String services, String session) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", principal);
		fields.put("reason", "ADMINISTRATOR");
		fields.put("by", by);
		fields.put("services", services);
		fields.put("session", session);
		auditLog.record(new AuditEvent(AuditEvent.Type.LOGOUT, "OK", fields));
	}

	private String name(String id) {
		return name(services, id);
	}

	/** A service's display name. */
	static String name(ServiceCatalog services, String id) {
		Optional<? extends Service> service = services.find(id);
		return service.isPresent() ? service.get().display().nameOrHost(Locale.ENGLISH, id) : id;
	}

}
