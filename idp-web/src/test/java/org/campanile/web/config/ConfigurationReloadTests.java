package org.campanile.web.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.campanile.HomeFolder;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.web.testkit.LogLines;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerGroups;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/** Tests edits of the configuration file while the server is running. */
class ConfigurationReloadTests {

	private static final InstantSource CLOCK = InstantSource.system();

	private static final String AT_START = """
			campanile:
			  branding: {name: Old Name}
			  name-id: {persistent-salt: "secret-one-0123456789"}
			  release:
			    rules:
			      - services: ["*"]
			        attributes: [uid]
			logging.level:
			  org.example.removed: debug
			""";

	@AutoClose
	private static TestIdp idp;

	private static ForeignService wiki;

	private static ConfigurationWatch watch;

	private static Path file;

	private final LogLines log = LogLines.all();

	@BeforeAll
	static void start() throws IOException {
		Path home = TestIdp.newHome();
		wiki = ForeignService.at("wiki.example.org", CLOCK).registered(home);
		file = Files.writeString(home.resolve("application.yaml"), AT_START);
		idp = TestIdp.start(home, "spring.config.additional-location=optional:" + file.toUri());
		watch = idp.bean(ConfigurationWatch.class);
	}

	@BeforeEach
	void asAtTheStart() {
		assertThat(signIn().values("uid")).containsExactly("alice");
		assertThat(signIn().values("mail")).isEmpty();
		log.forget();
	}

	@AfterEach
	void mend() throws IOException {
		write(AT_START);
		log.close();
		assertThat(health()).doesNotContainKey("details");
	}

	@Test
	void whenARuleIsAddedThenTheNextAssertionHasItAndTheLogTheDifference() throws IOException {
		write(AT_START.replace("[uid]", "[uid, mail]"));
		assertThat(signIn().values("mail")).isNotEmpty();
		assertThat(ours())
			.containsExactly("campanile.release.rules[0].attributes[1] (application.yaml:7): not set -> \"mail\"");
		write(AT_START);
		assertThat(signIn().values("mail")).isEmpty();
		assertThat(ours()).last().isEqualTo("campanile.release.rules[0].attributes[1]: \"mail\" -> not set");
	}

	@Test
	void whenAServiceIsSetOtherwiseThenTheNextSignOnIs() throws IOException {
		assertThat(answer()).contains("EncryptedAssertion");
		write(AT_START + "campanile.services: [{match: '" + wiki.entityId() + "', encryption: never}]\n");
		assertThat(answer()).doesNotContain("EncryptedAssertion");
		write(AT_START + "campanile.services: [{match: '" + wiki.entityId() + "', enabled: false}]\n");
		assertThat(login().forms()).isEmpty();
		write(AT_START);
		assertThat(signIn().values("uid")).containsExactly("alice");
	}

	@Test
	void whenTheBrandingChangesThenTheNextPageShowsIt() throws IOException {
		assertThat(login().body()).contains("Old Name", "lang=fr");
		write(AT_START.replace("{name: Old Name}", "{name: New Name, languages: [en, de]}"));
		assertThat(login().body()).contains("New Name", "lang=de").doesNotContain("Old Name", "lang=fr");
		assertThat(ours()).contains("campanile.branding.name (application.yaml:2): \"Old Name\" -> \"New Name\"");
	}

	@Test
	void whenLevelsChangeThenTheLogFollowsAndWhatIsRemovedIsAsByDefault() throws IOException {
		assertThat(LoggerFactory.getLogger("org.example.removed").isDebugEnabled()).isTrue();
		write(AT_START.replace("org.example.removed: debug", "org.example.added: trace"));
		assertThat(LoggerFactory.getLogger("org.example.added").isTraceEnabled()).isTrue();
		assertThat(LoggerFactory.getLogger("org.example.removed").isInfoEnabled()).isFalse();
		write(AT_START);
		assertThat(LoggerFactory.getLogger("org.example.added").isInfoEnabled()).isFalse();
	}

