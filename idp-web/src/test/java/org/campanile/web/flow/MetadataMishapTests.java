package org.campanile.web.flow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.testkit.serviceprovider.SamlSchemas;
import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/**
 * Tests the server's own metadata, and how changes of the metadata folder, and an
 * administrator's mistakes there, affect a server in use.
 */
class MetadataMishapTests {

	private static final InstantSource CLOCK = InstantSource.system();

	@AutoClose
	private static TestIdp idp;

	private static ForeignService wiki;

	private static Path file;

	private final LogLines log = LogLines.all();

	@BeforeAll
	static void start() {
		Path home = TestIdp.newHome();
		wiki = ForeignService.at("wiki.example.org", CLOCK).registered(home);
		file = home.resolve("metadata/wiki.example.org.xml");
		idp = TestIdp.start(home, "campanile.services[0].match=" + wiki.entityId(),
				"campanile.services[0].encryption=required");
	}

	@BeforeEach
	void works() {
		signIn();
		assertThat(details()).containsOnlyKeys("services");
		assertThat(metrics()).contains("campanile_metadata_files_bad 0.0");
	}

	@AfterEach
	void mend() throws IOException {
		log.close();
		wiki.registered(idp.home());
		Files.deleteIfExists(file.resolveSibling("wiki-backup.xml"));
		poll();
	}

	@Test
	void whenAServiceIsDroppedInThenServedWithoutARestart() throws IOException {
		ForeignService late = ForeignService.at("late.example.org", CLOCK);
		Browser browser = new Browser();
		assertThat(browser.open(late.redirect(idp, AuthnRequestOptions.PLAIN).url()).status()).isEqualTo(400);
		late.registered(idp.home());
		poll();
		assertThat(late.signIn(idp, browser, "bob").values("uid")).containsExactly("bob");
		Files.delete(file.resolveSibling("late.example.org.xml"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/metadata", "/shibboleth" })
	void whenMetadataIsReadThenValid(String path) throws Exception {
		Page page = new Browser().get(idp.baseUrl() + path);
		assertThat(page.header("content-type")).startsWith("application/samlmetadata+xml");
		SamlSchemas.validate(OpenSaml.get().parse(page.body().getBytes(StandardCharsets.UTF_8)));
		assertThat(page.body()).contains(idp.baseUrl() + "/profile/SAML2/POST/SSO", ">example.edu<");
	}

	@Test
	void whenAFileIsCopiedThenTheSignOnGoesOnAndItIsReportedOnce() throws IOException {
		Files.copy(file, file.resolveSibling("wiki-backup.xml"));
		assertDegraded("metadata/wiki-backup.xml", "stands in wiki.example.org.xml");
	}

	@Test
	void whenTheEncryptionKeyIsLostThenTheSignOnGoesOnAndItIsReportedOnce() throws IOException {
		Files.write(file,
				ForeignService.at(wiki.host(), CLOCK, settings -> settings.withoutEncryptionKey())
					.provider()
					.metadata());
		assertDegraded("metadata/wiki.example.org.xml", "no usable encryption key");
	}

	@Test
	void whenTheConsumerServicesAreLostThenTheSignOnGoesOnAndItIsReportedOnce() throws IOException {
		Files.writeString(file, content().replaceAll("(?s)<(\\w+:)?AssertionConsumerService[^>]*/>", ""));
		assertDegraded("metadata/wiki.example.org.xml", "no usable AssertionConsumerService");
	}

	@Test
	void whenMetadataExpiresSoonThenReportedBefore() throws IOException {
		Instant end = CLOCK.instant().plus(Duration.ofHours(20)).truncatedTo(ChronoUnit.SECONDS);
		Files.writeString(file, content().replaceFirst(" entityID=", " validUntil=\"" + end + "\" entityID="));
		poll();
		assertThat(log.lines()).filteredOn(line -> line.contains("validUntil is near"))
			.singleElement()
			.asString()
			.contains("metadata/wiki.example.org.xml", wiki.entityId(), end.toString());
		assertThat(degraded()).singleElement().asString().contains("metadata/wiki.example.org.xml", end.toString());
		assertThat(metrics()).contains("campanile_metadata_expiry_seconds{file=\"wiki.example.org.xml\"} ");
		signIn();
	}

	private void assertDegraded(String place, String reason) {
		poll();
		signIn();
		assertThat(log.lines()).filteredOn(line -> line.contains(reason))
			.singleElement()
			.asString()
			.contains(place, wiki.entityId());
		assertThat(health()).as("the node serves").contains(entry("status", "UP"));
		assertThat(degraded()).singleElement().asString().contains(place, reason);
		assertThat(metrics()).contains("campanile_metadata_files_bad 1.0");
	}

	private static void poll() {
		for (int i = 0; i < 3; i++) {
			idp.bean(MetadataRelyingPartyRegistry.class).poll();
		}
	}

	private void signIn() {
		Browser browser = new Browser();
		RedirectRequest request = wiki.redirect(idp, AuthnRequestOptions.PLAIN);
		Page page = browser.login(browser.open(request.url()), "alice", "alice-demo");
		assertThat(wiki.read(idp, page, request.id()).success().values("uid")).containsExactly("alice");
	}

	private static String content() throws IOException {
		return Files.readString(file, StandardCharsets.UTF_8);
	}

	private static Map<String, Object> health() {
		String body = new Browser().get(idp.managementUrl() + "/health").body();
		return member(member(JsonParserFactory.getJsonParser().parseMap(body), "components"), "metadata");
	}

	private static Map<String, Object> details() {
		return member(health(), "details");
	}

	private static List<?> degraded() {
		return (List<?>) Objects.requireNonNull(details().get("degraded"), "nothing is degraded");
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> member(Map<String, Object> object, String name) {
		return (Map<String, Object>) Objects.requireNonNull(object.get(name), name);
	}

	private static String metrics() {
		return new Browser().get(idp.managementUrl() + "/prometheus").body();
	}

}
