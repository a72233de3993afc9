package org.campanile.web.consent;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSettings;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.config.NestedSettings;
import org.campanile.web.config.TestConfigurations;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests settings of consent, terms of use and messages: valid ones, and each fault. */
class ConsentPropertiesTests {

	private static final String SOUND = """
			campanile:
			  base-url: https://login.example.edu/idp
			  ldap: {urls: ["ldaps://ldap.example.edu"], base-dn: "dc=example,dc=edu"}
			  consent:
			    enabled: true
			    rules:
			      - {services-matching: "https://.*", registrars: ["urn:r"], choices: [never, if-changed], optional: [mail], exempt: [cn], lifetime: 30d}
			  terms:
			    documents:
			      - {name: lab, version: "2", registrars: ["urn:t"], attributes: {uid: [alice]}}
			  interrupts:
			    messages:
			      - {id: outage, registrars: ["urn:m"], headings: {en: A}, texts: {en: B}, link: "https://a.example", from: "2026-12-01", until: "2026-12-02T00:00:00Z"}
			""";

	@TempDir
	Path home;

	@BeforeEach
	void write() throws Exception {
		Path folder = Files.createDirectories(home.resolve("terms/lab"));
		Files.writeString(folder.resolve("2.txt"), "Be kind.");
		Files.writeString(folder.resolve("empty.txt"), "\n");
		Files.write(folder.resolve("latin.txt"), new byte[] { (byte) 0xe4, 'a' });
		Files.write(folder.resolve("large.txt"), new byte[65_537]);
	}

	@Test
	void whenAllIsSoundThenNoFault() throws Exception {
		assertThat(TestConfigurations.check(home, SOUND)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			optional: [mail] | optional: [male] | campanile.consent.rules[0].optional
			exempt: [cn] | exempt: [cm] | campanile.consent.rules[0].exempt
			[never, if-changed] | [] | campanile.consent.rules[0].choices
			lifetime: 30d | lifetime: 0d | campanile.consent.rules[0].lifetime
			"https://.*" | "https://(" | campanile.consent.rules[0].services-matching
			["urn:r"] | [r] | campanile.consent.rules[0].registrars
			["urn:t"] | [t] | campanile.terms.documents[0].registrars
			["urn:m"] | [m] | campanile.interrupts.messages[0].registrars
			name: lab | name: ../lab | campanile.terms.documents[0].name
			version: "2" | version: "3" | campanile.terms.documents[0].version
			version: "2" | version: "empty" | campanile.terms.documents[0].version
			version: "2" | version: "latin" | campanile.terms.documents[0].version
			version: "2" | version: "large" | campanile.terms.documents[0].version
			version: "2" | version: "" | campanile.terms.documents[0].version
			uid: [alice] | uib: [alice] | campanile.terms.documents[0].attributes
			id: outage | id: Out age | campanile.interrupts.messages[0].id
			headings: {en: A} | headings: {} | campanile.interrupts.messages[0].headings
			texts: {en: B} | texts: {} | campanile.interrupts.messages[0].texts
			"https://a.example" | "javascript:a" | campanile.interrupts.messages[0].link
			from: "2026-12-01" | from: "tomorrow" | campanile.interrupts.messages[0].from
			from: "2026-12-01" | from: "2027-12-01" | campanile.interrupts.messages[0].until
			""")
	void whenOneIsFaultyThenItsKeyReasonAndRemedy(String sound, String faulty, String key) throws Exception {
		assertThat(SOUND).contains(sound);
		assertThat(TestConfigurations.check(home, SOUND.replace(sound, faulty))).singleElement()
			.asString()
			.startsWith(key)
			.containsPattern("[;,:] .*");
	}

	@ParameterizedTest
	@CsvSource({ "'', 1", "on-failure: refuse, 0" })
	void whenAnOutageDisablesTermsThenAWarning(String onFailure, int warnings) throws Exception {
		String source = """
				  attributes:
				    sources:
				      groups:
				        %s
				        http:
				          url: https://groups.example.edu/{username}
				          token: s3cret
				          attributes: {isMemberOf: /groups}
				""".formatted(onFailure);
		assertThat(TestConfigurations.checkHome(home, SOUND.replace("uid: [alice]", "isMemberOf: [lab]") + source)
			.warnings()).filteredOn(line -> line.contains("on-failure"))
			.hasSize(warnings)
			.allMatch(line -> line.equals("campanile.terms.documents[0]: logins go on without isMemberOf while source "
					+ "groups does not answer, and this does not apply to them; "
					+ "set campanile.attributes.sources.groups.on-failure: refuse"));
	}

	@Test
	void whenAnOutageDisablesTermsThenTheServerWarnsAtItsStart() {
		MockEnvironment environment = new MockEnvironment().withProperty("campanile.terms.documents[0].name", "lab")
			.withProperty("campanile.terms.documents[0].version", "2")
			.withProperty("campanile.terms.documents[0].attributes.isMemberOf", "lab")
			.withProperty("campanile.attributes.sources.groups.http.url", "https://groups.example.edu/{username}")
			.withProperty("campanile.attributes.sources.groups.http.attributes.isMemberOf", "/groups");
		TermsProperties terms = new NestedSettings(environment).group("campanile.terms", TermsProperties.class);
		AttributesProperties attributes = new NestedSettings(new MockEnvironment()).group("campanile.attributes",
				AttributesProperties.class);
		try (LogLines log = LogLines.warningsOf(ConsentConfiguration.class)) {
			new ConsentConfiguration().liveTerms(terms, attributes, AttributeSettings.DEFAULTS, new HomeFolder(home),
					environment);
			assertThat(log.lines()).singleElement()
				.asString()
				.startsWith("campanile.terms.documents[0]: logins go on without isMemberOf while source groups ");
		}
	}

	@Test
	void whenANameStandsTwiceThenAFault() throws Exception {
		String document = "      - {name: lab, version: \"2\"";
		assertThat(TestConfigurations.check(home, SOUND.replace(document, document + "}\n" + document))).singleElement()
			.asString()
			.startsWith("campanile.terms.documents[1].name");
	}

}
