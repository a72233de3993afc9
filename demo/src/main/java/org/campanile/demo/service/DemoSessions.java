package org.campanile.demo.service;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import org.campanile.IdentityProvider;
import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.serviceprovider.LogoutSubject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseCookie;

/**
 * The sessions of the demo's services. The store contains which sessions are live, on
 * every node, and nothing that identifies the user; the rest is in the user's cookie.
 * Sufficient to demonstrate a logout, but not for real services. Thread-safe.
 */
final class DemoSessions {

	private static final Logger logger = LoggerFactory.getLogger(DemoSessions.class);

	private static final String KIND = "demo-session";

	private static final Duration LIFETIME = Duration.ofHours(8);

	private final OneTimeStore store;

	private final IdentityProvider identityProvider;

	private final InstantSource clock;

	DemoSessions(OneTimeStore store, IdentityProvider identityProvider, InstantSource clock) {
		this.store = store;
		this.identityProvider = identityProvider;
		this.clock = clock;
	}

	/** Signs a user in; returns the cookie to be set. */
	String begin(DemoService service, DemoSession session) {
		keep(service, session);
		return cookie(service, session.encoded(), LIFETIME);
	}

	/** The user who is signed in with this browser. */
	Optional<DemoSession> find(DemoService service, HttpServletRequest request) {
		return read(service, request).filter(session -> {
			// Reading takes the value, so it is put back.
			boolean alive = end(service, session.nameId().value(), session.sessionIndex());
			if (alive) {
				keep(service, session);
			}
			return alive;
		});
	}

	/** Terminates the session of this browser. */
	Optional<DemoSession> end(DemoService service, HttpServletRequest request) {
		return read(service, request).filter(session -> end(service, session.nameId().value(), session.sessionIndex()));
	}

	/** Terminates the sessions in a logout request of the identity provider. */
	void end(DemoService service, LogoutSubject subject) {
		for (String index : subject.sessionIndexes()) {
			end(service, subject.nameId().value(), index);
		}
		end(service, subject.nameId().value(), "");
	}

	/** Returns a header that deletes the cookie. */
	String goneCookie(DemoService service) {
		return cookie(service, "", Duration.ZERO);
	}

	private void keep(DemoService service, DemoSession session) {
		try {
			store.put(KIND, key(service, session.nameId().value(), session.sessionIndex()), new byte[0],
					clock.instant().plus(LIFETIME));
		}
		catch (StoreUnavailableException ex) {
			logger.warn("{} lost a session, because the store did not answer: {}", service.name(), ex.getMessage());
		}
	}

	private boolean end(DemoService service, String nameId, String index) {
		try {
			return store.take(KIND, key(service, nameId, index)).isPresent();
		}
		catch (StoreUnavailableException | IllegalArgumentException ex) {
			logger.warn("{} cannot read its session: {}", service.name(), ex.getMessage());
			return false;
		}
	}

	private static String key(DemoService service, String nameId, String index) {
		return service.path() + '\n' + nameId + '\n' + index;
	}

	private static Optional<DemoSession> read(DemoService service, HttpServletRequest request) {
		Cookie[] cookies = request.getCookies();
		if (cookies != null) {
			for (Cookie cookie : cookies) {
				if (cookie.getName().equals(name(service))) {
					return DemoSession.decoded(cookie.getValue());
				}
			}
		}
		return Optional.empty();
	}

	private String cookie(DemoService service, String value, Duration age) {
		return ResponseCookie.from(name(service), value)
			.path(identityProvider.contextPath() + DemoServices.FIRST_PATH)
			.secure(identityProvider.secure())
			.httpOnly(true)
			.sameSite("Lax")
			.maxAge(age)
			.build()
			.toString();
	}

	private static String name(DemoService service) {
		return "campanile-" + service.path().substring(1).replace('/', '-');
	}

}
