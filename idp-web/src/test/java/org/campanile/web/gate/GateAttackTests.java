package org.campanile.web.gate;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateSite;
import org.campanile.gate.PageAddress;
import org.campanile.seal.Sealer;
import org.campanile.service.DisplayInfo;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.RawHttp;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests ways around the gate, each of which must be closed. */
class GateAttackTests extends GateFixture {

	/** Some web servers ask with the method of the original request. */
	@Test
	void whenTheGateIsAskedByOptionsThenThatIsNoPermission() {
		assertThat(RawHttp.send(idp, "OPTIONS", "/idp/gate/check", "").status()).isEqualTo(405);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/open/../staff", "/open/%2e%2e/staff", "/open/..;/staff", "/open//../staff/x",
			"/open%2f..%2fstaff", "/OPEN", "/%6Fpen/../staff", "/open/./../staff", "/open\\..\\staff", "/open%00/staff",
			"/opensesame", "/open;/../staff", "/open/%252e%252e/staff", "/staff/../open/a", "//open/staff",
			"/staff/%2e%2e/open", "/open/x;%2f..%2f..%2fstaff/x" })
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
		List<String> original = List.of("X-Original-URL", WIKI + "/open", "X-Original-Method", "GET");
		List<String> forwarded = List.of("X-Forwarded-Uri", "/open", "X-Forwarded-Host", "wiki.example.edu",
				"X-Forwarded-Proto", "http", "X-Forwarded-Method", "GET");
		assertThat(asked(original, List.of())).isEqualTo(204);
		assertThat(asked(forwarded, List.of())).isEqualTo(204);
		assertThat(asked(original, forwarded)).isEqualTo(403);
		assertThat(asked(List.of(), List.of())).isEqualTo(403);
		assertThat(asked(original, List.of("X-Original-URL", WIKI + "/staff"))).isEqualTo(403);
		for (int i = 0; i < forwarded.size(); i += 2) {
			assertThat(asked(forwarded, forwarded.subList(i, i + 2))).as(forwarded.get(i)).isEqualTo(403);
		}
	}

	private int asked(List<String> headers, List<String> more) throws Exception {
		return send(Stream.concat(headers.stream(), more.stream()).toArray(String[]::new)).statusCode();
	}

	/**
	 * Rules for GET must not apply to a method that an application could treat as another
	 * one.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "", "get", "GET POST", "GET,POST", "Post" })
	void whenTheMethodIsMissingOrUnknownThenForbidden(String method) throws Exception {
		signIn(new Browser(), WIKI + "/open", "bob");
		assertThat(send("X-Original-URL", WIKI + "/open", "X-Original-Method", "GET").statusCode()).isEqualTo(204);
		assertThat(send("X-Original-URL", WIKI + "/open", "X-Original-Method", method).statusCode()).isEqualTo(403);
		assertThat(send("X-Original-URL", WIKI + "/open").statusCode()).isEqualTo(403);
		assertThat(send("X-Original-URL", WIKI + "/open", "X-Original-Method", "GET", "X-Original-Method", "GET")
			.statusCode()).isEqualTo(403);
	}

	/** The audit line tells the administrator which fault it is. */
	@Test
	void whenAnAddressCannotBeUsedThenTheAuditLineSaysWhy() throws Exception {
		try (LogLines audit = LogLines.audit()) {
			check(WIKI + "/open/../staff");
			check("http://elsewhere.example.edu/");
			send("X-Original-URL", WIKI + "/open");
			assertThat(audit.lines()).satisfiesExactly(
					line -> assertThat(line).contains("GATE_PAGE_UNKNOWN-", "could be read in two ways"),
					line -> assertThat(line).contains("GATE_PAGE_UNKNOWN-", "of no site"),
					line -> assertThat(line).contains("GATE_REQUEST_UNTRUSTED-", "without the method"));
		}
	}

	/**
	 * The proxy is the direct peer, also on Kubernetes, where Spring Boot would by
	 * default replace its address with the forwarded one.
	 */
	@Test
	void whenATrustedProxyForwardsTheClientsAddressThenItIsStillTrusted() throws Exception {
		signIn(new Browser(), WIKI + "/open", "bob");
		List<String> original = List.of("X-Original-URL", WIKI + "/open", "X-Original-Method", "GET");
		assertThat(asked(original, List.of("X-Forwarded-For", "198.51.100.7"))).isEqualTo(204);
	}

	/** Not on Kubernetes either, whatever {@code X-Forwarded-For} says. */
	@Test
	void whenTheClientIsNotATrustedProxyThenNothingIsDisclosed() throws Exception {
		try (TestIdp stranger = TestIdp.start(TestIdp.newHome(), "campanile.gate.sites.wiki.urls=" + WIKI,
				"campanile.http.trusted-proxies=192.0.2.1", "campanile.access.deny-by-default=none",
				"spring.main.cloud-platform=kubernetes")) {
			GateSite wiki = new GateSite("wiki", List.of(PageAddress.of(WIKI).orElseThrow()), DisplayInfo.NONE,
					Set.of(), Map.of(), "X-Remote-User", Duration.ofSeconds(60), null);
			GatePass fresh = new GatePass("0".repeat(64), "bob", List.of(), ResolvedAttributes.NONE, 0,
					Map.of("X-Remote-User", "bob"), Instant.now());
			cookies = List.of("campanile-gate-wiki=" + fresh.sealed(stranger.bean(Sealer.class), wiki));
			for (String page : List.of("/open", "/staff")) {
				HttpResponse<String> answer = ask(stranger, "X-Original-URL", WIKI + page, "X-Original-Method", "GET",
						"X-Forwarded-For", "192.0.2.1", "Accept", "text/html");
				assertThat(answer.statusCode()).isEqualTo(403);
				assertThat(answer.body()).contains("GATE_REQUEST_UNTRUSTED-").doesNotContain("wiki");
				assertThat(answer.headers().map()).doesNotContainKeys("x-gate-login", "x-remote-user");
			}
		}
	}

	/** Only a trusted web server can say which host the browser is visiting. */
	@Test
	void whenWhoBringsACodeIsNoTrustedProxyThenNothingIsHandedOver() throws Exception {
		try (TestIdp stranger = TestIdp.start(TestIdp.newHome(), "campanile.gate.sites.wiki.urls=" + WIKI,
				"campanile.http.trusted-proxies=192.0.2.1", "campanile.access.deny-by-default=none")) {
			Browser browser = new Browser();
			Form form = browser
				.open(stranger.baseUrl() + "/gate/login?browser=" + "a".repeat(24)
						+ "&url=http%3A%2F%2Fwiki.example.edu")
				.loginForm();
			String code = browser.send(form.with("j_username", "alice").with("j_password", "alice-demo"))
				.location()
				.toString()
				.replaceAll(".*code=", "");
			HttpResponse<String> answer = send(stranger, "/gate/handover?code=" + code,
					new String[] { "X-Original-URL", WIKI + "/.campanile/gate", "Accept", "text/html", "Cookie",
							"campanile-begun-wiki=" + "a".repeat(24) },
					false);
			assertThat(answer.statusCode()).isEqualTo(400);
			assertThat(answer.headers().allValues("Set-Cookie")).noneMatch(each -> each.contains("gate"));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "aaaaaaaaaaaaaaaaaaaaaaaaa" })
	void whenTheMarkOfTheBrowserIsNoneThenNoLogin(String mark) {
		assertThat(new Browser().get(idp.baseUrl() + "/gate/login?url=http%3A%2F%2Fwiki.example.edu&browser=" + mark)
			.status()).isEqualTo(400);
	}

	@Test
	void whenARequestIsHugeThenRefusedAndNothingBreaks() throws Exception {
		String huge = "a".repeat(1 << 20);
		assertThat(raw("GET", "/idp/gate/check", "X-Original-URL: " + WIKI + "/" + huge).status()).isBetween(400, 499);
		assertThat(raw("GET", "/idp/gate/check", "Cookie: campanile-gate-wiki=" + huge).status()).isBetween(400, 499);
		assertThat(raw("GET", "/idp/gate/login?url=" + huge, "Accept: text/html").status()).isBetween(400, 499);
		assertThat(raw("GET", "/idp/gate/handover?code=" + huge, "Accept: text/html").status()).isBetween(400, 499);
		String large = "%41".repeat(9_000);
		assertThat(raw("GET", "/idp/gate/login?browser=a&url=" + large, "Accept: text/html").status()).isEqualTo(400);
		assertThat(raw("GET", "/idp/gate/handover?code=" + large, "Accept: text/html").status()).isEqualTo(400);
		assertThat(check(WIKI + "/open?" + "a".repeat(9_000)).statusCode()).isEqualTo(403);
	}

	/** The address travels in response headers, of which servers accept only a few KB. */
	@Test
	void whenAnAddressIsLongThenTheWayBackIsShorter() throws Exception {
		cookies = List.of();
		HttpResponse<String> first = check(WIKI + "/open/page?" + "%20".repeat(2_600));
		assertThat(first.statusCode()).isEqualTo(401);
		assertThat(first.headers().firstValue("X-Gate-Login").orElseThrow())
			.contains("url=http%3A%2F%2Fwiki.example.edu%2Fopen%2Fpage&browser=");
		assertThat(check(WIKI + "/open?" + "%".repeat(1_000)).statusCode()).isEqualTo(401);
	}

	/**
	 * A denial that nginx repeats from its cache is not audited again, but must not hide
	 * any other denial from the audit log.
	 */
	@Test
	void whenADenialIsShownAgainThenItIsAuditedOnceAndAnotherIsItself() throws Exception {
		signIn(new Browser(), WIKI + "/open", "bob");
		try (LogLines audit = LogLines.audit()) {
			HttpResponse<String> first = check(WIKI + "/staff");
			String said = first.headers().firstValue("X-Gate-Denied").orElseThrow();
			HttpResponse<String> again = denied("/staff", said);
			assertThat(again.statusCode()).isEqualTo(403);
			assertThat(audit.lines()).singleElement()
				.asString()
				.containsPattern("code=ACCESS_DENIED-.* user=bob rule=closed");
			String code = audit.lines().getFirst().replaceAll(".*code=(\\S+) .*", "$1");
			assertThat(again.body()).contains(code);
			assertThat(denied("/staff/other", said).statusCode()).isEqualTo(403);
			assertThat(denied("/staff", "ACCESS_DENIED-ABCDEF").statusCode()).isEqualTo(403);
			assertThat(denied("/staff", "a".repeat(5_000)).statusCode()).isEqualTo(403);
			clock.advance(Duration.ofSeconds(11));
			assertThat(denied("/staff", said).statusCode()).isEqualTo(403);
			assertThat(audit.lines()).hasSize(5);
		}
	}

	private HttpResponse<String> denied(String path, String said) throws Exception {
		return send("X-Original-URL", WIKI + path, "X-Original-Method", "GET", "Accept", "text/html", "X-Gate-Denied",
				said);
	}

	private static Page raw(String method, String target, String header) {
		return RawHttp.send(idp, method, target, "", header);
	}

	@Test
	void whenTheCookieIsOfAnotherSiteOrAlteredThenAsIfThereWereNone() throws Exception {
		signIn(new Browser(), WIKI + "/open", "alice");
		String pass = cookies.stream()
			.filter(each -> each.startsWith("campanile-gate-"))
			.reduce((a, b) -> b)
			.orElseThrow();
		String other = "campanile-gate-strict" + pass.substring(pass.indexOf('='));
		cookies = List.of(other);
		assertThat(check("http://strict.example.edu/open").statusCode()).isEqualTo(401);
		cookies = List.of(pass.substring(0, pass.length() - 2) + (pass.endsWith("AA") ? "BB" : "AA"));
		assertThat(check(WIKI + "/open").statusCode()).isEqualTo(401);
	}

	/** The value of this cookie is returned in a cookie and in a URL. */
	@ParameterizedTest
	@ValueSource(strings = { "ü", "a", "a&url=http%3A%2F%2Fevil.example%2F", "aaaaaaaaaaaaaaaaaaaaaaa#" })
	void whenAnotherServerHasMarkedTheBrowserThenItIsMarkedAnew(String mark) {
		Page answer = RawHttp.send(idp, "GET", "/idp/gate/check", "", "X-Original-URL: " + WIKI + "/open",
				"X-Original-Method: GET", "Accept: text/html", "Cookie: campanile-begun-wiki=" + mark);
		assertThat(answer.status()).isEqualTo(401);
		assertThat(answer.header("x-gate-login")).matches(".*/gate/login\\?url=[^&]*&browser=[A-Za-z0-9_-]{24}");
		assertThat(answer.header("set-cookie")).startsWith("campanile-begun-wiki=");
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

	/**
	 * Tabs that begin at once are marked one by one, and the browser keeps the last mark;
	 * a link with an attacker's code looks the same.
	 */
	@Test
	void whenACodeIsOfAnotherMarkThenNoPassAndThePageIsCheckedAgain() throws Exception {
		String page = WIKI + "/open/1";
		HttpResponse<String> first = check(page);
		keep(check(WIKI + "/open/2"));
		Browser browser = new Browser();
		Form form = browser.open(first.headers().firstValue("X-Gate-Login").orElseThrow()).loginForm();
		String location = browser.send(form.with("j_username", "alice").with("j_password", "alice-demo"))
			.location()
			.toString();
		HttpResponse<String> answer = redeem(location.replaceAll(".*code=", ""), WIKI);
		assertThat(answer.statusCode()).isEqualTo(302);
		assertThat(answer.headers().firstValue("Location")).contains(page);
		assertThat(answer.headers().allValues("Set-Cookie")).noneMatch(each -> each.contains("gate"));
		HttpResponse<String> again = check(page);
		assertThat(again.statusCode()).isEqualTo(401);
		handOver(browser.get(again.headers().firstValue("X-Gate-Login").orElseThrow()), WIKI);
		assertThat(check(page).statusCode()).isEqualTo(204);
	}

}
