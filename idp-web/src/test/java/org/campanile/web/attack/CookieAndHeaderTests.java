package org.campanile.web.attack;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Cookie;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.RawHttp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests cookies and headers in requests and responses, as seen by browsers and other
 * clients.
 */
class CookieAndHeaderTests {

	@AutoClose
	private static AttackedIdp attacked;

	@BeforeAll
	static void start() {
		attacked = AttackedIdp.start();
	}

	/** The Secure attribute is not tested, as the tests use HTTP on loopback. */
	@Test
	void whenCookiesAreSetThenHiddenFromScriptAndOtherSites() {
		Browser browser = new Browser();
		attacked.signIn(browser, "bob");
		assertThat(browser.cookies()).extracting(cookie -> cookie.name().replaceAll("browser-..$", "browser-*"))
			.containsExactlyInAnyOrder("campanile-browser-*", "campanile-known", AttackedIdp.SESSION);
		assertThat(browser.cookies()).allSatisfy(cookie -> {
			assertThat(cookie.httpOnly()).isTrue();
			assertThat(cookie.sameSite()).isEqualTo("lax");
			assertThat(cookie.path()).isEqualTo("/idp");
			assertThat(cookie.attributes()).doesNotContainKey("domain");
			assertThat(cookie.attributes().containsKey("max-age")).as(cookie.name())
				.isEqualTo(cookie.name().equals("campanile-known"));
		});
	}

	@Test
	void whenTheSessionCookieIsTamperedThenAsIfAbsent() {
		Browser browser = new Browser();
		attacked.signIn(browser, "bob");
		String token = browser.cookie(AttackedIdp.SESSION).orElseThrow().value();
		char last = token.charAt(token.length() - 1);
		char first = token.charAt(0) == 'A' ? 'B' : 'A';
		for (String tampered : new String[] { "", "x", "x".repeat(4000), token + "A", token.substring(1),
				token.substring(0, token.length() - 1), first + token.substring(1),
				token.substring(0, token.length() / 2) + (token.charAt(token.length() / 2) == 'A' ? 'B' : 'A')
						+ token.substring(token.length() / 2 + 1),
				token.toUpperCase(java.util.Locale.ROOT) + last, "../../x", "%00", "alice", "null" }) {
			browser.tamper(AttackedIdp.SESSION, tampered);
			Page page = browser.open(attacked.open().redirect(attacked.idp(), AuthnRequestOptions.PLAIN).url());
			assertThat(page.status()).as(tampered).isEqualTo(200);
			assertThat(page.loginForm().fields().get("j_username")).isEmpty();
		}
		browser.tamper(AttackedIdp.SESSION, token);
		assertThat(attacked.loginPage(browser).formWith("SAMLResponse")).isPresent();
	}

	@Test
	void whenTheBrowsersCookieIsTamperedThenItsFormIsRefused() {
		Browser browser = new Browser();
		Page login = attacked.loginPage(browser);
		Cookie cookie = browser.cookieWithPrefix("campanile-browser-").orElseThrow();
		String id = cookie.value();
		for (String other : new String[] { "x", "A".repeat(id.length()), id + "A", "" }) {
			browser.tamper(cookie.name(), other);
			attacked.forgetLog();
			attacked.assertRefused(browser.login(login, "bob", "bob-demo"), 403, "FORGED_FORM");
		}
		// Cookie and field match, but the form was sealed for another cookie.
		browser.tamper(cookie.name(), "A".repeat(id.length()));
		attacked.forgetLog();
		Form form = login.loginForm().with("_csrf", "A".repeat(id.length()));
		attacked.assertRefused(browser.submit(form.with("j_username", "bob").with("j_password", "bob-demo")), 403,
				"LOGIN_OF_ANOTHER_BROWSER");
	}

