package org.campanile.web.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;

import org.campanile.protocol.Answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LogoutPagesTests {

	@TempDir
	Path folder;

	private PagesFixture fixture;

	@BeforeEach
	void open() {
		fixture = new PagesFixture(folder);
	}

	@Test
	void whenAFrameCarriesAFormThenItMayReachTheServiceAndComeBack() throws IOException {
		assertThat(PagesFixture.policy(fixture.show("step-carries", PagesFixture.MOODLE)))
			.contains("; form-action https://moodle.example.edu 'self'; base-uri");
		assertThat(PagesFixture.policy(fixture.show("step-leads", PagesFixture.MOODLE)))
			.contains("; form-action 'none'; base-uri");
		assertThat(PagesFixture.policy(fixture.show("logout-request", PagesFixture.MOODLE)))
			.contains("; form-action https://moodle.example.edu/Shibboleth.sso/SLO/POST https: 'self'; base-uri");
	}

	@Test
	void whenServicesAreAskedThenThePageGoesOnByItselfUnlessAPersonMustPressAButton() throws IOException {
		assertThat(fixture.show("logout-progress-by-itself", PagesFixture.MOODLE).getContentAsString()).contains(
				"<noscript><meta http-equiv=\"refresh\" content=\"7; url=/idp/logout/done?flow=x\"></noscript>",
				"href=\"/idp/logout/done?flow=x\"");
		assertThat(fixture.show("logout-progress", PagesFixture.MOODLE).getContentAsString())
			.doesNotContain("http-equiv")
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
	void whenAServiceIsAtAHostWithUnusualCharactersThenItIsAskedThere() throws IOException {
		String url = "https://my_app.example/slo";
		MockHttpServletResponse leads = fixture.show(PagesFixture.step(new LogoutStepPage.Leads("x", url)));
		assertThat(Jsoup.parse(leads.getContentAsString()).select("a").eachAttr("href")).containsExactly(url);
		MockHttpServletResponse carries = fixture
			.show(PagesFixture.step(new LogoutStepPage.Carries("x", new Answer.Post(url, Map.of()))));
		assertThat(Jsoup.parse(carries.getContentAsString()).select("form").eachAttr("action")).containsExactly(url);
		assertThat(PagesFixture.policy(carries)).contains("; form-action https: 'self'; base-uri");
	}

	@Test
	void whenLoggedOutThenEachServiceByNameAndTheWayOn() throws IOException {
		String html = fixture.show("logged-out", PagesFixture.MOODLE).getContentAsString();
		assertThat(html).contains("may still be signed in to some", ">Moodle</bdi>", "Did not respond",
				"href=\"/idp/logout/again?n=1\"", "Sign out of <bdi>Library</bdi>", "close all browser windows");
		assertThat(fixture.show("logged-out-well", PagesFixture.MOODLE).getContentAsString())
			.contains("will be asked to sign in again")
			.doesNotContain("close all browser windows", "class=\"again\"");
		assertThat(fixture.show("logged-out-partly", PagesFixture.MOODLE).getContentAsString()).contains(
				"STORE_UNAVAILABLE-7KD3QF", "href=\"https://moodle.example.edu/slo?SAMLResponse=x\"",
				"Return to <bdi>Moodle</bdi>");
	}

}
