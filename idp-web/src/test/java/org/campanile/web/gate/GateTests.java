package org.campanile.web.gate;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.IdentityProvider;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the gate with the requests that web servers send. */
class GateTests extends GateFixture {

	private static final String CAROL = "uid=carol,ou=people,dc=example,dc=edu";

	@Test
	void whenSignedInThenTheWebServerLearnsWhoAndWhat() throws Exception {
		Browser browser = new Browser();
		signIn(browser, WIKI + "/open/page?a=b", "alice");
		HttpResponse<String> passed = check(WIKI + "/open/page");
		assertThat(passed.statusCode()).isEqualTo(204);
		assertThat(passed.headers().firstValue("X-Remote-User")).contains("alice");
		assertThat(passed.headers().firstValue("X-Mail")).contains("alice@example.edu");
		assertThat(passed.headers().firstValue("X-Phone")).as("always there, so that a client's own is replaced")
			.contains("");
		assertThat(check(WIKI + "/staff/a").statusCode()).isEqualTo(204);
		cookies = List.of();
		signIn(new Browser(), WIKI + "/open/", "bob");
		HttpResponse<String> denied = check(WIKI + "/staff/a");
		assertThat(denied.statusCode()).isEqualTo(403);
		assertThat(denied.body()).contains("Staff only.").contains("ACCESS_DENIED-");
		assertThat(check(WIKI + "/elsewhere").statusCode()).isEqualTo(403);
	}

	@Test
	void whenNotSignedInThenToTheLoginOrTold() throws Exception {
		HttpResponse<String> nginx = check(WIKI + "/open");
		assertThat(nginx.statusCode()).isEqualTo(401);
		assertThat(nginx.headers().firstValue("X-Gate-Login").orElseThrow())
			.startsWith(idp.baseUrl() + "/gate/login?url=http%3A%2F%2Fwiki.example.edu%2Fopen&browser=");
		HttpResponse<String> script = send("X-Original-URL", WIKI + "/open", "X-Original-Method", "GET", "Accept",
				"application/json");
		assertThat(script.statusCode()).isEqualTo(401);
		assertThat(script.headers().firstValue("X-Gate-Login")).isEmpty();
		HttpResponse<String> traefik = send("X-Forwarded-Proto", "http", "X-Forwarded-Host", "wiki.example.edu",
				"X-Forwarded-Uri", "/open?x=1", "X-Forwarded-Method", "GET", "Accept", "text/html");
		assertThat(traefik.statusCode()).isEqualTo(302);
		assertThat(traefik.headers().firstValue("Location").orElseThrow()).startsWith(idp.baseUrl() + "/gate/login?");
		signIn(new Browser(), WIKI + "/open", "bob");
		assertThat(send("X-Forwarded-Proto", "ws", "X-Forwarded-Host", "wiki.example.edu", "X-Forwarded-Uri", "/open",
				"X-Forwarded-Method", "GET")
			.statusCode()).as("a WebSocket").isEqualTo(204);
	}

	@Test
	void whenThePassIsFreshThenNoStoreIsAskedAndOneReadWhenItIsAged() throws Exception {
		signIn(new Browser(), WIKI + "/open", "alice");
		counts.forget();
		assertThat(check(WIKI + "/open").statusCode()).isEqualTo(204);
		assertThat(counts.operations()).isEmpty();
		assertThat(counts.oneTime()).isEmpty();
		assertThat(idp.bean(MeterRegistry.class)
			.find("http.server.requests")
			.tags("uri", "/gate/check", "status", "204")
			.timer()).as("counted by its path").isNotNull();
		clock.advance(Duration.ofSeconds(61));
		HttpResponse<String> aged = check(WIKI + "/open");
		assertThat(aged.statusCode()).isEqualTo(204);
		assertThat(counts.operations()).hasSize(1).first().hasToString("FIND");
		keep(aged);
		counts.forget();
		assertThat(check(WIKI + "/open").statusCode()).isEqualTo(204);
		assertThat(counts.operations()).isEmpty();
	}

