package org.campanile.web.logout;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import org.campanile.protocol.Endpoint;
import org.campanile.web.endpoint.Endpoints;

/** The endpoints of logout for all protocols. Thread-safe. */
@Component
public class LogoutEndpoints implements Endpoints.Source {

	/**
	 * Begins a logout, under the same path as in Shibboleth; pages of other sites may
	 * link here.
	 */
	public static final String LOGOUT = "/profile/Logout";

	/**
	 * Asks the user for confirmation; protected against CSRF like all forms.
	 */
	static final String CONFIRM = "/logout/confirm";

	/** Sends logout requests to services, each in a frame. */
	static final String PROGRESS = "/logout";

	/** The initial content of such a frame, which sends the request. */
	static final String ASK = "/logout/ask";

	/**
	 * Sends a logout request to one service in the whole window, where the browser sends
	 * that service's cookies.
	 */
	static final String AGAIN = "/logout/again";

	static final String DONE = "/logout/done";

	@Override
	public Set<Endpoint> endpoints() {
		return Stream.of(LOGOUT, CONFIRM, PROGRESS, ASK, AGAIN, DONE)
			.map(path -> new Endpoint(path, Endpoint.Kind.LOGOUT, path.equals(LOGOUT)))
			.collect(Collectors.toUnmodifiableSet());
	}

}
