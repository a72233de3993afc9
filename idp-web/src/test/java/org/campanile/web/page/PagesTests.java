package org.campanile.web.page;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.campanile.authn.PasswordWarning;
import org.campanile.protocol.Answer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PagesTests {

	private static final String HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;";

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

	/** The scripts that the pages carry, by page. */
	private static final Map<String, String> SCRIPTS = Map.of("redirect", Pages.AUTO_SUBMIT, "logout-request",
			Pages.AUTO_SUBMIT, "logout-response", Pages.AUTO_SUBMIT, "step-carries", Pages.AUTO_SUBMIT, "step-leads",
			LogoutFrames.LEAD, "logout-progress", LogoutFrames.WATCH, "logout-progress-by-itself", LogoutFrames.WATCH);

	@ParameterizedTest
	@MethodSource("everyPage")
	void whenAnyPageThenNeitherStoredNorReferredNorFramed(String name) throws IOException {
		MockHttpServletResponse response = show(name, PagesFixture.MOODLE);
		assertThat(response.getContentType()).isEqualToIgnoringCase("text/html;charset=UTF-8");
		assertThat(response.getHeader("Cache-Control")).isEqualTo("no-store");
		assertThat(response.getHeader("Referrer-Policy")).isEqualTo("no-referrer");
		assertThat(response.getHeader("Content-Security-Policy")).startsWith("default-src 'none'; ")
			.endsWith("; base-uri 'none'; frame-ancestors " + (name.startsWith("step-") ? "'self'" : "'none'"))
			.doesNotContain("unsafe");
		assertThat(response.getHeader("X-Frame-Options")).isEqualTo(name.startsWith("step-") ? "SAMEORIGIN" : "DENY");
		assertThat(response.getContentLength()).isEqualTo(response.getContentAsByteArray().length);
	}

	@ParameterizedTest
	@MethodSource("everyPage")
	void whenAnyPageThenItsPolicyAllowsExactlyItsStyleAndScript(String name) throws IOException {
		MockHttpServletResponse response = show(name, PagesFixture.MOODLE);
		String html = response.getContentAsString();
		String policy = policy(response);
		assertThat(contents(html, "style")).singleElement()
			.satisfies(css -> assertThat(policy).contains("style-src " + ContentSecurityPolicy.hash(css) + ";"));
		List<String> scripts = contents(html, "script");
		String script = name.startsWith("login-") ? LoginFrames.SHOW_PASSWORD
				: name.startsWith("problem-") ? ProblemFrames.LOCAL_TIME : SCRIPTS.get(name);
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
		MockHttpServletResponse response = show(name, PagesFixture.MOODLE);
		String html = response.getContentAsString();
		assertThat(response.getContentAsByteArray()).hasSizeLessThan(30_000);
		assertThat(Jsoup.parse(html).select("link").eachAttr("href")).as("the icon, within the page")
			.hasSize(name.startsWith("step-") ? 0 : 1)
			.allMatch(url -> url.startsWith("data:image/svg+xml,"));
		assertThat(Jsoup.parse(html).select("footer a:not([hreflang])").eachText()).as("at the foot")
			.isEqualTo(name.startsWith("step-") ? List.of() : List.of("Help", "Privacy", "Legal notice"));
		assertThat(html).doesNotContain("@import", "url(");
		assertThat(policy(response)).contains("; img-src data:;");
		if (name.startsWith("logout-progress")) {
			assertThat(html).containsOnlyOnce(" src=").containsOnlyOnce("<iframe src=\"/idp/page/step-leads\"");
			assertThat(policy(response)).contains("; frame-src 'self' https://moodle.example.edu; form-action 'none'");
		}
		else {
			assertThat(html).doesNotContain(" src=", "<iframe");
			assertThat(policy(response)).doesNotContain("frame-src");
		}
	}

	@ParameterizedTest
	@MethodSource("everyPage")
	void whenNamesAreHostileThenEscaped(String name) throws IOException {
		ServiceView service = new ServiceView(HOSTILE, "https://x.example/\"onerror=alert(1)", "javascript:alert(1)");
		String html = show(name, service).getContentAsString();
		assertThat(html).doesNotContain("<script>alert", "<img", "onerror=alert(1)>\"", "javascript:");
		assertThat(HtmlUtils.htmlUnescape(html)).doesNotContain("&amp;lt;");
	}

	@Test
	void whenFieldsAreHostileThenTheyArriveExactly() throws IOException {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("SAMLResponse", "PHNhbWw+");
		fields.put("RelayState", HOSTILE + "\r\nSet-Cookie: a=b ünïcode \u202e 😀");
		String destination = "https://sp.example/acs?a=1&b=\"%22'".replace("\"", "%22");
		MockHttpServletResponse response = fixture
			.show(PagesFixture.redirect(PagesFixture.MOODLE, destination, fields));
		String html = response.getContentAsString();
		assertThat(html).doesNotContain("<script>alert");
		assertThat(inputs(html)).isEqualTo(fields);
		assertThat(attribute(html, "<form[^>]* action=\"([^\"]*)\"")).isEqualTo(destination);
		assertThat(response.getHeaderNames()).doesNotContain("Set-Cookie");
	}

	/** Pages that are the same but for these may be rendered once for all. */
	@Test
	void whenManyAskForALoginPageThenEachGetsTheirOwnFieldsAndAddress() throws IOException {
		for (String mine : List.of("flow=one", "flow=" + HOSTILE, "flow=three&lang=de", "")) {
			Map<String, String> fields = Map.of("flow", mine, "_csrf", HOSTILE + mine);
			LoginPage page = new LoginPage(PagesFixture.MOODLE, "/idp/login", fields, "", false, LoginMessage.NONE,
					null, true);
			String html = fixture.show(PagesFixture.login(page), PagesFixture.get(mine)).getContentAsString();
			assertThat(inputs(html)).containsAllEntriesOf(fields).containsEntry("j_username", "");
			String kept = mine.replaceFirst("&.*", "");
			assertThat(Jsoup.parse(html).select("nav a").eachAttr("href")).containsExactly(Stream.of("en", "de", "fr")
				.map(tag -> '?' + kept + (kept.isEmpty() ? "" : "&") + "lang=" + tag)
				.toArray(String[]::new));
			assertThat(contents(html, "script")).containsExactly(LoginFrames.SHOW_PASSWORD);
		}
	}

	@Test
	void whenPagesAreForEverybodyThenOurTemplatesLetThemBePrepared() throws IOException {
		List<Map.Entry<LoginMessage, String>> kinds = List.of(Map.entry(LoginMessage.NONE, "flow=one"),
				Map.entry(LoginMessage.FORCED, "flow=one"),
				Map.entry(LoginMessage.STRONGER_AUTHENTICATION, "flow=two"));
		for (Map.Entry<LoginMessage, String> kind : kinds) {
			LoginPage page = new LoginPage(PagesFixture.MOODLE, "/idp/login", PagesFixture.hidden(), "", false,
					kind.getKey(), null, true);
			fixture.show(PagesFixture.login(page), PagesFixture.get(kind.getValue()));
			fixture.show(PagesFixture.login(page), new MockHttpServletRequest("POST", "/idp/login"));
		}
		fixture.show(PagesFixture.redirect(PagesFixture.MOODLE, "https://sp.example/acs", Map.of("SAMLResponse", "x")));
		assertThat(fixture.pages.prepared()).isEqualTo(2L * kinds.size() + 1);
	}

	@Test
	void whenTheUsernameIsHostileThenItStaysAValue() throws IOException {
		LoginPage page = new LoginPage(PagesFixture.MOODLE, "/idp/login", Map.of("_csrf", HOSTILE), HOSTILE, false,
				LoginMessage.BAD_CREDENTIALS, null, false);
		String html = fixture.show(PagesFixture.login(page)).getContentAsString();
		assertThat(html).doesNotContain("<script>alert", "<img");
		assertThat(inputs(html)).containsEntry("j_username", HOSTILE).containsEntry("_csrf", HOSTILE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "javascript:alert(1)", "data:text/html,x", "/relative", "https:///nohost", "ftp://a/b",
			"https://user@sp.example/acs", "" })
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
			""")
	void whenRedirectingThenTheFormMayGoThereAndTheServiceMayGoOn(String destination, String formAction)
			throws IOException {
		MockHttpServletResponse response = fixture
			.show(PagesFixture.redirect(PagesFixture.MOODLE, destination, Map.of()));
		assertThat(policy(response)).contains("; form-action " + formAction + "; base-uri");
	}

	@Test
	void whenEveryOtherPageThenFormsStayHere() throws IOException {
		assertThat(policy(show("login-none", PagesFixture.MOODLE))).contains("form-action 'self';");
		assertThat(policy(show("problem-not_found", PagesFixture.MOODLE))).contains("form-action 'none';");
		assertThat(policy(show("logged-out", PagesFixture.MOODLE))).contains("form-action 'none';");
	}

	@Test
	void whenAFrameCarriesAFormThenItMayReachTheServiceAndComeBack() throws IOException {
		assertThat(policy(show("step-carries", PagesFixture.MOODLE)))
			.contains("; form-action https://moodle.example.edu 'self'; base-uri");
		assertThat(policy(show("step-leads", PagesFixture.MOODLE))).contains("; form-action 'none'; base-uri");
		assertThat(policy(show("logout-request", PagesFixture.MOODLE)))
			.contains("; form-action https://moodle.example.edu/Shibboleth.sso/SLO/POST https: 'self'; base-uri");
	}

	@Test
	void whenServicesAreAskedThenThePageGoesOnByItselfUnlessAPersonMustPressAButton() throws IOException {
		assertThat(show("logout-progress-by-itself", PagesFixture.MOODLE).getContentAsString()).contains(
				"<noscript><meta http-equiv=\"refresh\" content=\"7; url=/idp/logout/done?flow=x\"></noscript>",
				"href=\"/idp/logout/done?flow=x\"");
		assertThat(show("logout-progress", PagesFixture.MOODLE).getContentAsString()).doesNotContain("http-equiv")
			.contains("href=\"/idp/logout/done?flow=x\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "javascript:alert(1)", "data:text/html,x", "/relative", "https://user@sp.example/slo" })
	void whenAFrameIsLedToWhatIsNotOfTheWebThenItIsNot(String url) {
		MockHttpServletResponse response = new MockHttpServletResponse();
		for (LogoutStepPage step : List.of(new LogoutStepPage.Leads("x", url),
				new LogoutStepPage.Carries("x", new Answer.Post(url, Map.of())))) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> PagesFixture.step(step).on(fixture.pages, PagesFixture.get(null), response));
		}
		assertThat(response.getContentAsByteArray()).isEmpty();
	}

	@Test
	void whenLoggedOutThenEachServiceByNameAndTheWayOn() throws IOException {
		String html = show("logged-out", PagesFixture.MOODLE).getContentAsString();
		assertThat(html).contains("may still be signed in to some", ">Moodle</bdi>", "Did not respond",
				"href=\"/idp/logout/again?n=1\"", "Sign out of <bdi>Library</bdi>", "close all browser windows");
		assertThat(show("logged-out-well", PagesFixture.MOODLE).getContentAsString())
			.contains("will be asked for your password")
			.doesNotContain("close all browser windows", "class=\"again\"");
		assertThat(show("logged-out-partly", PagesFixture.MOODLE).getContentAsString()).contains(
				"STORE_UNAVAILABLE-7KD3QF", "href=\"https://moodle.example.edu/slo?SAMLResponse=x\"",
				"Return to <bdi>Moodle</bdi>");
	}

	@Test
	void whenTheServiceHasALogoThenThatOneIsAllowed() throws IOException {
		ServiceView service = new ServiceView("Moodle", "https://moodle.example.edu/logo.png?v=3", null);
		MockHttpServletResponse response = show("login-none", service);
		assertThat(policy(response)).contains("; img-src data: https://moodle.example.edu/logo.png;");
		assertThat(response.getContentAsString()).contains("src=\"https://moodle.example.edu/logo.png?v=3\"");
		service = new ServiceView("Moodle", "data:image/png;base64,iVBORw0KGgo=", null);
		assertThat(policy(show("login-none", service))).contains("; img-src data:;");
	}

	@Test
	void whenThePasswordIsWrongThenOneAlertAboveTheFieldsAndNoFieldIsMarked() throws IOException {
		MockHttpServletResponse response = show("login-bad_credentials", PagesFixture.MOODLE);
		String html = response.getContentAsString();
		assertThat(response.getStatus()).isEqualTo(200);
		assertThat(html).contains("<title>Error: The username or password is incorrect. – Example University</title>",
				"aria-describedby=\"error\"", "value=\"alice\"");
		assertThat(html).doesNotContain("aria-invalid");
		assertThat(inputs(html)).containsEntry("j_username", "alice");
		assertThat(html).containsPattern("id=\"password\"[^>]* autofocus");
		Document page = Jsoup.parse(html);
		assertThat(page.select("[role=alert]").text()).startsWith("The username or password is incorrect.");
		assertThat(page.select("[role=alert] ~ form input[type=password]")).hasSize(1);
	}

	@Test
	void whenNothingIsWrongThenNoAlert() throws IOException {
		assertThat(show("login-none", PagesFixture.MOODLE).getContentAsString()).doesNotContain("role=\"alert\"");
	}

	@Test
	void whenThrottledThenTheAlertHasTheFocusAndNoButtonStandsOut() throws IOException {
		Document page = Jsoup.parse(show("login-throttled", PagesFixture.MOODLE).getContentAsString());
		assertThat(page.select("[autofocus]").eachAttr("role")).containsExactly("alert");
		assertThat(page.select("[type=submit]").eachAttr("class")).containsExactly("second");
	}

	@Test
	void whenTheServiceSaysWhatItIsThenItStandsBelowTheTitle() throws IOException {
		ServiceView service = new ServiceView("Moodle", "Courses <b>and</b> exams", "en-gb",
				"data:image/png;base64,iVBORw0KGgo=", null);
		Document page = Jsoup.parse(show("login-none", service).getContentAsString());
		assertThat(page.select("h1").text()).isEqualTo("Sign in");
		assertThat(page.title()).isEqualTo("Sign in to Moodle – Example University");
		assertThat(page.select("h1 + .service").text()).isEqualTo("Moodle Courses <b>and</b> exams");
		assertThat(page.select(".service small").attr("lang")).isEqualTo("en-gb");
		assertThat(page.select("h1 + .service img")).hasSize(1);
		assertThat(Jsoup.parse(show("login-none", PagesFixture.MOODLE).getContentAsString()).select(".service").text())
			.isEqualTo("Moodle");
	}

	@Test
	void whenAPasswordCanBeForgottenThenTheLinkStandsWithTheField() throws IOException {
		Document page = Jsoup.parse(show("login-none", PagesFixture.MOODLE).getContentAsString());
		assertThat(page.select(".field:has(#password) a").eachAttr("href"))
			.containsExactly("https://id.example.edu/forgotten");
		assertThat(page.select("footer > ul a").eachAttr("href")).containsExactly("https://www.example.edu/help",
				"https://www.example.edu/privacy", "https://www.example.edu/imprint");
		PagesFixture bare = new PagesFixture(folder, PagesFixture.bare(), PagesFixture.IDP);
		page = Jsoup
			.parse(bare.show(PagesFixture.login(PagesFixture.loginPage(LoginMessage.NONE))).getContentAsString());
		assertThat(page.select("a")).isEmpty();
	}

	@Test
	void whenSomethingIsContributedThenItStandsBesideTheLoginForm() throws IOException {
		assertThat(show("login-none", PagesFixture.MOODLE).getContentAsString()).doesNotContain("<aside");
		PagesFixture fixture = new PagesFixture(folder, PagesFixture.BRANDING, PagesFixture.IDP, new LoginAside() {
			@Override
			public String html(Locale locale) {
				return "<aside>" + locale + ": 1 &lt; 2</aside>";
			}

			@Override
			public String script() {
				return "1 < 2 && contributed()";
			}
		});
		MockHttpServletResponse response = fixture.show(PagesFixture.login(PagesFixture.loginPage(LoginMessage.NONE)));
		assertThat(Jsoup.parse(response.getContentAsString()).select("main ~ aside").eachText())
			.containsExactly("en: 1 < 2");
		assertThat(contents(response.getContentAsString(), "script")).hasSize(2)
			.allSatisfy(script -> assertThat(policy(response)).contains(ContentSecurityPolicy.hash(script)));
		assertThat(response.getContentAsByteArray()).hasSizeLessThan(30_000);
	}

	@Test
	void whenThrottledThenSaysHowLong() throws IOException {
		MockHttpServletResponse response = show("login-throttled", PagesFixture.MOODLE);
		assertThat(response.getStatus()).isEqualTo(429);
		assertThat(response.getHeader("Retry-After")).isEqualTo("290");
		assertThat(response.getContentAsString()).contains("Too many attempts. Please wait 5 minutes before");
	}

	@Test
	void whenForcedThenTheNameIsFixedAndTheReasonGiven() throws IOException {
		String html = show("login-forced", PagesFixture.MOODLE).getContentAsString();
		assertThat(html).containsPattern("id=\"username\"[^>]* readonly")
			.contains("<bdi>Moodle</bdi> needs to be sure", "aria-describedby=\"notice\"");
	}

	@Test
	void whenLoginThenAPasswordManagerKnowsTheForm() throws IOException {
		String html = show("login-none", PagesFixture.MOODLE).getContentAsString();
		assertThat(html).contains("<h1>Sign in</h1>")
			.containsPattern("name=\"j_username\"[^>]* autocomplete=\"username\" autocapitalize=\"none\"")
			.containsPattern("name=\"j_password\" autocomplete=\"current-password\"")
			.contains("name=\"_eventId_proceed\"", "name=\"shared_computer\"", "spellcheck=\"false\"")
			.doesNotContain("onpaste", "aria-invalid");
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
							"/idp/login", Map.of(), "/idp/login?flow=a"), request, response))
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

	private MockHttpServletResponse show(String name, ServiceView service) throws IOException {
		return fixture.show(PagesFixture.page(name, service), new MockHttpServletRequest("POST", "/idp/login"));
	}

	private static String policy(MockHttpServletResponse response) {
		return String.valueOf(response.getHeader("Content-Security-Policy"));
	}

	private static List<String> contents(String html, String element) {
		return Pattern.compile("<" + element + "[^>]*>(.*?)</" + element + ">", Pattern.DOTALL)
			.matcher(html)
			.results()
			.map(match -> match.group(1))
			.toList();
	}

	private static Map<String, String> inputs(String html) {
		Map<String, String> inputs = new LinkedHashMap<>();
		Matcher matcher = Pattern.compile("<input [^>]*?name=\"([^\"]*)\" value=\"([^\"]*)\"").matcher(html);
		while (matcher.find()) {
			inputs.put(HtmlUtils.htmlUnescape(matcher.group(1)), HtmlUtils.htmlUnescape(matcher.group(2)));
		}
		return inputs;
	}

	private static String attribute(String html, String pattern) {
		Matcher matcher = Pattern.compile(pattern).matcher(html);
		assertThat(matcher.find()).isTrue();
		return HtmlUtils.htmlUnescape(matcher.group(1));
	}

}
