package org.campanile.web.gate;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import jakarta.servlet.http.Cookie;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateSite;
import org.campanile.gate.PageAddress;
import org.campanile.seal.KeyRing;
import org.campanile.seal.KeyRingSource;
import org.campanile.seal.Sealer;
import org.campanile.service.DisplayInfo;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

class GateCookiesTests {

	private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

	private final GateCookies cookies = new GateCookies(SessionFixtures.sealer(1));

	private static GateSite site(String name, String url, @Nullable String domain) {
		return new GateSite(name, List.of(PageAddress.of(url).orElseThrow()), DisplayInfo.NONE, Set.of(), Map.of(),
				"X-Remote-User", Duration.ofSeconds(60), domain);
	}

	private static GatePass pass(int size) {
		return new GatePass("0".repeat(64), "alice", List.of(new Factor(FactorKind.PASSWORD, NOW)),
				ResolvedAttributes.NONE, 0, Map.of("X-Remote-User", "alice", "X-Groups", "g".repeat(size)), NOW);
	}

	private String written(GateSite site, GatePass pass) {
		MockHttpServletResponse response = new MockHttpServletResponse();
		cookies.write(site, pass, response);
		return String.valueOf(response.getHeader("Set-Cookie"));
	}

	private static MockHttpServletRequest bringing(String setCookie) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		String pair = setCookie.substring(0, setCookie.indexOf(';'));
		request.setCookies(new Cookie(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1)));
		return request;
	}

	@Test
	void whenTheCookieIsOfAHostThenNoOtherCanSetOrReadIt() {
		assertThat(written(site("wiki", "https://wiki.example.edu/", null), pass(0)))
			.startsWith("__Host-campanile-gate-wiki=")
			.contains("; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax")
			.doesNotContain("Domain", "Max-Age", "Expires");
	}

	@Test
	void whenTheCookieIsOfADomainThenItSaysSo() {
		assertThat(written(site("wiki", "https://wiki.example.edu/", "example.edu"), pass(0)))
			.startsWith("__Secure-campanile-gate-wiki=")
			.contains("; Domain=example.edu", "; Secure", "; HttpOnly", "; SameSite=Lax");
	}

	/** A cookie too large for the browser would cause endless sign-ins. */
	@Test
	void whenThePassIsTooLargeThenTheCookieOnlyNamesTheSession() {
		GateSite site = site("wiki", "https://wiki.example.edu/", null);
		String cookie = written(site, pass(3_500));
		assertThat(cookie).hasSizeLessThan(4_096);
		GatePass bare = cookies.pass(site, bringing(cookie)).orElseThrow();
		assertThat(bare.principal()).isEqualTo("alice");
		assertThat(bare.checkedAt()).isEqualTo(Instant.EPOCH);
		assertThat(cookies.pass(site, bringing(written(site, pass(0)))).orElseThrow().checkedAt()).isEqualTo(NOW);
	}

	/** Without these names, the login would be asked about its rules again and again. */
	@Test
	void whenThePassIsTooLargeThenTheCookieStillNamesTheRulesThatSpare() {
		GateSite site = site("wiki", "https://wiki.example.edu/", null);
		Set<String> rules = IntStream.range(10, 30).mapToObj(rule -> "n".repeat(62) + rule).collect(Collectors.toSet());
		String cookie = written(site, pass(3_500).sparedAtLogin(rules));
		assertThat(cookie).hasSizeLessThan(4_096);
		assertThat(cookies.pass(site, bringing(cookie)).orElseThrow().sparedAtLogin()).isEqualTo(rules);
	}

	@Test
	void whenACookieIsOfAnotherSiteThenItIsNone() {
		String cookie = written(site("grades", "https://grades.example.edu/", null), pass(0));
		GateSite wiki = site("wiki", "https://wiki.example.edu/", null);
		assertThat(cookies.pass(site("grades", "https://grades.example.edu/", null), bringing(cookie)))
			.as("its own; it is kept opened")
			.isPresent();
		assertThat(cookies.pass(wiki, bringing(cookie))).isEmpty();
		assertThat(cookies.pass(wiki, bringing(cookie.replace("gate-grades=", "gate-wiki=")))).isEmpty();
	}

	/** No browser keeps so long a cookie, so unsealing it would be wasted effort. */
	@Test
	void whenACookieIsLongerThanBrowsersKeepThenItIsNone() {
		GateSite site = site("wiki", "https://wiki.example.edu/", null);
		String sealed = pass(3_500).sealed(SessionFixtures.sealer(1), site);
		assertThat(cookies.pass(site, bringing("__Host-campanile-gate-wiki=" + sealed + ";"))).isEmpty();
	}

	@Test
	void whenAKeyIsTakenAwayThenItsPassesOpenNoMore() {
		AtomicReference<KeyRing> keys = new AtomicReference<>(SessionFixtures.sealer(1).ring());
		GateCookies kept = new GateCookies(new Sealer(new KeyRingSource() {

			@Override
			public KeyRing current() {
				return keys.get();
			}

			@Override
			public KeyRing renewed() {
				return keys.get();
			}

		}, new SecureRandom()));
		GateSite site = site("wiki", "https://wiki.example.edu/", null);
		MockHttpServletResponse response = new MockHttpServletResponse();
		kept.write(site, pass(0), response);
		MockHttpServletRequest request = bringing(String.valueOf(response.getHeader("Set-Cookie")));
		assertThat(kept.pass(site, request)).isPresent();
		keys.set(SessionFixtures.sealer(2).ring());
		assertThat(kept.pass(site, request)).isEmpty();
	}

}
