package org.campanile.web.overload;

import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Tells requests apart before anything is spent on them: by path, method and whether they
 * carry a session token that was issued here. Thread-safe.
 */
final class RequestKinds {

	private static final String LOGIN = "/login";

	private static final String BY_POST = "/profile/SAML2/POST/SSO";

	private static final Set<String> LIMITED = Set.of(LOGIN, BY_POST, "/profile/SAML2/Redirect/SSO",
			"/profile/SAML2/Unsolicited/SSO");

	private final Predicate<HttpServletRequest> carriesSession;

	/**
	 * @param carriesSession whether a request has a session token that was issued here;
	 * must not wait
	 */
	RequestKinds(Predicate<HttpServletRequest> carriesSession) {
		this.carriesSession = carriesSession;
	}

	/**
	 * The kind of a request; empty for what is never made to wait: logout, which relieves
	 * the server, and what costs next to nothing.
	 */
	Optional<RequestKind> of(HttpServletRequest request) {
		String path = request.getServletPath();
		if (!LIMITED.contains(path)) {
			return Optional.empty();
		}
		boolean post = "POST".equals(request.getMethod());
		if (post && path.equals(LOGIN)) {
			return Optional.of(RequestKind.LOGIN);
		}
		if (carriesSession.test(request)) {
			return Optional.of(RequestKind.SESSION);
		}
		return Optional.of(path.equals(LOGIN) || path.equals(BY_POST) ? RequestKind.UNDER_WAY : RequestKind.NEW);
	}

}
