package org.campanile.perf.scenario;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.perf.load.Target;
import org.campanile.perf.load.VirtualServiceProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PlainLoginTests {

	@Test
	void whenSignedInThenTheFormIsSentAsABrowserWould() throws Exception {
		try (LoginServer server = new LoginServer(LoginServer.SIGNED_ON);
				PlainLogin login = new PlainLogin(target(server.start(), Target.Kind.UNSOLICITED))) {
			login.signIn("u1", "p w");
			assertThat(server.posted)
				.containsExactly("/login?a=1&b=2 csrf=abc flow=x%2By%3D&j_username=u1&j_password=p+w");
		}
	}

	/**
	 * Lines, headers and bodies are counted both ways; the second login on the same
	 * connection has no more bytes.
	 */
	@Test
	void whenSignedInThenAllBytesAreCounted() throws Exception {
		try (LoginServer server = new LoginServer(LoginServer.SIGNED_ON);
				PlainLogin login = new PlainLogin(target(server.start(), Target.Kind.UNSOLICITED))) {
			PlainLogin.Traffic first = login.signIn("u1", "p w");
			long pages = server.sent();
			PlainLogin.Traffic second = login.signIn("u1", "p w");
			String posted = "flow=x%2By%3D&j_username=u1&j_password=p+w";
			assertThat(first.sent()).isGreaterThan(
					"GET /start HTTP/1.1\r\n".length() + "POST /login?a=1&b=2 HTTP/1.1\r\n".length() + posted.length());
			// Each of the two answers has a status line, the date, the length of the
			// page, and the page.
			long headers = 2L
					* "HTTP/1.1 200 OK\r\nDate: Sun, 22 Nov 2026 18:00:00 GMT\r\nContent-Length: 100\r\n\r\n".length();
			assertThat(first.received()).isBetween(pages + headers, pages + headers + 100);
			assertThat(second).isEqualTo(first);
		}
	}

	@Test
	void whenThereIsNoAssertionThenAnErrorNamesThePerson() throws Exception {
		try (LoginServer server = new LoginServer("wrong password");
				PlainLogin login = new PlainLogin(target(server.start(), Target.Kind.UNSOLICITED))) {
			assertThatThrownBy(() -> login.signIn("u1", "pw")).isInstanceOf(IOException.class)
				.hasMessageContaining("did not sign u1 in: status 200");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Responder", "Requester" })
	void whenTheResponseIsARefusalThenThatIsNoLogin(String status) throws Exception {
		try (LoginServer server = new LoginServer(LoginServer.answer(status));
				PlainLogin login = new PlainLogin(target(server.start(), Target.Kind.UNSOLICITED))) {
			assertThatThrownBy(() -> login.signIn("u1", "pw")).isInstanceOf(IOException.class)
				.hasMessageContaining("did not sign u1 in: status 200, saml-other");
		}
	}

	@Test
	void whenTheFormGoesToNoAddressThenThatIsNoLogin() throws Exception {
		try (LoginServer server = new LoginServer(LoginServer.SIGNED_ON);
				PlainLogin login = new PlainLogin(target(server.start().resolve("/odd"), Target.Kind.UNSOLICITED))) {
			assertThatThrownBy(() -> login.signIn("u1", "pw")).isInstanceOf(IOException.class)
				.hasMessageContaining("its login form goes to no address");
		}
	}

	@Test
	void whenAPageOnlySpeaksOfAResponseThenThatIsNoLogin() throws Exception {
		try (LoginServer server = new LoginServer("<p>There was no SAMLResponse.</p>");
				PlainLogin login = new PlainLogin(target(server.start(), Target.Kind.UNSOLICITED))) {
			assertThatThrownBy(() -> login.signIn("u1", "pw")).isInstanceOf(IOException.class)
				.hasMessageContaining("no-response");
		}
	}

	/** The cookies of all answers are sent with the password. */
	@ParameterizedTest
	@EnumSource(names = { "REDIRECT", "POST" })
	void whenAServiceBeginsThenEachLoginHasARequestOfItsOwnAndRedirectsAreFollowed(Target.Kind kind,
			@TempDir Path folder) throws Exception {
		Path keys = VirtualServiceProvider.in(folder.resolve("sp")).folder();
		try (LoginServer server = new LoginServer(LoginServer.SIGNED_ON);
				PlainLogin login = new PlainLogin(target(server.start().resolve("/sso"), kind, keys))) {
			PlainLogin.Traffic first = login.signIn("u1", "p w");
			login.signIn("u1", "p w");
			String method = kind == Target.Kind.POST ? "POST " : "GET ";
			assertThat(server.requests).hasSize(2)
				.allMatch(request -> request.startsWith(method) && request.contains("SAMLRequest="));
			assertThat(server.requests.getFirst()).isNotEqualTo(server.requests.getLast());
			assertThat(server.posted).hasSize(2)
				.allMatch(posted -> posted.startsWith("/login?a=1&b=2 flow=f1; csrf=abc "));
			assertThat(first.sent()).as("the request is of it").isGreaterThan(server.requests.getFirst().length());
		}
	}

	@Test
	void whenSignOnIsNotBySamlThenRefused() {
		assertThatThrownBy(() -> new PlainLogin(target(URI.create("http://127.0.0.1:1/"), Target.Kind.CAS)))
			.isInstanceOf(IllegalArgumentException.class)
			.hasMessageContaining("by SAML");
	}

	private static Target target(URI start, Target.Kind kind, Path keys) {
		return new Target("server", start, kind, new Target.LoginForm("form", "j_username", "j_password", Map.of()),
				start, Path.of("idp.xml"), keys);
	}

	private static Target target(URI start, Target.Kind kind) {
		return target(start, kind, Path.of("sp"));
	}

}
