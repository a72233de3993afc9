package org.campanile.web.page;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.util.HtmlUtils;

import org.campanile.authn.PasswordWarning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests what all pages have in common, and pages that only forward the browser. */
class PagesTests {

	@TempDir
	Path folder;

	private PagesFixture fixture;

	@BeforeEach
	void open() {
		fixture = new PagesFixture(folder);
	}

	static Stream<String> everyPage() {
		return Stream.concat(PagesFixture.all(PagesFixture.MOODLE).keySet().stream(),
				PagesFixture.steps(PagesFixture.MOODLE).keySet().stream());
	}

	/** The inline scripts of pages, by page. */
	private static final Map<String, String> SCRIPTS = Map.of("redirect", RedirectFrames.AUTO_SUBMIT, "logout-request",
			RedirectFrames.AUTO_SUBMIT, "logout-response", RedirectFrames.AUTO_SUBMIT, "step-carries",
			RedirectFrames.AUTO_SUBMIT, "step-leads", LogoutFrames.LEAD, "logout-progress", LogoutFrames.WATCH,
			"logout-progress-by-itself", LogoutFrames.WATCH);

	@ParameterizedTest
	@MethodSource("everyPage")
	void whenAnyPageThenNeitherStoredNorReferredNorFramed(String name) throws IOException {
		MockHttpServletResponse response = fixture.show(name, PagesFixture.MOODLE);
		assertThat(response.getContentType()).isEqualToIgnoringCase("text/html;charset=UTF-8");
		assertThat(response.getHeader("Cache-Control")).isEqualTo("no-store");
		assertThat(response.getHeader("Referrer-Policy")).isEqualTo("no-referrer");
		assertThat(response.getHeader("Permissions-Policy")).isEqualTo(Pages.PERMISSIONS_POLICY);
		assertThat(response.getHeader("Content-Security-Policy")).startsWith("default-src 'none'; ")
			.endsWith("; base-uri 'none'; frame-ancestors " + (name.startsWith("step-") ? "'self'" : "'none'"))
			.doesNotContain("unsafe");
		assertThat(response.getHeader("X-Frame-Options")).isEqualTo(name.startsWith("step-") ? "SAMEORIGIN" : "DENY");
		assertThat(response.getContentLength()).isEqualTo(response.getContentAsByteArray().length);
	}

	@ParameterizedTest
	@MethodSource("everyPage")
	void whenAnyPageThenItsPolicyAllowsExactlyItsStyleAndScript(String name) throws IOException {
		MockHttpServletResponse response = fixture.show(name, PagesFixture.MOODLE);
		String html = response.getContentAsString();
		String policy = PagesFixture.policy(response);
		assertThat(PagesFixture.contents(html, "style")).singleElement()
			.satisfies(css -> assertThat(policy).contains("style-src " + ContentSecurityPolicy.hash(css) + ";"));
		List<String> scripts = PagesFixture.contents(html, "script");
		String script = name.startsWith("login-") ? LoginScript.TEXT
				: name.startsWith("problem-") ? ProblemFrames.LOCAL_TIME
						: name.startsWith("password-change-") ? PasswordChangeFrames.SHOW_PASSWORDS : SCRIPTS.get(name);
		if (script != null) {
			assertThat(scripts).containsExactly(script);
			assertThat(policy).contains("script-src " + ContentSecurityPolicy.hash(script) + ";");
		}
		else {
			assertThat(scripts).isEmpty();
			assertThat(policy).doesNotContain("script-src");
		}
		assertThat(html).doesNotContain(" style=", " onload=", " onclick=", " th:", " xmlns");
	}

	@ParameterizedTest
	@MethodSource("everyPage")
	void whenAnyPageThenItIsLightAndLoadsNothing(String name) throws IOException {
		MockHttpServletResponse response = fixture.show(name, PagesFixture.MOODLE);
		String html = response.getContentAsString();
		assertThat(response.getContentAsByteArray()).hasSizeLessThan(30_000);
		assertThat(Jsoup.parse(html).select("link").eachAttr("href")).as("the icon, within the page")
			.hasSize(name.startsWith("step-") ? 0 : 1)
			.allMatch(url -> url.startsWith("data:image/svg+xml,"));
		assertThat(Jsoup.parse(html).select("footer a:not([hreflang])").eachText()).as("at the foot")
			.isEqualTo(name.startsWith("step-") ? List.of() : List.of("Help", "Privacy", "Legal notice"));
		assertThat(html).doesNotContain("@import", "url(");
		assertThat(PagesFixture.policy(response)).contains("; img-src data:;");
		if (name.startsWith("logout-progress")) {
			assertThat(html).containsOnlyOnce(" src=").containsOnlyOnce("<iframe src=\"/idp/page/step-leads\"");
			assertThat(PagesFixture.policy(response))
				.contains("; frame-src 'self' https://moodle.example.edu; form-action 'none'");
		}
		else {
			assertThat(html).doesNotContain(" src=", "<iframe");
			assertThat(PagesFixture.policy(response)).doesNotContain("frame-src");
		}
	}

	@ParameterizedTest
	@MethodSource("everyPage")
	void whenNamesAreHostileThenEscaped(String name) throws IOException {
		ServiceView service = new ServiceView(PagesFixture.HOSTILE, "https://x.example/\"onerror=alert(1)",
				"javascript:alert(1)");
		String html = fixture.show(name, service).getContentAsString();
		assertThat(html).doesNotContain("<script>alert", "<img", "onerror=alert(1)>\"", "javascript:");
		assertThat(HtmlUtils.htmlUnescape(html)).doesNotContain("&amp;lt;");
	}

