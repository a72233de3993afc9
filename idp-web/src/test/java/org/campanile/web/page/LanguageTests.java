package org.campanile.web.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import jakarta.servlet.http.Cookie;
import org.campanile.IdentityProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class LanguageTests {

	private static final PagesFixture.Show LOGIN = PagesFixture.login(PagesFixture.loginPage(LoginMessage.NONE));

	@TempDir
	Path folder;

	private PagesFixture fixture;

	@BeforeEach
	void open() {
		fixture = new PagesFixture(folder);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			lang=fr    | de | de             | fr
			lang=xx    | de | fr             | de
			lang=      |    | fr             | fr
			a=1&lang=de|    |                | de
			slang=de   |    |                | en
			           | xx | fr-CH,de;q=0.9 | fr
			           |    | it,de-AT;q=0.5 | de
			           |    | it             | en
			           |    |                | en
			""")
	void whenLanguagesAreAskedForThenQueryThenCookieThenHeaderThenDefault(String query, String cookie, String header,
			String expected) {
		MockHttpServletRequest request = PagesFixture.get(query);
		request.setPreferredLocales(List.of(Locale.GERMAN));
		request.removeHeader("Accept-Language");
		if (cookie != null) {
			request.setCookies(new Cookie("__Host-campanile_lang", cookie));
		}
		if (header != null) {
			request.addHeader("Accept-Language", header);
		}
		assertThat(fixture.pages.locale(request).toLanguageTag()).isEqualTo(expected);
	}

	@Test
	void whenALanguageIsChosenThenItIsKeptInAHostCookie() throws IOException {
		MockHttpServletResponse response = fixture.show(LOGIN, PagesFixture.get("lang=de"));
		assertThat(response.getHeader("Set-Cookie")).startsWith("__Host-campanile_lang=de; Path=/; Max-Age=31536000; ")
			.contains("; SameSite=Lax", "; HttpOnly", "; Secure")
			.doesNotContain("Domain");
		assertThat(response.getContentAsString()).contains("<html lang=\"de\" dir=\"ltr\">");
		assertThat(response.getHeader("Content-Language")).isEqualTo("de");
		assertThat(fixture.show(LOGIN).getHeader("Set-Cookie")).isNull();
	}

	@Test
	void whenOnLoopbackThenThePlainName() throws IOException {
		IdentityProvider plain = new IdentityProvider("urn:x", "http://localhost:8080/idp", List.of());
		PagesFixture onLoopback = new PagesFixture(folder, PagesFixture.BRANDING, plain);
		assertThat(onLoopback.show(LOGIN, PagesFixture.get("lang=de")).getHeader("Set-Cookie"))
			.startsWith("campanile_lang=de; Path=/; ")
			.contains("; SameSite=Lax", "; HttpOnly")
			.doesNotContain("Secure");
	}

	@Test
	void whenAGetThenTheLinksKeepItsQueryAndNameNoPath() throws IOException {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "//evil.example/x");
		request.setQueryString("flow=a%2fB&lang=fr&target=%22%3E&j_password=secret-1&flow[]=2&flow&Flow=3&%66low=4");
		String html = fixture.show(LOGIN, request).getContentAsString();
		assertThat(html)
			.contains("href=\"?flow=a%2fB&amp;target=%22%3E&amp;lang=de\"",
					"hreflang=\"fr\" lang=\"fr\" aria-current=\"true\">Français</a>")
			.doesNotContain("evil.example", "secret-1", "flow[]", "Flow", "%66low");
	}

	@Test
	void whenAPostThenTheLinksGoWhereTheControllerSays() throws IOException {
		MockHttpServletRequest post = new MockHttpServletRequest("POST", "/idp/login");
		assertThat(fixture.show(LOGIN, post).getContentAsString()).doesNotContain("<nav");
		LoginPage page = PagesFixture.loginPage(LoginMessage.BAD_CREDENTIALS);
		LoginPage known = new LoginPage(page.service(), page.action(), page.hiddenFields(), page.username(),
				page.usernameFixed(), page.message(), null, true, false, "/idp/login?execution=e1",
				page.passkeyFields());
		assertThat(fixture.show(PagesFixture.login(known), post).getContentAsString())
			.contains("href=\"/idp/login?execution=e1&amp;lang=de\"");
	}

	@ParameterizedTest
	@CsvSource({ "he,rtl", "ckb,rtl", "ks,rtl", "syr,rtl", "az,ltr", "az-Arab,rtl", "pa-Arab,rtl", "ks-Deva,ltr" })
	void whenALanguageOrItsScriptRunsFromRightToLeftThenSoDoesThePage(String language, String direction) {
		assertThat(Languages.direction(Locale.forLanguageTag(language))).isEqualTo(direction);
	}

	@ParameterizedTest
	@CsvSource({ "de,de-AT", "zh-Hans,zh-Hant" })
	void whenLanguagesDifferOnlyInCountryOrScriptThenTheirNamesDiffer(String one, String other) {
		assertThat(Languages.nameOf(Locale.forLanguageTag(one)))
			.isNotEqualTo(Languages.nameOf(Locale.forLanguageTag(other)));
	}

	@Test
	void whenNamesRunFromRightToLeftThenTheyAreIsolated() throws IOException {
		ServiceView library = new ServiceView("ספריית \u202eהאוניברסיטה", null, null);
		String html = fixture.show(PagesFixture.login(PagesFixture.loginPage(library, LoginMessage.NONE)))
			.getContentAsString();
		assertThat(html).contains("<bdi class=\"name\">ספריית האוניברסיטה</bdi>",
				"<title>Sign in to \u2068ספריית האוניברסיטה\u2069 – Example University</title>");
	}

}
