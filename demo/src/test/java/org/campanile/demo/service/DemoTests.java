package org.campanile.demo.service;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.protocol.Endpoint;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.directory.DemoPerson;
import org.campanile.testkit.saml.TestIdentityProvider;
import org.campanile.testkit.saml.TestResponse;
import org.campanile.testkit.serviceprovider.SamlSchemas;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the demo's pages on a server of its own; the test plays the identity provider.
 */
@SpringBootTest(classes = DemoTests.Application.class, webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "campanile.demo.enabled=true", "campanile.ldap.embedded.enabled=true",
				"server.servlet.context-path=/idp", "management.server.port=-1",
				"management.endpoint.health.validate-group-membership=false" })
class DemoTests {

	private static final String BASE = "https://login.example.edu/idp";

	private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

	private static final TestIdentityProvider IDP = new TestIdentityProvider("https://login.example.edu/idp",
			InstantSource.fixed(NOW));

	private final Browser browser = new Browser();

	@LocalServerPort
	private int port;

	@Autowired
	private DemoServices services;

	@Autowired
	private DemoPeople people;

	@Autowired
	private DemoConfiguration.DemoEndpoints endpoints;

	@Autowired
	@Qualifier("requestMappingHandlerMapping")
	private RequestMappingHandlerMapping mapping;

	@ParameterizedTest
	@ValueSource(strings = { "", "%", "=", "&&&", "PHNhbWw+" })
	void whenTheAnswerIsOddThenRefusedWithAPage(String answer) {
		Page page = browser
			.send(Form.post("http://localhost:" + port + "/idp/demo/acs", Map.of("SAMLResponse", answer)));
		assertThat(page.status()).isIn(400, 403, 413);
		assertThat(page.body()).doesNotContain("Exception", "\tat ");
	}