	@Test
	void whenTheSealedFlowIsTamperedThenNoFlow() {
		Page login = new Browser().open(attacked.signing().redirect(attacked.idp(), AuthnRequestOptions.PLAIN).url());
		String flow = login.url().getQuery().substring("flow=".length());
		for (String other : new String[] { "", "x", flow + "A", flow.substring(0, flow.length() - 2) + "AA",
				flow.substring(4), "A".repeat(40_000).substring(0, 20_000),
				login.loginForm().fields().getOrDefault("flow", "") }) {
			attacked.forgetLog();
			attacked.assertRefused(new Browser().get(attacked.idp().baseUrl() + "/login?flow=" + other), 400,
					"LOGIN_WITHOUT_SERVICE");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/login", "/profile/Logout", "/nothing", "/", "", "/error", "/profile/SAML2/Redirect/SSO",
			"/profile/SAML2/POST/SSO", "/profile/SAML2/Unsolicited/SSO", "/actuator", "/actuator/health",
			"/profile/SAML2/SOAP/SLO", "/..;/x", "/a//b", "/favicon.ico", "/.well-known/security.txt" })
	void whenAPageIsShownThenProtected(String path) {
		Page page = new Browser().get(attacked.idp().baseUrl() + path);
		if (page.redirects()) {
			assertThat(page.location().toString()).startsWith(attacked.idp().baseUrl());
			return;
		}
		AttackedIdp.assertHeaders(page);
		assertThat(page.body()).doesNotContain("Whitelabel", "Apache", "Tomcat");
	}

	@Test
	void whenTheLoginPageIsShownThenProtectedAndOfOneOrigin() {
		Page page = attacked.loginPage(new Browser());
		AttackedIdp.assertHeaders(page);
		assertThat(page.header("content-security-policy")).contains("form-action 'self'");
		AttackedIdp.assertOnlyScripts(page, "login.js");
		assertThat(page.document().select("iframe, object")).isEmpty();
		assertThat(page.loginForm().action().toString()).startsWith(attacked.idp().baseUrl() + "/login");
	}

	/** No parameter may send the browser to an address that is not in metadata. */
	@ParameterizedTest
	@ValueSource(strings = { "https://evil.example/", "//evil.example/", "\\\\evil.example", "/\\evil.example",
			"https:evil.example", "javascript:alert(1)", "data:text/html,x", "https://open.example.org@evil.example/",
			"https://open.example.org.evil.example/acs", "https://open.example.org/acs/../../evil",
			"https://open.example.org/acs%0d%0aLocation:%20https://evil.example", "http://open.example.org/acs",
			"\thttps://evil.example", "https://evil.example#https://open.example.org/acs", "https://EVIL.example",
			"ftp://evil.example", "https://open.example.org/acs?next=https://evil.example" })
	void whenAnAddressIsAskedForThenOnlyMetadatasAreUsed(String address) {
		String encoded = URLEncoder.encode(address, StandardCharsets.UTF_8);
		String unsolicited = attacked.idp().baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId="
				+ URLEncoder.encode(attacked.open().entityId(), StandardCharsets.UTF_8);
		attacked.forgetLog();
		attacked.assertRefused(attacked.alice().get(unsolicited + "&shire=" + encoded), 400, "RESPONSE_URL_UNKNOWN");
		Page target = attacked.alice().get(unsolicited + "&target=" + encoded);
		assertThat(target.samlForm().action()).hasToString(attacked.open().acs());
		for (String path : new String[] { "/login?lang=", "/profile/Logout?return=", "/profile/Logout?lang=",
				"/login?flow=", "/error?path=" }) {
			Page page = new Browser().get(attacked.idp().baseUrl() + path + encoded);
			assertThat(page.headers().firstValue("location")).isEmpty();
			assertThat(page.document().select("a[href], form, meta[http-equiv]"))
				.allSatisfy(link -> assertThat(link.absUrl(link.hasAttr("href") ? "href" : "action"))
					.startsWith(attacked.idp().baseUrl()));
			assertThat(page.cookies()).noneMatch(cookie -> cookie.value().contains("evil"));
		}
	}

