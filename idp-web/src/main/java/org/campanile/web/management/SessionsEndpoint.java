package org.campanile.web.management;

import java.util.List;

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
 * {@code /actuator/sessions}: how many sessions there are, and the end of all of one
 * person's. Thread-safe.
 */
@WebEndpoint(id = "sessions")
class SessionsEndpoint {

	private final SessionStore store;

	private final SessionEnder ender;

	SessionsEndpoint(SessionStore store, SessionEnder ender) {
		this.store = store;
		this.ender = ender;
	}

	/**
	 * How many there are.
	 *
	 * @param live about how many live sessions the store holds
	 */
	record Count(long live) {
	}

	/**
	 * All of a person's sessions were ended.
	 *
	 * @param ended how many
	 * @param notLoggedOut the services where the person may still be signed in
	 */
	record Done(int ended, List<ServiceLeft> notLoggedOut) {
	}

	/**
	 * Some of a person's sessions may go on.
	 *
	 * @param ended how many were ended
	 * @param notLoggedOut the services where the person may still be signed in
	 * @param error what stopped it
	 */
	record Interrupted(int ended, List<ServiceLeft> notLoggedOut, String error) {
	}

	@ReadOperation
	WebEndpointResponse<Object> count() {
		return Answers.of(() -> Answers.ok(new Count(store.count())));
	}

	/** For names that a path can hold. */
	@DeleteOperation
	WebEndpointResponse<Object> endOf(@Selector String principal) {
		return end(principal);
	}

	/** For any name, as a query parameter. */
	@DeleteOperation
	WebEndpointResponse<Object> end(@Nullable String principal) {
		if (principal == null || principal.isBlank()) {
			return Answers.refused("principal: whose sessions? Give the canonical name, as user= in the audit log");
		}
		Ended ended = ender.endAll(principal);
		return ended.error()
			.map(error -> new WebEndpointResponse<Object>(new Interrupted(ended.ended(), ended.notLoggedOut(), error),
					WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE))
			.orElseGet(() -> Answers.ok(new Done(ended.ended(), ended.notLoggedOut())));
	}

}
