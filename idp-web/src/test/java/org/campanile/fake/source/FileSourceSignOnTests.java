package org.campanile.fake.source;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.web.config.TestConfigurations;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** A kind of attribute source must need nothing beyond its own classes. */
@Timeout(120)
class FileSourceSignOnTests {

	private static final String SETTINGS = """
			campanile:
			  ldap: {urls: "ldap://127.0.0.1:1", base-dn: "dc=example,dc=edu"}
			  attributes:
			    sources:
			      titles:
			        file:
			          path: titles.properties
			          max-length: 90
			""";

	@TempDir
	private Path other;

	private final Path home = TestIdp.newHome();

	private final Path users = home.resolve("titles.properties");

	private final ForeignService service = ForeignService.at("titles.example.org", InstantSource.system())
		.registered(home);

	private final Browser browser = new Browser();

	private final List<TestIdp> started = new ArrayList<>();

	@BeforeEach
	void write() throws Exception {
		Files.writeString(users, "alice=Registrar\nbob=" + "x".repeat(100) + "\n");
	}

	private TestIdp start(String onFailure) {
		TestIdp idp = TestIdp.start(home, "campanile.release.rules[0].services=*",
				"campanile.release.rules[0].attributes=mail,title",
				"campanile.attributes.definitions.title.from=titles",
				"campanile.attributes.sources.titles.on-failure=" + onFailure,
				"campanile.attributes.sources.titles.file.path=titles.properties");
		started.add(idp);
		return idp;
	}

	@AfterEach
	void stop() {
		started.forEach(TestIdp::close);
	}

	@Test
	void whenItAnswersThenItsValuesReachTheService() {
		TestIdp idp = start("refuse");
		assertThat(service.signIn(idp, browser, "alice").values("title")).containsExactly("Registrar");
	}

	@Test
	void whenItFailsThenTheLoginGoesOnWithoutItAndTheAuditSaysSo() throws Exception {
		TestIdp idp = start("omit");
		Files.delete(users);
		try (LogLines audit = LogLines.audit()) {
			DecodedAssertion alice = service.signIn(idp, browser, "alice");
			assertThat(alice.values("title")).isEmpty();
			assertThat(alice.values("mail")).isNotEmpty();
			assertThat(audit.lines())
				.anyMatch(line -> line.contains("event=SIGN_ON") && line.contains("sourcesUnavailable=titles"));
		}
	}

	@Test
	void whenItFailsAndIsNeededThenTheLoginIsRefused() throws Exception {
		TestIdp idp = start("refuse");
		Files.delete(users);
		Page refused = browser.login(browser.open(service.redirect(idp, AuthnRequestOptions.PLAIN).url()), "alice",
				"alice-demo");
		assertThat(refused.status()).isEqualTo(503);
		assertThat(refused.text("code")).startsWith("SOURCE_UNAVAILABLE-");
	}

	@Test
	void whenOneUsersValueCannotBeUsedAgainAndAgainThenOthersStillHaveTheirs() {
		TestIdp idp = start("omit");
		for (int i = 0; i < 6; i++) {
			assertThat(service.signIn(idp, new Browser(), "bob").values("title")).isEmpty();
		}
		assertThat(service.signIn(idp, browser, "alice").values("title")).containsExactly("Registrar");
	}

	@Test
	void whenItsSettingsAreSoundThenTheCheckFindsNothing() throws Exception {
		assertThat(TestConfigurations.check(other, SETTINGS)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					path: titles | pth: titles | campanile.attributes.sources.titles.file.pth (application.yaml:7): unknown key; did you mean campanile.attributes.sources.titles.file.path?
					path: titles.properties | attribute: title | campanile.attributes.sources.titles.file.path
					max-length: 90 | max-length: 900 | campanile.attributes.sources.titles.file.max-length (application.yaml:8): must be less than or equal to 200
					max-length: 90 | max-length: long | campanile.attributes.sources.titles.file.max-length (application.yaml:8): "long" cannot be read
					max-length: 90 | attribute: shoeSize | campanile.attributes.sources.titles (application.yaml:7): no definition reads shoeSize of it
					file: | files: | campanile.attributes.sources.titles (application.yaml:7): a source is one of file, http, ldap, sql
					""")
	void whenItsSettingsAreFaultyThenTheCheckSaysSo(String good, String bad, String fault) throws Exception {
		assertThat(TestConfigurations.check(other, SETTINGS.replace(good, bad)))
			.anySatisfy(line -> assertThat(line).startsWith(fault));
	}

}