	@Test
	void whenThereIsAFaultThenNothingIsTakenOverAndEachIsReported() throws IOException {
		write(AT_START.replace("[uid]", "[uid, mail]").replace("Old Name", "New Name").replace("debug", "loud")
				+ "campanile.scops: example.edu\n");
		assertThat(signIn().values("mail")).isEmpty();
		assertThat(login().body()).contains("Old Name");
		assertThat(ours()).hasSize(3)
			.anySatisfy(
					line -> assertThat(line).startsWith("application.yaml is refused as a whole").contains("2 faults"))
			.anySatisfy(line -> assertThat(line).startsWith("campanile.scops (application.yaml:10): unknown key"))
			.anySatisfy(line -> assertThat(line)
				.startsWith("logging.level.org.example.removed (application.yaml:9): \"loud\" is none of"));
		assertThat(health()).contains(entry("status", "UP"));
		assertThat(detail("refused")).isEqualTo(List.of("logging.level.org.example.removed (application.yaml:9)",
				"campanile.scops (application.yaml:10)"));
		assertThat(metrics()).contains("campanile_configuration_refused 1.0");
		write(AT_START.replace("[uid]", "[uid, mail]"));
		assertThat(signIn().values("mail")).isNotEmpty();
		assertThat(metrics()).contains("campanile_configuration_refused 0.0");
	}

	@Test
	void whenTheFileIsNoYamlThenOneLineWithoutWhatStandsInIt() throws IOException {
		write(AT_START + "campanile: {x: [secret-two\n");
		assertThat(ours()).hasSize(2).last().asString().contains("application.yaml:11: is not valid YAML");
		assertThat(log.lines()).noneMatch(line -> line.contains("secret"));
	}

	@Test
	void whenTheFileIsGoneThenItIsRefused() throws IOException {
		Files.delete(file);
		twice();
		assertThat(signIn().values("uid")).containsExactly("alice");
		assertThat(ours()).last().isEqualTo(file + ": is missing, or cannot be read; put it back");
		assertThat(detail("refused")).isEqualTo(List.of("application.yaml"));
		write(AT_START);
		assertThat(ours()).last().isEqualTo("application.yaml is again the version in force");
	}

	@Test
	void whenTheFileIsEmptyThenItIsRefused() throws IOException {
		write("# to be written\n\n");
		assertThat(ours()).hasSize(2).last().asString().startsWith("application.yaml: is empty");
		assertThat(signIn().values("uid")).containsExactly("alice");
	}

	@Test
	void whenAllServicesAreGoneThenThatIsAWarning() throws IOException {
		write(AT_START + "campanile.services: [{match: '" + wiki.entityId() + "', enabled: true}]\n");
		log.forget();
		write(AT_START);
		assertThat(ours()).first().asString().startsWith("campanile.services: now empty");
	}

	@Test
	void whenTheLogoIsNotThereThenTheVersionIsRefused() throws IOException {
		write(AT_START.replace("{name: Old Name}", "{name: New Name, logo: nowhere.svg}"));
		assertThat(ours()).hasSize(2).last().asString().contains("nowhere.svg");
		assertThat(login().body()).contains("Old Name");
		assertThat((List<?>) detail("refused")).hasSize(1);
	}

	@Test
	void whenNobodyCouldSignInToAServiceAnyMoreThenThatIsAWarning() throws IOException {
		Path plain = Files.writeString(idp.home().resolve("metadata/plain.xml"),
				"""
						<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://plain.example.org/sp">
						  <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
						    <md:AssertionConsumerService index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
						        Location="https://plain.example.org/acs"/>
						  </md:SPSSODescriptor>
						</md:EntityDescriptor>
						""");
		write(AT_START + "campanile.services: [{match: 'https://plain.example.org/sp', encryption: required}]\n");
		assertThat(ours()).last()
			.asString()
			.startsWith("metadata/plain.xml")
			.contains("https://plain.example.org/sp", "no user can sign in");
		Files.delete(plain);
	}