	/** No proxy is trusted, so forwarding headers must be ignored. */
	@Test
	void whenTheHostIsSpoofedThenAddressesStayOurs() {
		String query = attacked.request().redirectQuery();
		attacked.forgetLog();
		Page page = RawHttp.send(attacked.idp(), "GET", "/idp/profile/SAML2/Redirect/SSO?" + query, "",
				"Host: evil.example", "X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https",
				"X-Forwarded-Port: 444", "X-Forwarded-Prefix: /evil", "X-Forwarded-For: 203.0.113.9",
				"Forwarded: for=203.0.113.9;host=evil.example;proto=https");
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.loginForm().action()).hasToString(attacked.idp().baseUrl() + "/login");
		assertThat(page.toString()).doesNotContain("evil.example");
		Page missing = RawHttp.send(attacked.idp(), "GET", "/idp/login/nothing", "", "Host: evil.example",
				"X-Forwarded-For: 203.0.113.9", "Forwarded: for=203.0.113.9", "X-Real-IP: 203.0.113.9",
				"X-Forwarded-Prefix: /evil");
		attacked.assertRefused(missing, 404, "NOT_FOUND");
		assertThat(attacked.audit().lines()).first()
			.asString()
			.contains("address=127.0.0.1")
			.doesNotContain("203.0.113.9", "evil");
		assertThat(missing.body()).doesNotContain("evil");
		Page root = RawHttp.send(attacked.idp(), "GET", "/idp", "", "Host: evil.example");
		assertThat(root.toString()).doesNotContain("evil");
	}

	@Test
	void whenMetadataIsAskedForUnderAnotherNameThenItIsTheSame() {
		Page page = RawHttp.send(attacked.idp(), "GET", "/idp/metadata", "", "Host: evil.example",
				"X-Forwarded-Host: evil.example");
		assertThat(page.body()).isEqualTo(new Browser().get(attacked.idp().baseUrl() + "/metadata").body())
			.doesNotContain("evil");
	}

	/** Sends forms that a page of another site could post. */
	@Test
	void whenAnotherSitePostsThenTheSessionIsNotSentAndNothingEnds() {
		Browser browser = new Browser();
		attacked.signIn(browser, "bob");
		Page page = browser.sendCrossSite(Form.post(attacked.idp().baseUrl() + "/login", Map.of("a", "b")));
		assertThat(page.status()).isIn(403, 405);
		// Redirects to itself by GET, as if a link had been followed; the POST does not
		// end the session.
		Page logout = browser.sendCrossSite(Form.post(attacked.idp().baseUrl() + "/profile/Logout", Map.of("a", "b")));
		assertThat(logout.status()).isEqualTo(303);
		assertThat(logout.location()).hasToString(attacked.idp().baseUrl() + "/profile/Logout");
		assertThat(attacked.loginPage(browser).formWith("SAMLResponse")).isPresent();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/health", "/health/readiness", "/health/liveness", "/prometheus", "/heapdump", "/env",
			"/info", "/loggers", "/threaddump", "/beans", "/shutdown" })
	void whenManagementIsAskedForOnThePublicPortThenNothing(String path) {
		attacked.forgetLog();
		attacked.assertStray(new Browser().get(attacked.idp().baseUrl() + "/actuator" + path), 404, "NOT_FOUND");
		String origin = attacked.idp().baseUrl().replace("/idp", "");
		assertThat(new Browser().get(origin + "/actuator" + path).status()).isEqualTo(404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/heapdump", "/env", "/loggers", "/threaddump", "/beans", "/shutdown", "/configprops",
			"/mappings", "/persistentids" })
	void whenManagementIsAskedForWhatTellsTooMuchThenNothing(String path) {
		assertThat(new Browser().get(attacked.idp().managementUrl() + path).status()).isEqualTo(404);
	}

	@Test
	void whenHealthAndMetricsAreAskedForOnTheirPortThenReported() {
		String management = attacked.idp().managementUrl();
		for (String path : new String[] { "/health", "/health/readiness", "/health/liveness" }) {
			assertThat(new Browser().get(management + path).body()).contains("\"status\":\"UP\"");
		}
		String metrics = new Browser().get(management + "/prometheus").body();
		assertThat(metrics).contains("campanile_directory_bind_seconds_count", "campanile_events_total",
				"campanile_stage");
	}

}
