package org.campanile.web.attack;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.RawHttp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that no endpoint accepts must result in a plain error page, never in a 500.
 */
class OddRequestTests {

	private static AttackedIdp attacked;

	@BeforeAll
	static void start() {
		attacked = AttackedIdp.start();
	}

	@AfterAll
	static void stop() {
		attacked.assertSessionUnchanged();
		attacked.close();
	}

	@BeforeEach
	void forget() {
		attacked.forgetLog();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/profile/SAML2/Redirect", "/profile/SAML2/Redirect/SSO/", "/profile/saml2/redirect/sso",
			"/login/x" })
	void whenThereIsNoSuchPageThen404(String path) {
		attacked.assertRefused(new Browser().get(attacked.idp().baseUrl() + path), 404, "NOT_FOUND");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/nothing", "/LOGIN", "/login.html", "/WEB-INF/web.xml", "/META-INF/MANIFEST.MF",
			"/application.yaml", "/.git/config", "/credentials/signing.pem", "/wp-login.php", "/error" })
	void whenAnotherServerIsMeantThen404AndCountedWithoutALine(String path) {
		double before = strays("NOT_FOUND");
		attacked.assertStray(new Browser().get(attacked.idp().baseUrl() + path), 404, "NOT_FOUND");
		assertThat(strays("NOT_FOUND") - before).isEqualTo(1);
	}

	@Test
	void whenPostedToAnotherServersPageThenCountedWithoutALine() {
		double before = strays("FORGED_FORM");
		attacked.assertStray(
				new Browser()
					.send(Form.post(attacked.idp().baseUrl() + "/wp-login.php", java.util.Map.of("log", "admin"))),
				403, "FORGED_FORM");
		assertThat(strays("FORGED_FORM") - before).isEqualTo(1);
	}

	/** Requests meant for other servers are logged only at level DEBUG. */
	@Test
	void whenTheLevelIsDebugThenALineForEach() {
		Logger scan = (Logger) LoggerFactory.getLogger("campanile.audit.scan");
		scan.setLevel(Level.DEBUG);
		try {
			new Browser().get(attacked.idp().baseUrl() + "/wp-login.php");
			assertThat(attacked.audit().lines()).hasSize(1)
				.first()
				.asString()
				.startsWith("event=UNKNOWN_PATH code=NOT_FOUND address=127.0.0.1 path=/idp/wp-login.php ");
		}
		finally {
			scan.setLevel(null);
		}
	}

	private static double strays(String reason) {
		Counter counter = attacked.idp()
			.bean(MeterRegistry.class)
			.find("campanile.events")
			.tags("type", "UNKNOWN_PATH", "reason", reason)
			.counter();
		return counter == null ? 0 : counter.count();
	}

	@ParameterizedTest
	@CsvSource({ "/profile/SAML2/Redirect/SSO,GET", "/profile/SAML2/Unsolicited/SSO,GET", "/metadata,GET",
			"/shibboleth,GET", "/logout/confirm,GET" })
	void whenPostedToThenTheAllowedMethodsAreNamed(String path, String allowed) {
		Page page = new Browser().send(Form.post(attacked.idp().baseUrl() + path, java.util.Map.of("a", "b")));
		if (path.startsWith("/profile")) {
			attacked.assertRefused(page, 405, "METHOD_NOT_ALLOWED");
			assertThat(page.header("allow")).isEqualTo(allowed);
		}
		else {
			// Refused for lack of a CSRF token, without revealing whether the path
			// exists.
			attacked.assertRefused(page, 403, "FORGED_FORM");
		}
	}

	@Test
	void whenThePostEndpointIsOpenedThenTheAllowedMethodsAreNamed() {
		Page page = new Browser().get(attacked.postUrl());
		attacked.assertRefused(page, 405, "METHOD_NOT_ALLOWED");
		assertThat(page.header("allow")).isEqualTo("POST");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "/login | GET, POST, OPTIONS", "/profile/SAML2/POST/SSO | POST, OPTIONS",
			"/profile/SAML2/Redirect/SSO | GET, OPTIONS" })
	void whenOptionsAreAskedForWhereHeadIsRefusedThenTheyDoNotNameIt(String path, String allowed) {
		Page page = RawHttp.send(attacked.idp(), "OPTIONS", "/idp" + path, "");
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.header("allow")).isEqualTo(allowed);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "PUT | /login | GET, POST", "DELETE | /metadata | GET", "PATCH | /logout/confirm | GET, POST" })
	void whenAnAddressHasNoSuchMethodThen405AndNoForgedForm(String method, String path, String allowed) {
		Page page = RawHttp.send(attacked.idp(), method, "/idp" + path, "");
		attacked.assertRefused(page, 405, "METHOD_NOT_ALLOWED");
		assertThat(page.header("allow")).isEqualTo(allowed);
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "-1", "12345678901234567890123", "1\r\nContent-Length: 2" })
	void whenTheContentLengthIsNotANumberThenRefusedWithoutAWarning(String length) {
		try (LogLines log = LogLines.warnings()) {
			Page page = RawHttp.send(attacked.idp(), "GET", "/idp/", "", "Content-Length: " + length);
			assertThat(page.status()).isEqualTo(400);
			assertThat(log.lines()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/profile/SAML2/POST/SSO", "/login", "/cas/serviceValidate", "/cas/samlValidate",
			"/gate/check" })
	void whenABodySaysThatItHasFilesThenItIsNotReadAsSuch(String path) {
		for (String type : new String[] { "multipart/form-data", "multipart/form-data; boundary=x" }) {
			Page page = RawHttp.send(attacked.idp(), "POST", "/idp" + path, "--x\r\nbroken", "Content-Type: " + type,
					"Content-Length: 11");
			assertThat(page.status()).as(page.toString()).isIn(200, 400, 403);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "FOO", "OPTIONS" })
	void whenTheMethodIsStrangeThenAPlainPage(String method) {
		for (String path : new String[] { "/idp/login", "/idp/profile/SAML2/Redirect/SSO", "/idp/metadata" }) {
			Page page = RawHttp.send(attacked.idp(), method, path, "");
			assertThat(page.status()).as(page.toString()).isIn(200, 400, 403, 405, 501);
			assertThat(page.body()).doesNotContain("Exception", "org.", "Tomcat", "\tat ");
			assertThat(page.cookies()).noneMatch(cookie -> cookie.name().contains("session"));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/idp//login", "/idp/login;x=y", "/idp/login;jsessionid=1", "/idp/..%2flogin",
			"/idp/%2e%2e/login", "/idp/./login", "/idp/../idp/login", "/idp/x/../login", "/idp/login%2f",
			"/idp/login%5c", "/idp/login%00", "/idp/%252e%252e/login", "/idp/login%0a",
			"/idp/login%0d%0aSet-Cookie:x=y", "//idp/login", "/idp/login%", "/idp/login%zz", "/idp/%c0%af",
			"/idp/login\\", "/idp/<x>", "/idp/login%3b", "/", "/idp%2flogin", "/idp/profile/SAML2//Redirect/SSO",
			"/idp/profile/SAML2/Redirect/SSO;x", "*", "login", "/idp/profile/Logout/..;/Logout", "/idp/login#x",
			"/idp/{x}", "/idp/|" })
	void whenThePathIsATrickThenAPlainPage(String target) {
		Page page = RawHttp.send(attacked.idp(), "GET", target, "");
		assertThat(page.status()).as(page.toString()).isIn(400, 404);
		assertThat(page.body()).doesNotContain("Exception", "org.", "Tomcat", "\tat ", "<form");
		assertThat(page.headers().firstValue("location")).isEmpty();
		assertThat(page.headers().firstValue("set-cookie")).isEmpty();
		assertThat(page.header("x-content-type-options")).as(page.toString()).isEqualTo("nosniff");
		assertThat(page.header("permissions-policy")).as(page.toString()).contains("camera=()");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a=%", "a=%zz", "a=%C3%28", "%=%", "&&&", "=", "a", "a=b=c", "lang=%zz", "lang=",
			"flow=%00", "a=\u00e9", "a=<>\"'", "a[]=1", "a=|", "a={}" })
	void whenTheQueryIsOddThenNever500(String query) {
		for (String path : new String[] { "/idp/login", "/idp/demo", "/idp/profile/Logout", "/idp/nothing",
				"/idp/metadata", "/idp/profile/SAML2/Redirect/SSO", "/idp/profile/SAML2/Unsolicited/SSO" }) {
			Page page = RawHttp.send(attacked.idp(), "GET", path + '?' + query, "");
			assertThat(page.status()).as(path + ' ' + page).isIn(200, 400, 404);
			assertThat(page.body()).doesNotContain("Exception", "Tomcat", "\tat ");
		}
	}

	@Test
	void whenHeadersAreHugeThenRefused() {
		for (String header : new String[] { "X-Big: " + "x".repeat(64 * 1024), "Cookie: a=" + "x".repeat(64 * 1024) }) {
			Page page = RawHttp.send(attacked.idp(), "GET", "/idp/login", "", header);
			assertThat(page.status()).isIn(400, 431);
			assertThat(page.body()).doesNotContain("Exception", "org.", "Tomcat", "\tat ");
		}
		Page page = RawHttp.send(attacked.idp(), "GET", "/idp/login?x=" + "x".repeat(64 * 1024), "");
		assertThat(page.status()).isIn(400, 414, 431);
	}

	@Test
	void whenHeadersAreOddThenNever500() {
		for (String header : new String[] { "Cookie: campanile-session", "Cookie: =", "Cookie: ;;;,",
				"Cookie: $Version=1; a=\"", "Accept-Language: " + "x,".repeat(2000), "Accept-Language: *",
				"Accept-Language: ;q=9", "Accept: nonsense", "Content-Type: ;", "Content-Length: 0", "Range: bytes=0-1",
				"If-Modified-Since: x", "X-Forwarded-For: ,,;", "Upgrade: h2c", "Origin: null" }) {
			Page page = RawHttp.send(attacked.idp(), "GET", "/idp/nothing", "", header);
			assertThat(page.status()).as(header + ' ' + page).isIn(400, 404);
			assertThat(page.body()).doesNotContain("Exception", "Tomcat", "\tat ");
		}
	}

	@Test
	void whenTheDeviceHasAnOddNameThenThePageAndALine() {
		Page page = RawHttp.send(attacked.idp(), "GET", "/idp/login/x", "", "User-Agent: iPhone X\u0280");
		attacked.assertRefused(page, 404, "NOT_FOUND");
	}

	@Test
	void whenTheBodyIsShortOrOddThenNever500() {
		for (String body : new String[] { "", "%", "j_username=%", "_csrf=%zz", "&".repeat(5000),
				"a=b&".repeat(5000) }) {
			for (String path : new String[] { "/idp/login", "/idp/profile/SAML2/POST/SSO" }) {
				Page page = RawHttp.send(attacked.idp(), "POST", path, body,
						"Content-Type: application/x-www-form-urlencoded", "Content-Length: " + body.length());
				assertThat(page.status()).as(path + ' ' + page).isIn(400, 403, 413);
				assertThat(page.body()).doesNotContain("Exception", "org.campanile", "Tomcat", "\tat ");
			}
		}
	}

}
