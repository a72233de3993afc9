package org.campanile.web.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class LoginPageTests {

	@TempDir
	Path folder;

	private PagesFixture fixture;

	@BeforeEach
	void open() {
		fixture = new PagesFixture(folder);
	}

	/** Pages that differ only in these values may share one rendering. */
	@Test
	void whenManyAskForALoginPageThenEachGetsTheirOwnFieldsAndAddress() throws IOException {
		for (String mine : List.of("flow=one", "flow=" + PagesFixture.HOSTILE, "flow=three&lang=de", "")) {
			Map<String, String> fields = Map.of("flow", mine, "_csrf", PagesFixture.HOSTILE + mine);
			LoginPage page = new LoginPage(PagesFixture.MOODLE, "/idp/login", fields, "", false, LoginMessage.NONE,
					null, true, false, null, Map.of());
			String html = fixture.show(PagesFixture.login(page), PagesFixture.get(mine)).getContentAsString();
			assertThat(PagesFixture.inputs(html)).containsAllEntriesOf(fields).containsEntry("j_username", "");
			String kept = mine.replaceFirst("&.*", "");
			assertThat(Jsoup.parse(html).select("nav a").eachAttr("href")).containsExactly(Stream.of("en", "de", "fr")
				.map(tag -> '?' + kept + (kept.isEmpty() ? "" : "&") + "lang=" + tag)
				.toArray(String[]::new));
			assertThat(PagesFixture.contents(html, "script")).containsExactly(LoginScript.TEXT);
		}
	}

	@Test
	void whenPasskeysAreOfferedThenEachViewHasItsOwnChallengeInAFormOfItsOwn() throws IOException {
		for (String challenge : List.of("one", "two", PagesFixture.HOSTILE)) {
			Map<String, String> fields = new LinkedHashMap<>();
			fields.put("flow", "passkey " + challenge);
			fields.put("options", "{\"challenge\":\"" + challenge + "\"}");
			fields.put("passkey", "");
			LoginPage page = new LoginPage(PagesFixture.MOODLE, "/idp/login", PagesFixture.hidden(), "", false,
					LoginMessage.NONE, null, true, false, null, fields);
			MockHttpServletResponse response = fixture.show(PagesFixture.login(page));
			Element form = Jsoup.parse(response.getContentAsString()).select("#passkey-form").getFirst();
			fields.forEach((name, value) -> assertThat(form.select("input[name=" + name + "]").val()).isEqualTo(value));
			assertThat(form.select("input")).hasSameSizeAs(fields.keySet());
			assertThat(PagesFixture.contents(response.getContentAsString(), "script")).containsExactly(LoginScript.TEXT,
					PasskeyScript.TEXT);
			assertThat(PagesFixture.policy(response)).contains(PasskeyScript.HASH).doesNotContain("connect-src");
			assertThat(response.getContentAsByteArray()).hasSizeLessThan(30_000);
		}
	}

	@Test
	void whenTheUsernameIsHostileThenItStaysAValue() throws IOException {
		LoginPage page = new LoginPage(PagesFixture.MOODLE, "/idp/login", Map.of("_csrf", PagesFixture.HOSTILE),
				PagesFixture.HOSTILE, false, LoginMessage.BAD_CREDENTIALS, null, false, false, null, Map.of());
		String html = fixture.show(PagesFixture.login(page)).getContentAsString();
		assertThat(html).doesNotContain("<script>alert", "<img");
		assertThat(PagesFixture.inputs(html)).containsEntry("j_username", PagesFixture.HOSTILE)
			.containsEntry("_csrf", PagesFixture.HOSTILE);
	}

	/** Also where the two pages could share one rendering. */
	@Test
	void whenTheComputerIsSharedThenTheBoxIsTickedOnThatPageAlone() throws IOException {
		for (boolean shared : List.of(false, true, false)) {
			LoginPage page = new LoginPage(PagesFixture.MOODLE, "/idp/login", PagesFixture.hidden(), "", false,
					LoginMessage.NONE, null, true, shared, null, Map.of());
			Document html = Jsoup
				.parse(fixture.show(PagesFixture.login(page), PagesFixture.get("flow=x")).getContentAsString());
			assertThat(html.select("input[name=shared_computer]").hasAttr("checked")).isEqualTo(shared);
		}
	}

	@Test
	void whenTheServiceHasALogoThenThatOneIsAllowed() throws IOException {
		ServiceView service = new ServiceView("Moodle", "https://moodle.example.edu/logo.png?v=3", null);
		MockHttpServletResponse response = fixture.show("login-none", service);
		assertThat(PagesFixture.policy(response)).contains("; img-src data: https://moodle.example.edu/logo.png;");
		assertThat(response.getContentAsString()).contains("src=\"https://moodle.example.edu/logo.png?v=3\"");
		service = new ServiceView("Moodle", "data:image/png;base64,iVBORw0KGgo=", null);
		assertThat(PagesFixture.policy(fixture.show("login-none", service))).contains("; img-src data:;");
	}

	@Test
	void whenThePasswordIsWrongThenOneAlertAboveTheFieldsAndNoFieldIsMarked() throws IOException {
		MockHttpServletResponse response = fixture.show("login-bad_credentials", PagesFixture.MOODLE);
		String html = response.getContentAsString();
		assertThat(response.getStatus()).isEqualTo(200);
		assertThat(html).contains("<title>Error: The username or password is incorrect. – Example University</title>",
				"aria-describedby=\"error\"", "value=\"alice\"");
		assertThat(html).doesNotContain("aria-invalid");
		assertThat(PagesFixture.inputs(html)).containsEntry("j_username", "alice");
		assertThat(html).containsPattern("id=\"password\"[^>]* autofocus");
		Document page = Jsoup.parse(html);
		assertThat(page.select("[role=alert]").text()).startsWith("The username or password is incorrect.");
		assertThat(page.select("[role=alert] ~ form input[type=password]")).hasSize(1);
	}

	@Test
	void whenNothingIsWrongThenNoAlert() throws IOException {
		assertThat(fixture.show("login-none", PagesFixture.MOODLE).getContentAsString())
			.doesNotContain("role=\"alert\"");
	}

	@Test
	void whenThrottledThenTheAlertHasTheFocusAndNoButtonStandsOut() throws IOException {
		Document page = Jsoup.parse(fixture.show("login-throttled", PagesFixture.MOODLE).getContentAsString());
		assertThat(page.select("[autofocus]").eachAttr("role")).containsExactly("alert");
		assertThat(page.select("[type=submit]").eachAttr("class")).containsExactly("second");
	}

	@Test
	void whenTheServiceSaysWhatItIsThenItStandsBelowTheTitle() throws IOException {
		ServiceView service = new ServiceView("Moodle", "Courses <b>and</b> exams", "en-gb",
				"data:image/png;base64,iVBORw0KGgo=", null, null);
		Document page = Jsoup.parse(fixture.show("login-none", service).getContentAsString());
		assertThat(page.select("h1").text()).isEqualTo("Sign in");
		assertThat(page.title()).isEqualTo("Sign in to Moodle – Example University");
		assertThat(page.select("h1 + .service").text()).isEqualTo("Moodle Courses <b>and</b> exams");
		assertThat(page.select(".service small").attr("lang")).isEqualTo("en-gb");
		assertThat(page.select("h1 + .service img")).hasSize(1);
		assertThat(Jsoup.parse(fixture.show("login-none", PagesFixture.MOODLE).getContentAsString())
			.select(".service")
			.text()).isEqualTo("Moodle");
	}

	@Test
	void whenAPasswordCanBeForgottenThenTheLinkStandsWithTheField() throws IOException {
		Document page = Jsoup.parse(fixture.show("login-none", PagesFixture.MOODLE).getContentAsString());
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
		assertThat(fixture.show("login-none", PagesFixture.MOODLE).getContentAsString()).doesNotContain("<aside");
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
		assertThat(PagesFixture.contents(response.getContentAsString(), "script")).hasSize(2)
			.allSatisfy(
					script -> assertThat(PagesFixture.policy(response)).contains(ContentSecurityPolicy.hash(script)));
		assertThat(response.getContentAsByteArray()).hasSizeLessThan(30_000);
	}

	@Test
	void whenThrottledThenSaysHowLong() throws IOException {
		MockHttpServletResponse response = fixture.show("login-throttled", PagesFixture.MOODLE);
		assertThat(response.getStatus()).isEqualTo(429);
		assertThat(response.getHeader("Retry-After")).isEqualTo("290");
		assertThat(response.getContentAsString()).contains("Too many attempts. Please wait 5 minutes before");
	}

	@Test
	void whenForcedThenTheNameIsFixedAndTheReasonGiven() throws IOException {
		String html = fixture.show("login-forced", PagesFixture.MOODLE).getContentAsString();
		assertThat(html).containsPattern("id=\"username\"[^>]* readonly")
			.contains("<bdi>Moodle</bdi> needs to be sure", "aria-describedby=\"notice\"");
	}

	@Test
	void whenLoginThenAPasswordManagerKnowsTheForm() throws IOException {
		String html = fixture.show("login-none", PagesFixture.MOODLE).getContentAsString();
		assertThat(html).contains("<h1>Sign in</h1>")
			.containsPattern("name=\"j_username\"[^>]* autocomplete=\"username\" autocapitalize=\"none\"")
			.containsPattern("name=\"j_password\" autocomplete=\"current-password\"")
			.contains("name=\"_eventId_proceed\"", "name=\"shared_computer\"", "spellcheck=\"false\"")
			.doesNotContain("onpaste", "aria-invalid");
	}

}
