package org.campanile.web.overload;

import java.util.Optional;
import java.util.function.Predicate;

import jakarta.servlet.http.HttpServletRequest;

import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.sso.ApprovalPage;

/**
 * Classifies requests cheaply: by endpoint, method, whether they carry a session token
 * issued here, and whether they are a decision on the way to a service, which needs no
 * directory. Thread-safe.
 */
final class RequestKinds {

	private final Endpoints endpoints;

	private final Predicate<HttpServletRequest> carriesSession;

	/**
	 * @param carriesSession whether a request has a session token issued here; must not
	 * block
	 */
	RequestKinds(Endpoints endpoints, Predicate<HttpServletRequest> carriesSession) {
		this.endpoints = endpoints;
		this.carriesSession = carriesSession;
	}

	/**
	 * Returns the kind of a request; empty for requests that never wait: logout, which
	 * relieves the server, requests from servers, and cheap ones.
	 */
	Optional<RequestKind> of(HttpServletRequest request) {
		return endpoints.of(request).flatMap(endpoint -> switch (endpoint.kind()) {
			case LOGIN -> Optional.of("POST".equals(request.getMethod()) && !ApprovalPage.isDecision(request)
					? RequestKind.LOGIN : orSession(RequestKind.UNDER_WAY, request));
			case SIGN_ON -> Optional.of(orSession(RequestKind.NEW, request));
			case SIGN_ON_BY_POST -> Optional.of(orSession(RequestKind.UNDER_WAY, request));
			case LOGOUT, BACK_CHANNEL, OTHER -> Optional.empty();
		});
	}

	private RequestKind orSession(RequestKind withoutSession, HttpServletRequest request) {
		return carriesSession.test(request) ? RequestKind.SESSION : withoutSession;
	}

}
