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
 * The endpoints of all protocols and of the login and logout pages. Whoever serves such
 * an address contributes its descriptor once, as a bean of {@link Source}; filters ask
 * here and know no paths. Thread-safe.
 */
@Component
public final class Endpoints {

	/**
	 * Where protocols have their addresses by custom. What is not served there is not
	 * found, whatever sends the browser there.
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

		/** Asked once, at the start. */
		Set<Endpoint> endpoints();

	}

	/** All of them, in no particular order. */
	public Collection<Endpoint> all() {
		return byPath.values();
	}

	/** The endpoint that a request is for; empty for pictures, health and the like. */
	public Optional<Endpoint> of(HttpServletRequest request) {
		return Optional.ofNullable(byPath.get(request.getServletPath()));
	}

	/**
	 * Whether a request needs no CSRF token: an endpoint takes it from other sites, or a
	 * protocol that is not served here might, and the user is better told that there is
	 * no such page than that the form was forged.
	 */
	public boolean crossSite(HttpServletRequest request) {
		return of(request).map(Endpoint::crossSite).orElseGet(() -> request.getServletPath().startsWith(PROTOCOLS));
	}

}
