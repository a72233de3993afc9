package org.campanile.web.overload;

import java.util.Optional;
import java.util.function.Predicate;

import jakarta.servlet.http.HttpServletRequest;

import org.campanile.web.endpoint.Endpoints;

/**
 * Tells requests apart before anything is spent on them: by endpoint, method and whether
 * they carry a session token that was issued here. Thread-safe.
 */
final class RequestKinds {

	private final Endpoints endpoints;

	private final Predicate<HttpServletRequest> carriesSession;

	/**
	 * @param carriesSession whether a request has a session token that was issued here;
	 * must not wait
	 */
	RequestKinds(Endpoints endpoints, Predicate<HttpServletRequest> carriesSession) {
		this.endpoints = endpoints;
		this.carriesSession = carriesSession;
	}

	/**
	 * The kind of a request; empty for what is never made to wait: logout, which relieves
	 * the server, and what costs next to nothing.
	 */
	Optional<RequestKind> of(HttpServletRequest request) {
		return endpoints.of(request).flatMap(endpoint -> switch (endpoint.kind()) {
			case LOGIN -> Optional
				.of("POST".equals(request.getMethod()) ? RequestKind.LOGIN : orSession(RequestKind.UNDER_WAY, request));
			case SIGN_ON -> Optional.of(orSession(RequestKind.NEW, request));
			case SIGN_ON_BY_POST -> Optional.of(orSession(RequestKind.UNDER_WAY, request));
			case LOGOUT, OTHER -> Optional.empty();
		});
	}

	private RequestKind orSession(RequestKind withoutSession, HttpServletRequest request) {
		return carriesSession.test(request) ? RequestKind.SESSION : withoutSession;
	}

}
