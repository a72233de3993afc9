package org.campanile.web.gate;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** The gate, asked as web servers ask it. */
@Timeout(120)
class GateTests {

	private static final String WIKI = "http://wiki.example.edu";

	private static MutableClock clock;

	private static TestIdp idp;

	private static CountingBeans counts;

	/** A browser at the site: what the gate sets for its host. */
	private List<String> cookies = List.of();

	@BeforeAll
	static void start() {
		clock = new MutableClock(Instant.now());
		idp = TestIdp.start(TestIdp.newHome(), context -> CountingBeans.register(context, clock),
				"campanile.http.trusted-proxies=127.0.0.1,::1", "campanile.authentication.failure-step=0",
				"campanile.gate.sites.wiki.urls=" + WIKI, "campanile.gate.sites.wiki.name=Wiki",
				"campanile.gate.sites.wiki.release=mail,cn", "campanile.gate.sites.wiki.headers.X-Mail=mail",
				"campanile.gate.sites.wiki.headers.X-Phone=telephoneNumber", "campanile.gate.sites.wiki.basic=true",
				"campanile.gate.sites.strict.urls=http://strict.example.edu", "campanile.gate.sites.strict.strict=true",
				"campanile.access.rules[0].name=everybody",
				"campanile.access.rules[0].hosts=wiki.example.edu,strict.example.edu",
				"campanile.access.rules[0].paths=/open,/robots.txt", "campanile.access.rules[1].name=alice",
				"campanile.access.rules[1].protocols=gate", "campanile.access.rules[1].paths=/staff",
				"campanile.access.rules[1].attributes.uid=alice", "campanile.access.rules[2].name=fresh",
				"campanile.access.rules[2].effect=step-up", "campanile.access.rules[2].paths=/grades",
				"campanile.access.rules[2].max-age=5m", "campanile.access.rules[3].name=grades",
				"campanile.access.rules[3].paths=/grades", "campanile.access.rules[4].name=closed",
				"campanile.access.rules[4].effect=deny", "campanile.access.rules[4].hosts=wiki.example.edu",
				"campanile.access.rules[4].missing=Staff only.");
		counts = idp.bean(CountingBeans.class);
	}