	@Test
	void whenStrictThenOneReadForEachAndALogoutEndsItAtOnce() throws Exception {
		Browser browser = new Browser();
		signIn(browser, "http://strict.example.edu/open", "alice");
		counts.forget();
		assertThat(check("http://strict.example.edu/open").statusCode()).isEqualTo(204);
		assertThat(counts.operations()).hasSize(1).first().hasToString("FIND");
		browser.get(idp.baseUrl() + "/profile/Logout");
		assertThat(check("http://strict.example.edu/open").statusCode()).isEqualTo(401);
	}

	@Test
	void whenLoggedOutThenTheSiteIsNamedAndClosedWithinTheTime() throws Exception {
		Browser browser = new Browser();
		signIn(browser, WIKI + "/open", "alice");
		assertThat(browser.open(idp.baseUrl() + "/profile/Logout").body()).contains("Wiki");
		clock.advance(Duration.ofSeconds(61));
		assertThat(check(WIKI + "/open").statusCode()).isEqualTo(401);
	}

	@Test
	void whenTheAuthenticationIsTooOldThenThePasswordIsAskedAgain() throws Exception {
		Browser browser = new Browser();
		signIn(browser, WIKI + "/grades", "alice");
		assertThat(check(WIKI + "/grades").statusCode()).isEqualTo(204);
		clock.advance(Duration.ofMinutes(6));
		HttpResponse<String> old = check(WIKI + "/grades");
		assertThat(old.statusCode()).isEqualTo(401);
		keep(old);
		Form again = browser.open(old.headers().firstValue("X-Gate-Login").orElseThrow()).loginForm();
		handOver(browser.send(again.with("j_password", "alice-demo")), WIKI);
		assertThat(check(WIKI + "/grades").statusCode()).isEqualTo(204);
	}

	@Test
	void whenTheLoginPageIsInAnotherLanguageThenTheSamePageIsHandedOver() throws Exception {
		String page = WIKI + "/grades?a=b&c=d";
		Browser browser = new Browser();
		// The second login is demanded by a rule.
		for (int i = 0; i < 2; i++) {
			HttpResponse<String> asked = check(page);
			keep(asked);
			Page login = browser.open(asked.headers().firstValue("X-Gate-Login").orElseThrow());
			Page german = browser.open(login.link("Deutsch"));
			assertThat(german.document().select("html").attr("lang")).isEqualTo("de");
			Form form = german.loginForm().with("j_username", "alice").with("j_password", "alice-demo");
			assertThat(handOver(browser.send(form), WIKI).headers().firstValue("Location")).contains(page);
			clock.advance(Duration.ofMinutes(6));
		}
	}

	@Test
	void whenAProgramSendsAPasswordThenItPassesAndAWrongOneDoesNot() throws Exception {
		assertThat(basic("alice:alice-demo").headers().firstValue("X-Mail")).contains("alice@example.edu");
		double binds = counts.binds();
		assertThat(basic("alice:alice-demo").statusCode()).isEqualTo(204);
		assertThat(counts.binds()).as("remembered").isEqualTo(binds);
		HttpResponse<String> wrong = basic("alice:wrong");
		assertThat(wrong.statusCode()).isEqualTo(401);
		assertThat(wrong.headers().firstValue("WWW-Authenticate").orElseThrow()).startsWith("Basic realm=\"wiki\"");
	}

