package org.campanile.web.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.assertj.core.api.AutoCloseableSoftAssertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Cookie;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.servers.GateServers.WebServer;
import org.campanile.web.testkit.LogLines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Tests the gate behind real web servers, with the files of {@code deploy/gate}. */
@Timeout(180)
class GateServersIT {

	/**
	 * Special characters that are permitted in header names (RFC 9110, section 5.6.2).
	 */
	private static final String ODD = "!#$%&'*+.^_`|~";

	private static final String BOB = "user=[bob] mail=[bob@example.edu]";

	@TempDir
	private static Path folder;

	@AutoClose
	private static GateServers gate;

	@BeforeAll
	static void start() throws Exception {
		gate = new GateServers(folder);
		gate.start();
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAUserOpensAPageThenTheApplicationReceivesTheName(WebServer server) throws IOException {
		Browser browser = new Browser().withHeader("Accept", "text/html");
		Page page = gate.signIn(browser, server, "/open/page?a=b", "alice");
		assertThat(page.url().toString()).as(page.body()).isEqualTo(gate.origin(server) + "/open/page?a=b");
		assertThat(page.body()).as(gate.logs()).startsWith("user=[alice] mail=[alice@example.edu] method=GET body=");
		assertThat(browser.get(gate.origin(server) + "/staff").body()).startsWith("user=[alice]");
	}

	/** Tomcat refuses the brackets in a query of its own. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAQueryHasBracketsThenThePageIsServed(WebServer server) throws IOException {
		String cookie = "Cookie: " + gate.cookie(server, "bob");
		assertThat(gate.send(server, "GET /open?a[]=1", gate.authority(server), cookie)).startsWith("HTTP/1.1 200")
			.contains(BOB);
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenTheRulesDoNotLetInThenAPageSaysWhy(WebServer server) {
		Browser browser = gate.signedIn(server, "bob");
		try (LogLines audit = LogLines.audit()) {
			Page denied = browser.get(gate.origin(server) + "/staff/");
			assertThat(denied.status()).isEqualTo(403);
			assertThat(denied.body()).contains("Staff only.").contains("ACCESS_DENIED-");
			assertThat(audit.lines()).singleElement().asString().contains("code=" + denied.text("code"));
		}
		for (String disguised : List.of("/open/../staff", "//staff", "/open/%2e%2e/staff", "/%73taff",
				"/open/..;/staff", "/open%2f..%2fstaff", "/open/.%2e/staff")) {
			assertThat(browser.get(gate.origin(server) + disguised).status()).as(disguised).isIn(400, 403, 404);
		}
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientNamesAUserItselfThenThatNeverArrives(WebServer server) {
		Browser browser = gate.signedIn(server, "bob");
		Page page = browser.withHeader("X-Remote-User", "alice")
			.withHeader("X-Mail", "alice@example.edu")
			.get(gate.origin(server) + "/open");
		assertThat(page.body()).startsWith(BOB);
		for (String misleading : GateServers.MISLEADING) {
			Page answer = browser.copy().withHeader(misleading, "/staff").get(gate.origin(server) + "/open");
			assertThat(answer.body()).as(misleading).startsWith("user=[bob]").endsWith("misleading=[]");
		}
	}

	/**
	 * PHP, WSGI and CGI may confuse these names with the gate's headers, or with one that
	 * overrides the method.
	 */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientSendsANameThatIsReadAsAnotherThenItNeverArrives(WebServer server) throws IOException {
		assertTheGatesHeadersAloneArrive(server, names().map(name -> name + ": alice"));
	}

	/** Proxies remove the headers that {@code Connection} names. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenConnectionNamesTheHeadersOfTheGateThenTheyArrive(WebServer server) throws IOException {
		assertTheGatesHeadersAloneArrive(server,
				Stream.of("Connection: X-Remote-User, X-Mail", "connection: x-remote-user,x-mail",
						"Connection: X-Mail\r\nConnection: upgrade, X-Remote-User", "Connection: X-Remote-User;X-Mail",
						"Proxy-Connection: X-Remote-User, X-Mail",
						"Connection: Upgrade, X-Remote-User, X-Mail\r\nUpgrade: websocket"));
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenConnectionNamesThemAndAClientSendsItsOwnThenTheyAreTheGates(WebServer server) throws IOException {
		assertTheGatesHeadersAloneArrive(server, names()
			.map(name -> "Connection: X-Remote-User, X-Mail\r\nX-Remote-User: alice\r\n" + name + ": alice"));
	}

	/** After an upgrade to HTTP/2, the gate would not be asked about further requests. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientAsksForHttp2ThenThatIsNotForwarded(WebServer server) throws IOException {
		String cookie = gate.cookie(server, "bob");
		try (AutoCloseableSoftAssertions softly = new AutoCloseableSoftAssertions()) {
			for (String upgrade : List.of("h2c", "H2C", "h2c, websocket", "h2c\r\nUpgrade: websocket",
					"websocket\r\nUpgrade: h2c")) {
				String sent = "Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\nUpgrade: " + upgrade;
				softly.assertThat(open(server, cookie, sent)).as(sent).contains(BOB, "upgrade=null");
				softly.assertThat(gate.upgrades(server, sent)).as("for a cookie: " + sent).containsExactly("[]");
			}
		}
	}

	@Test
	void whenABrowserOpensAWebSocketThenCaddyPassesItOn() throws IOException {
		assertThat(open(WebServer.CADDY, gate.cookie(WebServer.CADDY, "bob"),
				"Connection: keep-alive, Upgrade\r\nUpgrade: websocket"))
			.contains(BOB, "upgrade=[websocket]");
	}

	private static Stream<String> names() {
		return Stream.concat(
				Stream.of("X_Remote-User", "X-Remote_User", "x_remote-user", "X.Remote_User", "X_Mail",
						"X_HTTP_Method_Override", "X-HTTP_Method-Override"),
				ODD.chars().mapToObj(odd -> "X-Remote-User".replace('-', (char) odd)));
	}

	private static void assertTheGatesHeadersAloneArrive(WebServer server, Stream<String> requests) throws IOException {
		String cookie = gate.cookie(server, "bob");
		try (AutoCloseableSoftAssertions softly = new AutoCloseableSoftAssertions()) {
			for (String sent : requests.toList()) {
				softly.assertThat(open(server, cookie, sent)).as(sent).contains(BOB).endsWith("misleading=[]");
			}
		}
	}

	private static String open(WebServer server, String cookie, String headers) throws IOException {
		return gate.send(server, "GET /open", gate.authority(server), "Cookie: " + cookie, headers).strip();
	}

	/** The other site permits more pages. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientNamesTheHostOfAnotherSiteThenTheRulesOfThisOneHold(WebServer server) throws Exception {
		for (String page : List.of("/staff/x", GateServers.LAX + "/staff/x")) {
			assertThat(gate.send(server, "GET " + page, "lax.example.edu", "Accept: text/html")).as(page)
				.doesNotContain("user=", "lax.example.edu%2F");
		}
	}

	/** Sent on as it is, this target would be a page of the node, not the check. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenATargetIsAPageOfTheNodeThenTheApplicationReceivesNothing(WebServer server) throws IOException {
		assertThat(gate.send(server, "GET a:" + gate.origin(server) + "/idp/cas/validate", gate.authority(server),
				"Accept: text/html"))
			.containsPattern("^HTTP/1\\.1 40[03] ")
			.doesNotContain("user=");
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientSaysWhereItComesFromThenThatNeverArrives(WebServer server) throws IOException {
		String forged = GateServers.FORWARDED.stream()
			.map(name -> name + ": forged.example.edu")
			.collect(Collectors.joining("\r\n"));
		assertThat(open(server, gate.cookie(server, "bob"), forged)).contains(BOB, "X-Forwarded-For:[127.0.0.1]")
			.doesNotContain("forged");
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAFormIsSentThenItArrivesWithTheApplicationsCookiesAlone(WebServer server) {
		Browser browser = gate.signedIn(server, "bob");
		browser.put(new Cookie("app", "its-own", "127.0.0.1", "/", Map.of()));
		// Of another site, with a cookie for the domain.
		browser.put(new Cookie("__Secure-campanile-gate-blog", "its-pass", "127.0.0.1", "/", Map.of()));
		assertThat(browser.send(Form.post(gate.origin(server) + "/open/form", Map.of("a", "b"))).body())
			.startsWith("user=[bob] mail=[bob@example.edu] method=POST body=a=b cookie=[")
			.contains("app=its-own")
			.doesNotContainPattern("campanile-[a-z-]+=[^;\\]]");
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAskedByHeadThenTheStatusIsThatOfGet(WebServer server) throws IOException {
		String cookie = "Cookie: " + gate.cookie(server, "bob");
		assertThat(gate.send(server, "HEAD /open", gate.authority(server), cookie)).startsWith("HTTP/1.1 200");
		assertThat(gate.send(server, "HEAD /staff", gate.authority(server), cookie)).startsWith("HTTP/1.1 403");
	}

	/** The cookie is renewed in the response to a page of the application. */
	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenTheCookieIsAgedThenItIsRenewedAndALogoutClosesTheSite(WebServer server) {
		Browser browser = gate.signedIn(server, "alice");
		String first = browser.cookie(server.cookie()).orElseThrow().value();
		gate.clock.advance(Duration.ofSeconds(61));
		assertThat(browser.get(gate.origin(server) + "/open/aged").body()).startsWith("user=[alice]");
		assertThat(browser.cookie(server.cookie()).orElseThrow().value()).isNotEqualTo(first);
		assertThat(browser.open(gate.idp.baseUrl() + "/profile/Logout").body()).contains(server.id());
		gate.clock.advance(Duration.ofSeconds(61));
		assertThat(browser.open(gate.origin(server) + "/open/closed").loginForm()).isNotNull();
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAProgramSendsAPasswordThenItPassesAndIsAskedForOneOtherwise(WebServer server) {
		assertThat(program("alice:alice-demo").get(gate.origin(server) + "/open").body()).startsWith("user=[alice]")
			.contains("authorization=null");
		Page refused = program("carol:wrong").get(gate.origin(server) + "/open");
		assertThat(refused.status()).isEqualTo(401);
		assertThat(refused.header("WWW-Authenticate")).startsWith("Basic realm=");
	}

	/** The files of the cache contain what tells one request from another. */
	@Test
	void whenAProgramSendsAPasswordThenNginxWritesItToNoFile() throws IOException {
		gate.signedIn(WebServer.NGINX, "bob");
		assertThat(program("alice:alice-demo").get(gate.origin(WebServer.NGINX) + "/open").status()).isEqualTo(200);
		assertThat(gate.cached()).contains(WebServer.NGINX.cookie() + '=').doesNotContain(encoded("alice:alice-demo"));
	}

	private static Browser program(String credentials) {
		return new Browser().withHeader("Authorization", "Basic " + encoded(credentials));
	}

	private static String encoded(String credentials) {
		return Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8));
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAClientDescribesAnotherPageThenThatIsNotBelieved(WebServer server) {
		Browser browser = gate.signedIn(server, "bob");
		for (String header : List.of("X-Original-URL", "X-Forwarded-Uri")) {
			String value = header.equals("X-Original-URL") ? gate.origin(server) + "/open" : "/open";
			assertThat(browser.copy().withHeader(header, value).get(gate.origin(server) + "/staff").status()).as(header)
				.isEqualTo(403);
		}
	}

	@ParameterizedTest
	@EnumSource(WebServer.class)
	void whenAProgramAsksThenItReceives401AndNotTheLogin(WebServer server) {
		Browser program = new Browser().withHeader("Accept", "application/json");
		assertThat(program.get(gate.origin(server) + "/open").status()).isEqualTo(401);
	}

}