	@AfterAll
	static void stop() {
		idp.close();
	}

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
		HttpResponse<String> script = send("X-Original-URL", WIKI + "/open", "Accept", "application/json");
		assertThat(script.statusCode()).isEqualTo(401);
		assertThat(script.headers().firstValue("X-Gate-Login")).isEmpty();
		HttpResponse<String> traefik = send("X-Forwarded-Proto", "http", "X-Forwarded-Host", "wiki.example.edu",
				"X-Forwarded-Uri", "/open?x=1", "X-Forwarded-Method", "GET", "Accept", "text/html");
		assertThat(traefik.statusCode()).isEqualTo(302);
		assertThat(traefik.headers().firstValue("Location").orElseThrow()).startsWith(idp.baseUrl() + "/gate/login?");
	}

	@Test
	void whenThePassIsFreshThenNoStoreIsAskedAndOneReadWhenItIsAged() throws Exception {
		signIn(new Browser(), WIKI + "/open", "alice");
		counts.forget();
		assertThat(check(WIKI + "/open").statusCode()).isEqualTo(204);
		assertThat(counts.operations()).isEmpty();
		assertThat(counts.oneTime()).isEmpty();
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

	@ParameterizedTest
	@ValueSource(strings = { "/open/../staff", "/open/%2e%2e/staff", "/open/..;/staff", "/open//../staff/x",
			"/open%2f..%2fstaff", "/OPEN", "/%6Fpen/../staff", "/open/./../staff", "/open\\..\\staff", "/open%00/staff",
			"/opensesame", "/open;/../staff", "/open/%252e%252e/staff" })
	void whenAPathIsDisguisedThenItIsNotTheOpenOne(String path) throws Exception {
		signIn(new Browser(), WIKI + "/open", "bob");
		assertThat(check(WIKI + path).statusCode()).isEqualTo(403);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://evil.example/", "http://wiki.example.edu.evil.example/",
			"https://wiki.example.edu/open", "http://wiki.example.edu:81/open", "http://u@wiki.example.edu/open",
			"nonsense", "//wiki.example.edu/open" })
	void whenThePageIsOfNoSiteThenForbiddenAndNoLogin(String page) throws Exception {
		assertThat(check(page).statusCode()).isEqualTo(403);
		Page login = new Browser().get(idp.baseUrl() + "/gate/login?browser=" + "a".repeat(24) + "&url="
				+ URLEncoder.encode(page, StandardCharsets.UTF_8));
		assertThat(login.status()).isEqualTo(400);
	}

	@Test
	void whenTheDescriptionIsContradictoryThenForbidden() throws Exception {
		signIn(new Browser(), WIKI + "/open", "bob");
		assertThat(send("X-Original-URL", WIKI + "/open", "X-Forwarded-Uri", "/staff", "X-Forwarded-Host",
				"wiki.example.edu", "X-Forwarded-Proto", "http")
			.statusCode()).isEqualTo(403);
		assertThat(send("X-Original-URL", WIKI + "/open", "X-Original-URL", WIKI + "/staff").statusCode())
			.isEqualTo(403);
		assertThat(send().statusCode()).isEqualTo(403);
	}

	@Test
	void whenTheCookieIsOfAnotherSiteOrAlteredThenAsIfThereWereNone() throws Exception {
		signIn(new Browser(), WIKI + "/open", "alice");
		String pass = cookies.stream()
			.filter(each -> each.startsWith("campanile-gate-"))
			.reduce((a, b) -> b)
			.orElseThrow();
		String other = "campanile-gate-" + Integer.toHexString("strict".hashCode()) + pass.substring(pass.indexOf('='));
		cookies = List.of(other);
		assertThat(check("http://strict.example.edu/open").statusCode()).isEqualTo(401);
		cookies = List.of(pass.substring(0, pass.length() - 2) + (pass.endsWith("AA") ? "BB" : "AA"));
		assertThat(check(WIKI + "/open").statusCode()).isEqualTo(401);
	}

	@Test
	void whenACodeIsUsedTwiceOrElsewhereOrByAnotherBrowserThenNothingIsHandedOver() throws Exception {
		for (String misuse : List.of("again", "other host", "other browser", "late")) {
			cookies = List.of();
			Browser browser = new Browser();
			HttpResponse<String> first = check(WIKI + "/open");
			keep(first);
			Form form = browser.open(first.headers().firstValue("X-Gate-Login").orElseThrow()).loginForm();
			String location = browser.send(form.with("j_username", "alice").with("j_password", "alice-demo"))
				.location()
				.toString();
			String code = location.replaceAll(".*code=", "");
			String host = misuse.equals("other host") ? "http://strict.example.edu" : WIKI;
			if (misuse.equals("again")) {
				assertThat(redeem(code, host).statusCode()).isEqualTo(302);
			}
			if (misuse.equals("other browser")) {
				cookies = List.of();
			}
			if (misuse.equals("late")) {
				clock.advance(Duration.ofSeconds(61));
			}
			HttpResponse<String> answer = redeem(code, host);
			assertThat(answer.statusCode()).as(misuse).isEqualTo(400);
			assertThat(answer.headers().allValues("Set-Cookie").stream().filter(each -> each.contains("gate")))
				.isEmpty();
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
		assertThat(send("X-Original-URL", "http://strict.example.edu/open", "Authorization",
				"Basic " + Base64.getEncoder().encodeToString("alice:alice-demo".getBytes(StandardCharsets.UTF_8)))
			.statusCode()).as("off by default").isEqualTo(401);
	}

	private HttpResponse<String> basic(String credentials) throws Exception {
		return send("X-Original-URL", WIKI + "/open", "Authorization",
				"Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
	}

	/** Signs in, from the first request for a page to the pass. */
	private void signIn(Browser browser, String page, String user) throws Exception {
		HttpResponse<String> first = check(page);
		keep(first);
		Form form = browser.open(first.headers().firstValue("X-Gate-Login").orElseThrow()).loginForm();
		HttpResponse<String> handed = handOver(
				browser.send(form.with("j_username", user).with("j_password", user + "-demo")),
				URI.create(page).getScheme() + "://" + URI.create(page).getHost());
		assertThat(handed.headers().firstValue("Location")).contains(page);
	}

	private HttpResponse<String> handOver(Page answer, String origin) throws Exception {
		assertThat(answer.location().toString()).startsWith(origin + "/.campanile/gate?code=");
		HttpResponse<String> handed = redeem(answer.location().toString().replaceAll(".*code=", ""), origin);
		assertThat(handed.statusCode()).isEqualTo(302);
		keep(handed);
		return handed;
	}

	private HttpResponse<String> redeem(String code, String origin) throws Exception {
		return send("/gate/handover?code=" + code, "X-Original-URL", origin + "/.campanile/gate", "Accept",
				"text/html");
	}

	private HttpResponse<String> check(String page) throws Exception {
		return send("X-Original-URL", page, "X-Original-Method", "GET", "Accept", "text/html");
	}

	private HttpResponse<String> send(String... headers) throws Exception {
		return headers.length % 2 == 1 ? send(headers[0], Arrays.copyOfRange(headers, 1, headers.length), true)
				: send("/gate/check", headers, true);
	}

	private HttpResponse<String> send(String path, String[] headers, boolean withCookies) throws Exception {
		try (HttpClient client = HttpClient.newHttpClient()) {
			HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(idp.baseUrl() + path));
			for (int i = 0; i < headers.length; i += 2) {
				request.header(headers[i], headers[i + 1]);
			}
			if (withCookies && !cookies.isEmpty()) {
				request.header("Cookie", String.join("; ", cookies));
			}
			return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
		}
	}

	/** Keeps the cookies as a browser does, a later one in place of an earlier. */
	private void keep(HttpResponse<String> response) {
		List<String> set = response.headers()
			.allValues("Set-Cookie")
			.stream()
			.map(each -> each.substring(0, each.indexOf(';')))
			.toList();
		cookies = Stream
			.concat(cookies.stream()
				.filter(old -> set.stream().noneMatch(each -> each.startsWith(old.substring(0, old.indexOf('=') + 1)))),
					set.stream())
			.collect(Collectors.toList());
	}

}