	/** Passwords are checked only for pages whose rule permits programs. */
	@Test
	void whenNoRulePermitsAProgramThenItsPasswordIsNotChecked() throws Exception {
		assertThat(basic(WIKI + "/api", "alice:alice-demo").statusCode()).isEqualTo(204);
		HttpResponse<String> other = basic(WIKI + "/api", "bob:bob-demo");
		assertThat(other.statusCode()).as("permitted to others").isEqualTo(403);
		HttpResponse<String> steppedUp = basic(WIKI + "/api/keys", "alice:alice-demo");
		assertThat(steppedUp.statusCode()).as("a program cannot step up").isEqualTo(403);
		assertThat(basic(WIKI + "/robots.txt", "bob:bob-demo").statusCode())
			.as("permitted to users, and other programs")
			.isEqualTo(403);
		double binds = counts.binds();
		for (String page : List.of(WIKI + "/staff", "http://strict.example.edu/open")) {
			HttpResponse<String> closed = basic(page, "alice:alice-demo");
			assertThat(closed.statusCode()).as(page).isEqualTo(401);
			assertThat(closed.headers().firstValue("WWW-Authenticate")).as(page).isEmpty();
		}
		assertThat(counts.binds()).isEqualTo(binds);
	}

	/** After a session has ended, a page may still load pictures and run scripts. */
	@Test
	void whenABrowserAsksForNoPageThenItIsNotToAskItsUserForAPassword() throws Exception {
		for (String header : List.of("Sec-Fetch-Mode", "X-Requested-With")) {
			HttpResponse<String> refused = send("X-Original-URL", WIKI + "/open", "X-Original-Method", "GET", header,
					"cors");
			assertThat(refused.statusCode()).as(header).isEqualTo(401);
			assertThat(refused.headers().firstValue("WWW-Authenticate")).as(header).isEmpty();
		}
		HttpResponse<String> program = send("X-Original-URL", WIKI + "/open", "X-Original-Method", "GET");
		assertThat(program.headers().firstValue("WWW-Authenticate")).isPresent();
	}

	@Test
	void whenCredentialsAreOfNoFormThenTheyAreRefusedAndNotChecked() throws Exception {
		try (LogLines audit = LogLines.audit()) {
			for (String none : List.of("alice", ":alice-demo", "", "alice:" + "x".repeat(1_600))) {
				HttpResponse<String> answer = basic(none);
				assertThat(answer.statusCode()).as(none).isEqualTo(401);
				assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
			}
			assertThat(send("X-Original-URL", WIKI + "/open", "X-Original-Method", "GET", "Authorization", "Basic %%")
				.statusCode()).isEqualTo(401);
			assertThat(audit.lines()).isEmpty();
		}
	}

	/** A password is remembered for one site and one minute; for a strict site, never. */
	@Test
	void whenAPasswordIsRememberedThenForThatSiteAlone() throws Exception {
		assertThat(basic("carol:carol-demo").headers().firstValue("X-Mail")).isPresent();
		HttpResponse<String> shared = basic(SHARED + "/open", "carol:carol-demo");
		assertThat(shared.statusCode()).isEqualTo(204);
		assertThat(shared.headers().firstValue("X-Mail")).isEmpty();
		clock.advance(Duration.ofSeconds(61));
		double before = counts.binds();
		assertThat(basic(SHARED + "/open", "carol:carol-demo").statusCode()).isEqualTo(204);
		assertThat(counts.binds()).as("though its cookies are fresh for longer").isEqualTo(before + 1);
		String strict = "http://strict.example.edu/api";
		assertThat(basic(strict, "alice:alice-demo").statusCode()).isEqualTo(204);
		double binds = counts.binds();
		assertThat(basic(strict, "alice:alice-demo").statusCode()).isEqualTo(204);
		assertThat(counts.binds()).isEqualTo(binds + 1);
	}

	/** Each attempt is audited, and counted like an attempt at the login page. */
	@Test
	void whenAProgramTriesPasswordsThenItIsAuditedAndThrottled() throws Exception {
		try (LogLines audit = LogLines.audit()) {
			assertThat(basic("bob:bob-demo").statusCode()).isEqualTo(204);
			assertThat(audit.lines()).singleElement()
				.asString()
				.startsWith("event=LOGIN code=OK user=bob service=wiki address=127.0.0.1 by=basic");
			HttpResponse<String> last = basic("nobody:wrong");
			assertThat(audit.lines().getLast()).contains("event=LOGIN_REFUSED code=BAD_CREDENTIALS-", "user=nobody",
					"service=wiki");
			for (int i = 0; i < 50 && last.headers().firstValue("Retry-After").isEmpty(); i++) {
				last = basic("nobody:wrong" + i);
				assertThat(last.statusCode()).isEqualTo(401);
			}
			assertThat(last.headers().firstValue("Retry-After")).isPresent();
			assertThat(audit.lines()).anyMatch(line -> line.contains("code=THROTTLED-"));
		}
	}

