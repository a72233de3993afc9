package org.campanile.web.management;

import java.util.List;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.session.SessionStore;
import org.campanile.web.management.SessionEnder.Ended;
import org.campanile.web.management.SessionEnder.ServiceLeft;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * {@code /actuator/sessions}: the number of sessions, the sessions of one user, and their
 * termination. Each access to a user's sessions is recorded in the audit log.
 * Thread-safe.
 */
@WebEndpoint(id = "sessions")
class SessionsEndpoint {

	private static final int DEFAULT_LIMIT = 100;

	private static final int MAX_LIMIT = SessionLister.MAX;

	private static final String WHOSE = "principal: missing; give the canonical name, as user= in the audit log";

	private final SessionStore store;

	private final SessionLister lister;

	private final SessionEnder ender;

	private final AuditLog auditLog;

	SessionsEndpoint(SessionStore store, SessionLister lister, SessionEnder ender, AuditLog auditLog) {
		this.auditLog = auditLog;
		this.store = store;
		this.lister = lister;
		this.ender = ender;
	}

	/**
	 * The number of sessions.
	 *
	 * @param live the approximate number of live sessions in the store
	 */
	record Count(long live) {
	}

	/**
	 * All of a user's sessions were terminated.
	 *
	 * @param ended how many were terminated
	 * @param notLoggedOut the services where the user may still be signed in
	 */
	record Done(int ended, List<ServiceLeft> notLoggedOut) {
	}

	/**
	 * Some of a user's sessions may continue.
	 *
	 * @param ended how many were terminated
	 * @param notLoggedOut the services where the user may still be signed in
	 * @param error what stopped it
	 */
	record Interrupted(int ended, List<ServiceLeft> notLoggedOut, String error) {
	}

	/**
	 * The number of sessions or, with a name, that user's sessions. As a query parameter
	 * the name may contain any characters.
	 * @param limit the most that are listed, 1 to 1000; 100 if absent
	 * @param by the administrator
	 */
	@ReadOperation
	WebEndpointResponse<Object> read(@Nullable String principal, @Nullable Integer limit, @Nullable String by) {
		return principal == null ? Answers.of(() -> Answers.ok(new Count(store.count()))) : of(principal, limit, by);
	}

	/** Lists the sessions of a user whose name can be part of a path. */
	@ReadOperation
	WebEndpointResponse<Object> of(@Selector String principal, @Nullable Integer limit, @Nullable String by) {
		if (principal.isBlank()) {
			return Answers.refused(WHOSE);
		}
		int most = limit == null ? DEFAULT_LIMIT : limit;
		if (most < 1 || most > MAX_LIMIT) {
			return Answers.refused("limit: from 1 to " + MAX_LIMIT);
		}
		return Answers.of(() -> {
			SessionLister.Listed listed = lister.list(principal, most);
			auditLog.record(Administrator.event(AuditEvent.Type.PERSON_VIEWED, principal, null, by));
			return Answers.ok(listed);
		});
	}

	/** Ends the sessions of a user whose name can be part of a path. */
	@DeleteOperation
	WebEndpointResponse<Object> endOf(@Selector String principal, @Nullable String by) {
		return end(principal, by);
	}

	/** Ends the sessions of any user, named by a query parameter. */
	@DeleteOperation
	WebEndpointResponse<Object> end(@Nullable String principal, @Nullable String by) {
		if (principal == null || principal.isBlank()) {
			return Answers.refused(WHOSE);
		}
		Ended ended = ender.endAll(principal, Administrator.of(by));
		return ended.error()
			.map(error -> Answers.unavailable(new Interrupted(ended.ended(), ended.notLoggedOut(), error)))
			.orElseGet(() -> Answers.ok(new Done(ended.ended(), ended.notLoggedOut())));
	}

}