	@Test
	void whenOpenedThenAWayToSignInForEachKindAndNothingFromElsewhere() {
		Page page = open("/demo");
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.title()).isEqualTo("Sign in – Demo service");
		assertThat(page.document().select("button").eachAttr("value")).containsExactly("redirect", "post", "forced",
				"passive");
		assertThat(page.header("content-security-policy")).startsWith("default-src 'none'; style-src 'self'")
			.contains("form-action 'self' https://login.example.edu;")
			.contains("frame-ancestors 'none'")
			.doesNotContain("unsafe");
		assertThat(page.header("cache-control")).isEqualTo("no-store");
		assertThat(page.document().select("script, style, [style], img")).isEmpty();
		assertThat(page.link("Sign in without a request").toString())
			.isEqualTo(BASE + "/profile/SAML2/Unsolicited/SSO?providerId=https%3A%2F%2Flogin.example.edu%2Fidp%2Fdemo"
					+ "&shire=https%3A%2F%2Flogin.example.edu%2Fidp%2Fdemo%2Facs&target=unsolicited");
		assertThat(open("/demo/style.css").header("content-type")).startsWith("text/css");
	}

	@Test
	void whenOpenedThenThePeopleAreThereAndTheAddressNamesOneWithoutAPassword() {
		Page page = open("/demo");
		assertThat(page.texts(".people a")).startsWith("alice", "bob").hasSameSizeAs(DemoPerson.all());
		assertThat(page.link("alice")).hasPath("/idp/demo/sign-in").hasNoQuery().hasFragment("alice");
		assertThat(page.body()).doesNotContain("alice-demo");
	}

	@ParameterizedTest
	@CsvSource({ "en, People in this demo", "de, Personen dieser Demo", "fr, Personnes de cette démonstration",
			"es, People in this demo" })
	void whenShownBesideTheLoginFormThenInItsLanguageWithNameAndPassword(Locale locale, String heading) {
		Document aside = Jsoup.parse(people.html(locale));
		assertThat(aside.select("aside[aria-labelledby=people] h2#people").text()).isEqualTo(heading);
		assertThat(aside.select("button.person").eachAttr("data-password"))
			.isEqualTo(DemoPerson.all().stream().map(DemoPerson::password).toList());
		assertThat(people.script()).startsWith("(function").doesNotContain("\n");
	}

	@Test
	void whenAnAddressOfTheDemoIsServedThenItIsDescribedAndTakesForeignForms() {
		Set<String> served = mapping.getHandlerMethods()
			.keySet()
			.stream()
			.flatMap(info -> info.getPatternValues().stream())
			.filter(path -> path.startsWith("/demo") && !path.endsWith(".css"))
			.collect(Collectors.toSet());
		assertThat(endpoints.endpoints()).allMatch(Endpoint::crossSite)
			.extracting(Endpoint::path)
			.containsExactlyInAnyOrderElementsOf(served);
	}

	@Test
	void whenSignedInAtEitherServiceThenNobodyElseCanBeChosen() {
		answer("/demo", protectedBy("/demo", success("/demo", requestFrom("/demo", "redirect"))));
		Page here = open("/demo");
		assertThat(here.text(".who")).isEqualTo("alice");
		assertThat(here.texts(".people a")).isEmpty();
		assertThat(here.texts(".signed-in").getLast()).startsWith("To sign in as someone else, sign out everywhere");
		Page there = open("/demo/second");
		assertThat(there.texts(".people a")).isEmpty();
		assertThat(there.text(".signed-in")).startsWith("You are signed in at the demo service.");
	}

	@Test
	void whenSignedInThenEachSectionCanBeSkipped() {
		Page page = answer("/demo", protectedBy("/demo", success("/demo", requestFrom("/demo", "redirect"))));
		assertThat(page.texts("nav a")).containsExactly("Person", "Attributes", "Protocol", "XML");
		assertThat(page.document().select("nav a").eachAttr("href"))
			.allSatisfy(target -> assertThat(page.document().select("h2" + target)).hasSize(1));
		assertThat(page.texts("h2")).isEqualTo(page.texts("nav a"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/demo", "/demo/second" })
	void whenSignedInThenEverythingIsShown(String path) {
		Page page = answer(path, protectedBy(path, success(path, requestFrom(path, "redirect"))));
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.text("h1")).isEqualTo("Signed in as alice");
		assertThat(page.texts("td li")).containsExactly("alice", "<staff>", "member");
		assertThat(page.texts(".friendly")).containsExactly("uid", "eduPersonAffiliation");
		assertThat(page.texts("th code")).contains("urn:oid:0.9.2342.19200300.100.1.1");
		assertThat(page.text(".name-id")).isEqualTo("_n1");
		assertThat(page.texts("dd")).contains("2026-11-20 10:00:00 UTC", "_s1", "2026-11-20 11:00:00 UTC",
				"urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport", "signed, rsa-sha256",
				"encrypted, aes128-gcm", "Success", "state");
		assertThat(page.text(".signed")).isEqualTo("signed");
		assertThat(page.text(".assertion-xml")).startsWith("<saml:Assertion").contains("alice");
		assertThat(page.text(".response-xml")).contains("EncryptedAssertion").doesNotContain("alice");
		assertThat(page.link("Sign out").getPath()).isEqualTo("/idp/profile/Logout");
		assertThat(page.header("cache-control")).isEqualTo("no-store");
	}

	@Test
	void whenInTheClearThenTheyAreInformedSo() {
		String path = "/demo";
		Page page = answer(path, success(path, requestFrom(path, "redirect")).withAssertionSigned(IDP.keys())
			.withResponseSigned(IDP.keys()));
		assertThat(page.text(".encrypted")).isEqualTo("not encrypted");
	}

	@Test
	void whenUnsolicitedThenShownOnce() {
		TestResponse response = protectedBy("/demo", success("/demo", null));
		assertThat(answer("/demo", response).text("h1")).isEqualTo("Signed in as alice");
		Page again = answer("/demo", response);
		assertThat(again.status()).isEqualTo(400);
		assertThat(again.text(".reason")).isEqualTo("This assertion was used before.");
	}

	@Test
	void whenAnsweredTwiceThenRefused() {
		TestResponse response = protectedBy("/demo", success("/demo", requestFrom("/demo", "redirect")));
		assertThat(answer("/demo", response).status()).isEqualTo(200);
		Page again = answer("/demo", response);
		assertThat(again.status()).isEqualTo(400);
		assertThat(again.text(".reason")).startsWith("WRONG_IN_RESPONSE_TO");
	}

	@Test
	void whenTheOtherServicesAnswerComesThenRefused() {
		TestResponse response = protectedBy("/demo", success("/demo", requestFrom("/demo", "redirect")));
		assertThat(answer("/demo/second", response).text(".reason")).startsWith("WRONG_DESTINATION");
	}

	@Test
	void whenTheQuietCheckFailsThenSaidInWords() {
		String request = requestFrom("/demo", "passive");
		Page page = answer("/demo", protectedBy("/demo",
				success("/demo", request).refused("urn:oasis:names:tc:SAML:2.0:status:NoPassive")));
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.text("h1")).isEqualTo("You are not signed in");
		assertThat(page.text(".reason")).isEqualTo("Nobody is signed in, and this check allows no question.");
		assertThat(page.text(".status")).isEqualTo("Responder / NoPassive");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "garbage", "PGEvPg==" })
	void whenGarbageComesThenAPageOf400(String response) {
		Page page = browser.send(Form.post(address("/demo/acs"), Map.of("SAMLResponse", response)));
		assertThat(page.status()).isEqualTo(400);
		assertThat(page.text("h1")).isEqualTo("This response was refused");
	}

	@Test
	void whenTheResultIsReloadedThenTheStart() {
		Page page = browser.get(address("/demo/second/acs"));
		assertThat(page.status()).isEqualTo(303);
		assertThat(page.location().getPath()).isEqualTo("/idp/demo/second");
	}

	@Test
	void whenByPostThenAFormToTheIdentityProviderWithoutScript() {
		Page page = open("/demo/sign-in?how=post");
		Form form = page.samlForm();
		assertThat(form.post()).isTrue();
		assertThat(form.action()).isEqualTo(URI.create(IDP.entityId() + "/post"));
		assertThat(form.fields().keySet()).containsExactly("SAMLRequest", "RelayState");
		assertThat(page.document().select("script")).isEmpty();
	}

	@Test
	void whenForcedOrPassiveThenTheRequestSaysSo() {
		assertThat(open("/demo/sign-in?how=forced").location().toString()).startsWith(IDP.entityId() + "/redirect?");
		assertThat(DemoController.SignInKind.FORCED.options().forceAuthn()).isTrue();
		assertThat(DemoController.SignInKind.PASSIVE.options().passive()).isTrue();
	}

	@Test
	void whenMetadataThenValidAndAsBuiltIn() throws Exception {
		for (String path : List.of("/demo", "/demo/second")) {
			Page page = open(path + "/metadata");
			assertThat(page.header("content-type")).isEqualTo("application/samlmetadata+xml");
			SamlSchemas.validate(OpenSaml.get().parse(page.body().getBytes(StandardCharsets.UTF_8)));
			assertThat(page.body()).contains("entityID=\"" + BASE + path + "\"");
			assertThat(services.metadata())
				.anyMatch(builtIn -> Arrays.equals(builtIn.xml(), page.body().getBytes(StandardCharsets.UTF_8)));
		}
	}

	/** Starts a login, and returns the ID of its AuthnRequest. */
	private String requestFrom(String path, String how) {
		Page page = open(path + "/sign-in?how=" + how);
		assertThat(page.status()).isEqualTo(302);
		return SamlRequests.id(page.location());
	}

	private Page answer(String path, TestResponse response) {
		return browser.sendCrossSite(
				Form.post(address(path + "/acs"), Map.of("SAMLResponse", response.encoded(), "RelayState", "state")));
	}

	private static TestResponse success(String path, @Nullable String requestId) {
		return TestResponse.success(IDP, BASE + path, BASE + path + "/acs", requestId, NOW);
	}

	private TestResponse protectedBy(String path, TestResponse response) {
		return response.withAssertionSigned(IDP.keys())
			.encryptedTo(services.at(path).provider().keys().certificate(), ServiceProviderSettings.AES_128_GCM)
			.withResponseSigned(IDP.keys());
	}

	private Page open(String path) {
		return browser.get(address(path));
	}

	private String address(String path) {
		return "http://127.0.0.1:" + port + "/idp" + path;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DemoTrustConfiguration.class,
			excludeName = "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration")
	@Import(DemoConfiguration.class)
	static class Application {

		@Bean
		InstantSource clock() {
			return InstantSource.fixed(NOW);
		}

		@Bean
		HomeFolder home() throws IOException {
			return new HomeFolder(Files.createTempDirectory(Path.of("target"), "demo"));
		}

		@Bean
		SecureRandom random() {
			return new SecureRandom();
		}

		@Bean
		CryptoProvider crypto() {
			return CryptoProvider.installed();
		}

		@Bean
		IdentityProvider identityProvider() {
			return new IdentityProvider(BASE, BASE, List.of("example.edu"));
		}

		@Bean
		TrustSource trust() {
			return IDP::trusted;
		}

		@Bean
		SecurityFilterChain open(HttpSecurity http) throws Exception {
			return http.csrf(AbstractHttpConfigurer::disable)
				.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
				.build();
		}

	}

}
