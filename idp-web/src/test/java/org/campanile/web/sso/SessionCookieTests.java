package org.campanile.web.sso;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

import org.campanile.IdentityProvider;
import org.campanile.seal.KeyRing;
import org.campanile.seal.KeyRingSource;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.session.Sessions;
import org.campanile.testkit.session.HeapSessionStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

class SessionCookieTests {

	private static final IdentityProvider IDP = new IdentityProvider("https://login.example.edu/idp",
			"https://login.example.edu/idp", List.of());

	private static final InstantSource CLOCK = InstantSource.system();

	private static final KeyRing OLD = ring(1);

	private static final KeyRing NEW = ring(2);

	/** The keys that this node has loaded, and those in the key folder. */
	private KeyRing loaded = OLD;

	private KeyRing folder = OLD;

	private final Sessions sessions = SessionFixtures.sessions(new HeapSessionStore(CLOCK, new HashMap<>()),
			new Sealer(new KeyRingSource() {

				@Override
				public KeyRing current() {
					return loaded;
				}

				@Override
				public KeyRing renewed() {
					loaded = folder;
					return folder;
				}

			}, new SecureRandom()), CLOCK);

	private final SessionCookie cookie = new SessionCookie(IDP, sessions);

	@Test
	void whenATokenWasVerifiedThenNotAgainForTheSameRequest() {
		Sessions.NewSession begun = begin();
		HttpServletRequest first = request(begun.token());
		assertThat(cookie.isIssued(first)).isTrue();
		loaded = NEW;
		folder = NEW;
		assertThat(cookie.key(first)).contains(begun.session().key());
		assertThat(cookie.key(request(begun.token()))).as("of the next request").isEmpty();
	}

	@Test
	void whenATokenIsForgedThenItsRequestHasNoKey() {
		String token = begin().token();
		HttpServletRequest request = request(token.substring(0, token.length() - 1) + '?');
		assertThat(cookie.isIssued(request)).isFalse();
		assertThat(cookie.key(request)).isEmpty();
		assertThat(cookie.key(new MockHttpServletRequest())).isEmpty();
	}

	/** Admission must not wait until the key folder has been read. */
	@Test
	void whenAKeyIsNotLoadedYetThenOnlyItsSessionIsFound() {
		loaded = NEW;
		Sessions.NewSession begun = begin();
		loaded = OLD;
		folder = NEW;
		HttpServletRequest request = request(begun.token());
		assertThat(cookie.isIssued(request)).isFalse();
		assertThat(loaded).as("the folder was not read").isSameAs(OLD);
		assertThat(cookie.key(request)).contains(begun.session().key());
	}

	private Sessions.NewSession begin() {
		return sessions.begin(SessionFixtures.user("alice", Instant.now()), SessionFixtures.mail("a@example.edu"),
				Optional.empty());
	}

	private static HttpServletRequest request(String token) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setCookies(new Cookie("__Host-campanile-session", token));
		return request;
	}

	private static KeyRing ring(int fill) {
		byte[] bytes = new byte[SealingKey.LENGTH];
		Arrays.fill(bytes, (byte) fill);
		return new KeyRing(List.of(new SealingKey(bytes)));
	}

}
