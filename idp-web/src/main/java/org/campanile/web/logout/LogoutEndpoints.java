package org.campanile.web.logout;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import org.campanile.protocol.Endpoint;
import org.campanile.web.endpoint.Endpoints;

/** The addresses of logout, whatever the protocol. Thread-safe. */
@Component
public class LogoutEndpoints implements Endpoints.Source {

	/**
	 * Begins a logout, at the address that Shibboleth gives it; pages of other sites may
	 * lead here.
	 */
	public static final String LOGOUT = "/profile/Logout";

	/**
	 * Asks the user, and takes the answer; protected against CSRF as all our forms are.
	 */
	static final String CONFIRM = "/logout/confirm";

	/** Asks services, each in a frame. */
	static final String PROGRESS = "/logout";

	/** What one of those frames shows first. */
	static final String ASK = "/logout/ask";

	/** Asks one service in the whole window, where its own cookies go along. */
	static final String AGAIN = "/logout/again";

	/** What came of it. */
	static final String DONE = "/logout/done";

	@Override
	public Set<Endpoint> endpoints() {
		return Stream.of(LOGOUT, CONFIRM, PROGRESS, ASK, AGAIN, DONE)
			.map(path -> new Endpoint(path, Endpoint.Kind.LOGOUT, path.equals(LOGOUT)))
			.collect(Collectors.toUnmodifiableSet());
	}

}