	@Test
	void whenTheDirectoryIsDownThenAProgramLearnsThatItsPasswordWasNotChecked() throws Exception {
		try (TestIdp alone = TestIdp.start(TestIdp.newHome(), "campanile.http.trusted-proxies=127.0.0.1,::1",
				"campanile.gate.sites.wiki.urls=" + WIKI, "campanile.access.rules[0].basic=true")) {
			alone.directory().close();
			HttpResponse<String> answer = ask(alone, "X-Original-URL", WIKI + "/open", "X-Original-Method", "GET",
					"Authorization",
					"Basic " + Base64.getEncoder().encodeToString("alice:alice-demo".getBytes(StandardCharsets.UTF_8)));
			assertThat(answer.statusCode()).isEqualTo(503);
			assertThat(answer.headers().firstValue("Retry-After")).isPresent();
			assertThat(answer.headers().firstValue("WWW-Authenticate")).isEmpty();
		}
	}

	/**
	 * As at single sign-on, changes in the directory take effect once the attributes are
	 * read again.
	 */
	@Test
	void whenAttributesAreOldThenTheyAreReadAnew() throws Exception {
		signIn(new Browser(), WIKI + "/open", "carol");
		idp.directory().replace(CAROL, "mail", "new@example.edu");
		try {
			clock.advance(Duration.ofMinutes(29));
			HttpResponse<String> aged = check(WIKI + "/open");
			keep(aged);
			assertThat(aged.headers().firstValue("X-Mail")).contains("carol@example.edu");
			clock.advance(Duration.ofMinutes(2));
			counts.forget();
			assertThat(check(WIKI + "/open").headers().firstValue("X-Mail")).contains("new@example.edu");
			assertThat(counts.operations()).extracting(Object::toString).containsExactly("FIND", "UPDATE");
		}
		finally {
			idp.directory().replace(CAROL, "mail", "carol@example.edu");
		}
	}

	@Test
	void whenAUserHasMoreThanACookieHoldsThenTheSessionIsReadEachTime() throws Exception {
		idp.directory().replace(CAROL, "mail", addresses(50));
		try {
			signIn(new Browser(), WIKI + "/open", "carol");
			for (int i = 0; i < 2; i++) {
				counts.forget();
				HttpResponse<String> passed = check(WIKI + "/open");
				keep(passed);
				assertThat(passed.statusCode()).isEqualTo(204);
				assertThat(passed.headers().firstValue("X-Mail").orElseThrow().split(";")).hasSize(50);
				assertThat(counts.operations()).extracting(Object::toString).containsExactly("FIND");
			}
			cookies = List.of();
			idp.directory().replace(CAROL, "mail", addresses(70));
			signIn(new Browser(), WIKI + "/open", "carol");
			HttpResponse<String> refused = check(WIKI + "/open");
			assertThat(refused.statusCode()).isEqualTo(403);
			assertThat(refused.body()).contains("GATE_VALUES_TOO_LARGE-");
		}
		finally {
			idp.directory().replace(CAROL, "mail", "carol@example.edu");
		}
	}

	@Test
	void whenTheStoreDoesNotAnswerThenOnlyFreshPassesPass() throws Exception {
		signIn(new Browser(), WIKI + "/open", "alice");
		idp.bean(FailingFind.class).failing = true;
		try {
			assertThat(check(WIKI + "/open").statusCode()).isEqualTo(204);
			clock.advance(Duration.ofSeconds(61));
			HttpResponse<String> aged = check(WIKI + "/open");
			assertThat(aged.statusCode()).isEqualTo(503);
			assertThat(aged.headers().firstValue("X-Remote-User")).isEmpty();
		}
		finally {
			idp.bean(FailingFind.class).failing = false;
		}
		assertThat(check(WIKI + "/open").statusCode()).isEqualTo(204);
	}