	@Test
	void whenAKeyIsGivenElsewhereThenItHasNoPlaceInTheFile() throws IOException {
		write(AT_START + "  root: info\n  org.example.quiet: off\n");
		assertThat(ours()).containsExactlyInAnyOrder("logging.level.root (application.yaml:10): \"WARN\" -> \"info\"",
				"logging.level.org.example.quiet (application.yaml:11): not set -> \"OFF\"");
		log.forget();
		write(AT_START);
		assertThat(ours()).containsExactlyInAnyOrder("logging.level.root: \"info\" -> \"WARN\"",
				"logging.level.org.example.quiet: \"OFF\" -> not set");
	}

	@Test
	void whenAGroupIsNamedNoMoreThenItsMemberKeepsItsOwnLevel() throws IOException {
		String member = "org.springframework.web";
		write(AT_START + "  web: debug\n  " + member + ": error\n");
		assertThat(LoggerFactory.getLogger(member).isWarnEnabled()).isFalse();
		assertThat(LoggerFactory.getLogger("org.springframework.http").isDebugEnabled()).isTrue();
		write(AT_START + "  " + member + ": error\n");
		assertThat(LoggerFactory.getLogger(member).isWarnEnabled()).isFalse();
		assertThat(LoggerFactory.getLogger(member).isErrorEnabled()).isTrue();
		assertThat(LoggerFactory.getLogger("org.springframework.http").isDebugEnabled()).isFalse();
	}

	@Test
	void whenALoggerIsNamedNoMoreThenItHasTheLevelOfTheLogsOwnConfiguration() throws IOException {
		String logger = "org.example.preset";
		idp.bean(LoggingSystem.class).setLogLevel(logger, LogLevel.OFF);
		write(AT_START + "  " + logger + ": debug\n");
		assertThat(LoggerFactory.getLogger(logger).isDebugEnabled()).isTrue();
		write(AT_START);
		assertThat(LoggerFactory.getLogger(logger).isErrorEnabled()).isFalse();
	}

	@Test
	void whenTheFileIsManyLinesLongerThenTheLogIsNot() throws IOException {
		write(AT_START + IntStream.range(0, 60)
			.mapToObj(i -> "  org.example.many" + i + ": info\n")
			.collect(Collectors.joining()));
		assertThat(ours()).hasSize(51).last().isEqualTo("and 10 more");
	}

	@Test
	void whenASettingNeedsARestartThenItIsNamedAndItsValueIsNot() throws IOException {
		write(AT_START.replace("secret-one", "secret-two").replace("Old", "New")
				+ "campanile.scopes: [example.edu, example.org]\n");
		assertThat(ours()).containsExactlyInAnyOrder(
				"campanile.branding.name (application.yaml:2): \"Old Name\" -> \"New Name\"",
				"campanile.name-id.persistent-salt (application.yaml:3): changed, takes effect at a restart",
				"campanile.scopes (application.yaml:10): changed, takes effect at a restart");
		assertThat(detail("restart")).isEqualTo(List.of("campanile.name-id.persistent-salt", "campanile.scopes"));
		write(AT_START);
		assertThat(ours()).contains(
				"campanile.name-id.persistent-salt (application.yaml:3): as at the start again, needs no restart");
		assertThat(log.lines()).noneMatch(line -> line.contains("secret"));
	}

	/** Such as a certificate that is being renewed. */
	@Test
	void whenAFileForTlsOrAnAddressIsNotThereYetThenTheVersionIsTakenOver() throws IOException {
		write(AT_START.replace("Old", "New")
				+ "server: {address: nowhere.invalid, ssl.certificate: /nowhere/fullchain.pem}\n");
		assertThat(detail("restart")).isEqualTo(List.of("server.address", "server.ssl.certificate"));
		assertThat(login().body()).contains("New Name");
	}

