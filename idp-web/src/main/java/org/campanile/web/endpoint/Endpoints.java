package org.campanile.web.endpoint;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

import org.campanile.protocol.Endpoint;

/**
 * The endpoints of all protocols and of the login and logout pages. A module that serves
 * such a path describes it once, in a bean of type {@link Source}; filters look it up
 * here and contain no paths of their own. Thread-safe.
 */
@Component
public final class Endpoints {

	/**
	 * The path prefix that protocols use by convention. A request for an unknown path
	 * below it gets the page "not found", even if it is a cross-site POST.
	 */
	private static final String PROTOCOLS = "/profile/";

	private final Map<String, Endpoint> byPath;

	/**
	 * @throws IllegalStateException if two endpoints have the same path
	 */
	public Endpoints(List<Source> sources) {
		Map<String, Endpoint> all = new HashMap<>();
		for (Source source : sources) {
			for (Endpoint endpoint : source.endpoints()) {
				if (all.putIfAbsent(endpoint.path(), endpoint) != null) {
					throw new IllegalStateException("Two endpoints have the path " + endpoint.path());
				}
			}
		}
		this.byPath = Map.copyOf(all);
	}

	/** Contributes the endpoints of one protocol. */
	@FunctionalInterface
	public interface Source {

		/** Returns the endpoints. Called once, at startup. */
		Set<Endpoint> endpoints();

	}

	/** Returns all endpoints, in no particular order. */
	public Collection<Endpoint> all() {
		return byPath.values();
	}

	/**
	 * The endpoint that a request is for; empty for images, health checks and the like.
	 */
	public Optional<Endpoint> of(HttpServletRequest request) {
		return Optional.ofNullable(byPath.get(request.getServletPath()));
	}

	/**
	 * Whether a request needs no CSRF token. That holds for endpoints that accept
	 * requests from other sites, and for unknown paths of protocols, so that the user
	 * sees "not found" rather than a CSRF error.
	 */
	public boolean crossSite(HttpServletRequest request) {
		return of(request).map(Endpoint::crossSite).orElseGet(() -> request.getServletPath().startsWith(PROTOCOLS));
	}

}
