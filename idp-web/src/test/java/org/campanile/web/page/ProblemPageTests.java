package org.campanile.web.page;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.campanile.IdentityProvider;
import org.campanile.web.testkit.LogLines;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what people see after an error. */
class ProblemPageTests {

	@TempDir
	Path folder;

	private PagesFixture fixture;

	@BeforeEach
	void open() {
		fixture = new PagesFixture(folder);
	}

	@Test
	void whenAPasswordHasExpiredAndNoAddressChangesItThenTheLogSaysSoOnce() throws IOException {
		String key = "campanile.branding.change-password-url: missing";
		try (LogLines log = LogLines.warnings()) {
			fixture.show(PagesFixture.problem(Problem.PASSWORD_EXPIRED, PagesFixture.MOODLE));
			assertThat(log.lines()).noneMatch(line -> line.startsWith(key));
			PagesFixture without = new PagesFixture(folder, PagesFixture.bare(),
					new IdentityProvider("https://a.example/idp", "https://a.example", List.of()));
			without.show(PagesFixture.problem(Problem.PASSWORD_EXPIRED, PagesFixture.MOODLE));
			without.show(PagesFixture.problem(Problem.PASSWORD_MUST_CHANGE, PagesFixture.MOODLE));
			assertThat(log.lines()).filteredOn(line -> line.startsWith(key)).hasSize(1);
		}
	}

	@ParameterizedTest
	@EnumSource(Problem.class)
	void whenProblemThenStatusCodeTimeAndNextStep(Problem problem) throws IOException {
		MockHttpServletResponse response = fixture.show(PagesFixture.problem(problem, PagesFixture.MOODLE));
		String html = response.getContentAsString();
		assertThat(response.getStatus()).isEqualTo(problem.status());
		assertThat(html).contains(">REQUEST_EXPIRED</code>", "20 November 2026, 12:00:00 UTC",
				"datetime=\"2026-11-20T12:00:00Z\"", "class=\"button");
	}

	@ParameterizedTest
	@CsvSource({ "de,20. November 2026", "fr,20 novembre 2026" })
	void whenAnotherLanguageThenTheTimeIsWrittenInIt(String language, String date) throws IOException {
		String html = fixture.show(PagesFixture.problem(Problem.NOT_FOUND, null), PagesFixture.get("lang=" + language))
			.getContentAsString();
		assertThat(html).contains(">" + date, "12:00:00 UTC</time>");
	}

	@Test
	void whenTheSameMustFailAgainThenNoButtonOffersIt() throws IOException {
		PagesFixture withoutHelp = new PagesFixture(folder, PagesFixture.bare(), PagesFixture.IDP);
		for (Problem problem : List.of(Problem.ACCOUNT_LOCKED, Problem.ACCOUNT_DISABLED, Problem.NOT_ALLOWED,
				Problem.UNKNOWN_SERVICE, Problem.PASSWORD_EXPIRED, Problem.PASSWORD_MUST_CHANGE)) {
			assertThat(withoutHelp.show(PagesFixture.problem(problem, PagesFixture.MOODLE)).getContentAsString())
				.as(problem.name())
				.doesNotContain("class=\"button", "moodle.example.edu");
		}
	}

	@Test
	void whenTheSameMayFailAgainThenItsButtonDoesNotStandOut() throws IOException {
		for (Problem problem : List.of(Problem.DIRECTORY_DOWN, Problem.STORE_DOWN, Problem.TRY_LATER,
				Problem.SERVER_ERROR, Problem.REQUEST_REFUSED)) {
			assertThat(fixture.show(PagesFixture.problem(problem, PagesFixture.MOODLE)).getContentAsString())
				.as(problem.name())
				.contains("class=\"button second\"")
				.doesNotContain("class=\"button\"", "autofocus");
		}
	}

	@Test
	void whenTheDirectoryIsDownThenOnlyWhoIsSignedInIsInformedSo() throws IOException {
		assertThat(fixture.show(PagesFixture.problem(Problem.DIRECTORY_DOWN, PagesFixture.MOODLE)).getContentAsString())
			.doesNotContain("signed in");
		assertThat(fixture.show(PagesFixture.problem(Problem.DIRECTORY_DOWN_SIGNED_IN, PagesFixture.MOODLE))
			.getContentAsString()).contains("you are still signed in");
	}

	@Test
	void whenTheServiceIsKnownThenItIsWhereToStartAgain() throws IOException {
		String html = fixture.show(PagesFixture.problem(Problem.LOGIN_EXPIRED, PagesFixture.MOODLE))
			.getContentAsString();
		assertThat(html).contains("href=\"https://moodle.example.edu/\" autofocus")
			.contains("Start again at <bdi>Moodle</bdi>");
	}

	@ParameterizedTest
	@ValueSource(strings = { "javascript:alert(1)", "//evil.example/", "data:text/html,x" })
	void whenTheStartAddressIsNotOfTheWebThenThereIsNoLink(String url) throws IOException {
		ServiceView service = new ServiceView("Moodle", null, url);
		String html = fixture.show(PagesFixture.problem(Problem.LOGIN_EXPIRED, service)).getContentAsString();
		assertThat(html).doesNotContain("class=\"button", url).contains("You were on your way to <bdi>Moodle</bdi>.");
	}

	@Test
	void whenTryLaterThenTheBrowserIsInformedWhen() throws IOException {
		MockHttpServletResponse response = fixture.show((pages, request, answer) -> pages.problem(
				new ProblemPage(Problem.TRY_LATER, "BUSY", null, PagesFixture.NOON, Duration.ofMillis(1500)), request,
				answer));
		assertThat(response.getStatus()).isEqualTo(503);
		assertThat(response.getHeader("Retry-After")).isEqualTo("2");
	}

}