	@Test
	void whenARuleNeedsWhatARestartBringsThenItIsRefused() throws IOException {
		write(AT_START.replace("[uid]", "[room]")
				+ "campanile.attributes.definitions.room: {type: simple, source: roomNumber}\n");
		assertThat(ours()).last()
			.asString()
			.startsWith("campanile.release.rules[0].attributes")
			.contains("'room'", "restart");
		assertThat(signIn().values("uid")).containsExactly("alice");
	}

	/** Uses a separate watch, which only this test polls. */
	@Test
	void whenOneLookAloneFindsAVersionThenItIsNotTakenOver(@TempDir Path home) throws IOException {
		Path other = home.resolve("application.yaml");
		ConfigurationWatch alone = alone(home, () -> {
		});
		Files.writeString(other, Files.readString(other).replace("Old", "Half"));
		alone.look();
		Files.writeString(other, Files.readString(other).replace("Half", "New"));
		alone.look();
		assertThat(ours()).isEmpty();
		alone.look();
		assertThat(ours())
			.containsExactly("campanile.branding.name (application.yaml:2): \"Old Name\" -> \"New Name\"");
		Files.writeString(other, Files.readString(other).replace("New", "Old"));
		alone.look();
		alone.look();
	}

	@Test
	void whenAnOlderFileComesDuringTheStartThenItIsTakenOver(@TempDir Path home) throws IOException {
		Path other = home.resolve("application.yaml");
		ConfigurationWatch alone = alone(home, () -> {
			Files.writeString(other, Files.readString(other).replace("Old", "New"));
			Files.setLastModifiedTime(other, FileTime.from(Instant.EPOCH));
		});
		alone.look();
		assertThat(ours())
			.containsExactly("campanile.branding.name (application.yaml:2): \"Old Name\" -> \"New Name\"");
		Files.writeString(other, Files.readString(other).replace("New", "Old"));
		alone.look();
		alone.look();
	}

	private interface Step {

		void run() throws IOException;

	}

	private static ConfigurationWatch alone(Path home, Step beforeTheFirstLook) throws IOException {
		Path other = Files.writeString(home.resolve("application.yaml"),
				AT_START + "campanile.ldap: {urls: \"ldap://127.0.0.1:1\", base-dn: \"dc=example,dc=edu\"}\n");
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new MapPropertySource("commandLineArgs",
					Map.of(HomeEnvironment.HOME, home.toString(), "spring.config.location", other.toUri().toString())));
		ConfigDataEnvironmentPostProcessor.applyTo(environment);
		beforeTheFirstLook.run();
		return new ConfigurationWatch(new HomeFolder(home), environment, idp.bean(LiveConfiguration.class),
				new LogLevels(idp.bean(LoggingSystem.class), idp.bean(LoggerGroups.class)), CLOCK);
	}

	private static void write(String yaml) throws IOException {
		Files.writeString(file, yaml);
		twice();
	}

	private static void twice() {
		watch.look();
		watch.look();
	}

	private List<String> ours() {
		return log.lines("campanile.configuration");
	}

	private static Page login() {
		return new Browser().open(wiki.redirect(idp, AuthnRequestOptions.PLAIN).url());
	}

	private static String answer() {
		Page page = new Browser().login(wiki.redirect(idp, AuthnRequestOptions.PLAIN).url().toString(), "alice",
				"alice-demo");
		return new String(Base64.getDecoder().decode(page.samlResponse()), StandardCharsets.UTF_8);
	}

	private static DecodedAssertion signIn() {
		return wiki.signIn(idp, new Browser(), "alice");
	}

	private static Map<String, Object> health() {
		String body = new Browser().get(idp.managementUrl() + "/health").body();
		return member(member(JsonParserFactory.getJsonParser().parseMap(body), "components"), "configuration");
	}

	private static Object detail(String name) {
		return Objects.requireNonNull(member(health(), "details").get(name), name);
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> member(Map<String, Object> object, String name) {
		return (Map<String, Object>) Objects.requireNonNull(object.get(name), name);
	}

	private static String metrics() {
		return new Browser().get(idp.managementUrl() + "/prometheus").body();
	}

}