	@Test
	void whenFieldsAreHostileThenTheyArriveExactly() throws IOException {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("SAMLResponse", "PHNhbWw+");
		fields.put("RelayState", PagesFixture.HOSTILE + "\r\nSet-Cookie: a=b ünïcode \u202e 😀");
		String destination = "https://sp.example/acs?a=1&b=\"%22'".replace("\"", "%22");
		MockHttpServletResponse response = fixture
			.show(PagesFixture.redirect(PagesFixture.MOODLE, destination, fields));
		String html = response.getContentAsString();
		assertThat(html).doesNotContain("<script>alert");
		assertThat(PagesFixture.inputs(html)).isEqualTo(fields);
		assertThat(attribute(html, "<form[^>]* action=\"([^\"]*)\"")).isEqualTo(destination);
		assertThat(response.getHeaderNames()).doesNotContain("Set-Cookie");
	}

	@Test
	void whenPagesAreForEverybodyThenOurTemplatesLetThemBePrepared() throws IOException {
		List<Map.Entry<LoginMessage, String>> kinds = List.of(Map.entry(LoginMessage.NONE, "flow=one"),
				Map.entry(LoginMessage.FORCED, "flow=one"),
				Map.entry(LoginMessage.STRONGER_AUTHENTICATION, "flow=two"));
		for (Map.Entry<LoginMessage, String> kind : kinds) {
			LoginPage page = new LoginPage(PagesFixture.MOODLE, "/idp/login", PagesFixture.hidden(), "", false,
					kind.getKey(), null, true, false, null, Map.of());
			fixture.show(PagesFixture.login(page), PagesFixture.get(kind.getValue()));
			fixture.show(PagesFixture.login(page), new MockHttpServletRequest("POST", "/idp/login"));
		}
		fixture.show(PagesFixture.redirect(PagesFixture.MOODLE, "https://sp.example/acs", Map.of("SAMLResponse", "x")));
		assertThat(fixture.pages.prepared()).isEqualTo(2L * kinds.size() + 1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "javascript:alert(1)", "data:text/html,x", "/relative", "https:///nohost", "ftp://a/b",
			"https://user@sp.example/acs", "https://my_app.example:80x/acs", "" })
	void whenTheDestinationIsNotOfTheWebThenNothingIsSent(String destination) {
		MockHttpServletResponse response = new MockHttpServletResponse();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> PagesFixture.redirect(PagesFixture.MOODLE, destination, Map.of())
				.on(fixture.pages, PagesFixture.get(null), response));
		assertThat(response.getContentAsByteArray()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			https://sp.example/acs            | https://sp.example/acs https:
			https://SP.example:8443/a;b?x=1#f | https://sp.example:8443 https:
			http://localhost:8080/demo/acs    | http://localhost:8080/demo/acs https: http:
			http://[::1]:8080/acs             | http: https: http:
			https://my_app.example/acs        | https: https:
			https://bücher.example:8443/acs   | https: https:
			https://app-.example:8443/acs     | https://app-.example:8443/acs https:
			""")
	void whenRedirectingThenTheFormMayGoThereAndTheServiceMayGoOn(String destination, String formAction)
			throws IOException {
		MockHttpServletResponse response = fixture
			.show(PagesFixture.redirect(PagesFixture.MOODLE, destination, Map.of()));
		assertThat(PagesFixture.policy(response)).contains("; form-action " + formAction + "; base-uri");
	}

	@Test
	void whenEveryOtherPageThenFormsStayHere() throws IOException {
		assertThat(PagesFixture.policy(fixture.show("login-none", PagesFixture.MOODLE)))
			.contains("form-action 'self';");
		assertThat(PagesFixture.policy(fixture.show("problem-not_found", PagesFixture.MOODLE)))
			.contains("form-action 'none';");
		assertThat(PagesFixture.policy(fixture.show("logged-out", PagesFixture.MOODLE)))
			.contains("form-action 'none';");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			P10D  |   | Your password expires in 10 days
			P1DT3H|   | Your password expires in one day
			PT5H  |   | Your password expires today
			      | 1 | one more time
			      | 3 | 3 more times
			      |   | Your password expires soon
			""")
	void whenThePasswordWillExpireThenSaysWhen(Duration left, Integer grace, String words) throws IOException {
		PasswordWarning warning = new PasswordWarning(Optional.ofNullable(left), Optional.ofNullable(grace));
		String html = fixture
			.show((pages, request,
					response) -> pages.passwordWarning(new PasswordWarningPage(PagesFixture.MOODLE, warning,
							"/idp/login", Map.of(), null, "/idp/login?flow=a"), request, response))
			.getContentAsString();
		assertThat(html).contains(words, "Continue to <bdi>Moodle</bdi>", "href=\"https://id.example.edu/change\"");
	}

	@Test
	void whenTheResponseWasSentThenNothingHappens() throws IOException {
		MockHttpServletResponse response = new MockHttpServletResponse();
		response.setCommitted(true);
		PagesFixture.problem(Problem.SERVER_ERROR, null).on(fixture.pages, PagesFixture.get("lang=de"), response);
		assertThat(response.getContentAsByteArray()).isEmpty();
		assertThat(response.getHeaderNames()).isEmpty();
	}

	@Test
	void whenHalfAPageWasWrittenThenItIsDropped() throws IOException {
		MockHttpServletResponse response = new MockHttpServletResponse();
		response.getOutputStream().write("half".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
		PagesFixture.problem(Problem.SERVER_ERROR, null).on(fixture.pages, PagesFixture.get(null), response);
		assertThat(response.getContentAsString()).startsWith("<!DOCTYPE html>");
	}

	private static String attribute(String html, String pattern) {
		Matcher matcher = Pattern.compile(pattern).matcher(html);
		assertThat(matcher.find()).isTrue();
		return HtmlUtils.htmlUnescape(matcher.group(1));
	}

}