	/**
	 * For a cookie of a domain, Campanile sets the cookie without a visit to the site's
	 * host.
	 */
	@Test
	void whenTheCookieIsOfADomainThenItIsSetHere() throws Exception {
		HttpResponse<String> first = check(SHARED + "/open");
		assertThat(first.headers().firstValue("Set-Cookie").orElseThrow()).contains("; Domain=example.edu");
		keep(first);
		Browser browser = new Browser();
		Form form = browser.open(first.headers().firstValue("X-Gate-Login").orElseThrow()).loginForm();
		String location = browser.send(form.with("j_username", "alice").with("j_password", "alice-demo"))
			.location()
			.toString();
		assertThat(location).startsWith(idp.baseUrl() + "/gate/handover?code=");
		HttpResponse<String> handed = send(location.substring(idp.baseUrl().length()), "Accept", "text/html");
		assertThat(handed.headers().firstValue("Location")).contains(SHARED + "/open");
		assertThat(handed.headers().firstValue("Set-Cookie").orElseThrow()).startsWith("campanile-gate-shared=")
			.contains("; Domain=example.edu");
		keep(handed);
		assertThat(check(SHARED + "/open").statusCode()).isEqualTo(204);
		assertThat(check(WIKI + "/open").statusCode()).as("another site").isEqualTo(401);
	}

	/** At that host there is no logo, and no such page in another language. */
	@Test
	void whenTheHostOfASiteSendsAPageThenNothingOnItIsOfThatHost() throws Exception {
		Path home = TestIdp.newHome();
		Files.writeString(Files.createDirectories(home.resolve("views")).resolve("crest.svg"), "<svg/>");
		String base = "https://login.example.edu/idp";
		IdentityProvider https = new IdentityProvider(base, base, List.of("example.edu"));
		try (TestIdp secure = TestIdp.start(home,
				context -> context.registerBean("https", IdentityProvider.class, () -> https,
						definition -> definition.setPrimary(true)),
				"campanile.http.trusted-proxies=127.0.0.1,::1", "campanile.branding.logo=crest.svg",
				"campanile.gate.sites.wiki.urls=" + WIKI)) {
			HttpResponse<String> denied = ask(secure, "X-Original-URL", "http://other.example.edu/",
					"X-Original-Method", "GET");
			HttpResponse<String> expired = send(secure, "/gate/handover?code=none",
					new String[] { "X-Original-URL", WIKI + "/.campanile/gate" }, false);
			for (HttpResponse<String> page : List.of(denied, expired)) {
				assertThat(page.body()).contains("src=\"" + base + "/logo?v=", "href=\"" + base + "/logo?v=")
					.doesNotContain("hreflang");
				assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
					.contains("img-src " + base + "/logo;");
				assertThat(page.headers().firstValue("Strict-Transport-Security")).isEmpty();
			}
			HttpResponse<String> own = send(secure, "/gate/login", new String[0], false);
			assertThat(own.body()).contains("src=\"/idp/logo?v=", "hreflang");
			assertThat(own.headers().firstValue("Strict-Transport-Security")).isPresent();
		}
	}

	/**
	 * The header comes from the client, and the check only decides whether access is
	 * permitted.
	 */
	@Test
	void whenABrowserFetchesAheadThenThePageIsServed() throws Exception {
		signIn(new Browser(), WIKI + "/open", "bob");
		assertThat(send("X-Original-URL", WIKI + "/open", "X-Original-Method", "GET", "Sec-Purpose", "prefetch")
			.statusCode()).isEqualTo(204);
	}

	private static String[] addresses(int count) {
		return IntStream.range(0, count)
			.mapToObj(i -> "carol" + i + "@" + "a".repeat(40) + ".example.edu")
			.toArray(String[]::new);
	}

}
