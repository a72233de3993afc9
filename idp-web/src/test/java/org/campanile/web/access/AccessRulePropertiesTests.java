package org.campanile.web.access;

import java.nio.file.Path;
import java.time.InstantSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

import org.campanile.attribute.AttributeSettings;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.config.NestedSettings;
import org.campanile.web.config.TestConfigurations;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;

class AccessRulePropertiesTests {

	private static final String SOUND = """
			campanile:
			  base-url: https://login.example.edu/idp
			  scopes: example.edu
			  ldap: {urls: ["ldaps://ldap.example.edu"], base-dn: "dc=example,dc=edu"}
			  attributes: {definitions: {entryDN: {type: simple}}}
			  access:
			    rules:
			      - effect: deny
			        categories: [research-and-scholarship, "urn:category"]
			        registrars: ["https://registrar.example.edu"]
			        attributes: {mail: [a@example.edu]}
			        units: ["ou=lab,dc=example,dc=edu"]
			        paths: ["/my files/"]
			      - effect: step-up
			        classes: ["https://refeds.org/profile/mfa"]
			        max-age: 15m
			""";

	@TempDir
	Path home;

	@Test
	void whenAllIsSoundThenNoFault() throws Exception {
		assertThat(TestConfigurations.check(home, SOUND)).isEmpty();
	}

	/** The browser carries names of rules, in an address and in the gate's cookie. */
	@Test
	void whenANameIsTooLongThenTheKeyTheReasonAndTheRemedy() throws Exception {
		String name = "        name: " + "n".repeat(64);
		assertThat(TestConfigurations.check(home, SOUND + name + '\n')).isEmpty();
		assertThat(TestConfigurations.check(home, SOUND + name + "n\n")).singleElement()
			.asString()
			.startsWith("campanile.access.rules[1].name (application.yaml:17): has 65 characters; give 64 at most")
			.endsWith("stay short");
	}

	/** Spring would split it at its commas, and everybody is below {@code dc=edu}. */
	@ParameterizedTest
	@ValueSource(strings = { "units: ou=lab,dc=example,dc=edu", "groups: cn=blocked,ou=groups,dc=example,dc=edu" })
	void whenADistinguishedNameIsNotInAListThenAFault(String text) throws Exception {
		assertThat(TestConfigurations.check(home, SOUND.replace("units: [\"ou=lab,dc=example,dc=edu\"]", text)))
			.singleElement()
			.asString()
			.startsWith("campanile.access.rules[0]." + text.substring(0, 5))
			.contains(" (application.yaml:12): is one text, which is split at each comma");
	}

	@ParameterizedTest
	@CsvSource({ "same, same", "rule 2, ''" })
	void whenTwoRulesHaveOneNameThenAFault(String first, String second) throws Exception {
		String yaml = SOUND.replace("- effect: deny", "- effect: deny\n        name: " + first)
				+ (second.isEmpty() ? "" : "        name: " + second + '\n');
		assertThat(TestConfigurations.check(home, yaml)).singleElement()
			.asString()
			.startsWith("campanile.access.rules[1].name")
			.contains("'" + first + "' is the name of another rule");
	}

	@Test
	void whenNothingIsDeniedByDefaultThenItIsSaid() throws Exception {
		String list = SOUND.replace("    rules:\n", "    deny-by-default: %s\n    rules:\n");
		assertThat(TestConfigurations.check(home, list.formatted("[]"))).singleElement()
			.asString()
			.startsWith("campanile.access.deny-by-default (application.yaml:7): is empty");
		assertThat(TestConfigurations.check(home, list.formatted("[none]"))).isEmpty();
	}

	/** With a name that no protocol has, nothing would be denied. */
	@ParameterizedTest
	@ValueSource(strings = { "*", "${NONE:}" })
	void whenANameCannotBeThatOfAProtocolThenAFault(String name) throws Exception {
		String list = SOUND.replace("    rules:\n", "    deny-by-default: [gate, '%s']\n    rules:\n");
		assertThat(TestConfigurations.check(home, list.formatted(name))).singleElement()
			.asString()
			.startsWith("campanile.access.deny-by-default (application.yaml:7): '")
			.contains("' is no protocol; name each one");
	}

	@ParameterizedTest
	@CsvSource({ "[cas], 1", "'[cas, gate]', 0", "[none], 0" })
	void whenAListOfProtocolsOpensTheGateThenAWarning(String protocols, int warnings) throws Exception {
		String yaml = SOUND.substring(0, SOUND.indexOf("  access:")) + "  access: {deny-by-default: " + protocols
				+ "}\n  gate: {sites: {wiki: {urls: [\"https://wiki.example.edu/\"]}}}\n";
		assertThat(TestConfigurations.checkHome(home, yaml).warnings())
			.filteredOn(line -> line.startsWith("campanile.access.deny-by-default"))
			.hasSize(warnings)
			.allSatisfy(line -> assertThat(line).contains(": does not name gate"));
	}

	/** Without the warning, a misspelt protocol would silently be open to everybody. */
	@Test
	void whenAProtocolIsUnknownThenAWarning() throws Exception {
		String access = "  access: {deny-by-default: [gate, CAS], rules: [{protocols: [smal, cas]}]}\n";
		assertThat(
				TestConfigurations.checkHome(home, SOUND.substring(0, SOUND.indexOf("  access:")) + access).warnings())
			.contains("campanile.access.deny-by-default: no protocol is CAS; did you mean 'cas'?",
					"campanile.access.rules[0].protocols: no protocol is smal; did you mean 'saml'?");
	}

	@Test
	void whenAnOutageDisablesARuleThenAWarning() throws Exception {
		String rules = SOUND.substring(0, SOUND.indexOf("  attributes:")) + """
				  attributes:
				    definitions:
				      role: {source: isMemberOf}
				      isMemberOf: {from: [ldap, groups]}
				    sources:
				      groups:
				        http:
				          url: https://groups.example.edu/{username}
				          token: s3cret
				          attributes: {isMemberOf: /groups}
				  access:
				    rules:
				      - {groups: [staff]}
				      - {effect: deny, groups: [blocked], attributes: {mail: [a@example.edu]}}
				      - {effect: step-up, max-age: 15m, attributes: {role: [admin]}}
				""";
		String remedy = " while source groups does not answer, and this does not apply to them; "
				+ "set campanile.attributes.sources.groups.on-failure: refuse";
		assertThat(TestConfigurations.checkHome(home, rules).warnings()).filteredOn(line -> line.contains("on-failure"))
			.containsExactly("campanile.access.rules[1]: logins go on without isMemberOf" + remedy,
					"campanile.access.rules[2]: logins go on without role" + remedy);
		assertThat(TestConfigurations
			.checkHome(home, rules.replace("        http:", "        on-failure: refuse\n        http:"))
			.warnings()).noneMatch(line -> line.contains("on-failure"));
	}

	@Test
	void whenAnOutageDisablesARuleThenTheServerWarnsAtItsStart() {
		MockEnvironment environment = new MockEnvironment().withProperty("campanile.access.rules[0].effect", "deny")
			.withProperty("campanile.access.rules[0].groups", "blocked")
			.withProperty("campanile.attributes.sources.groups.http.url", "https://groups.example.edu/{username}")
			.withProperty("campanile.attributes.sources.groups.http.attributes.isMemberOf", "/groups");
		AccessProperties access = new NestedSettings(environment).group("campanile.access", AccessProperties.class);
		AttributesProperties attributes = new NestedSettings(new MockEnvironment()).group("campanile.attributes",
				AttributesProperties.class);
		try (LogLines log = LogLines.warningsOf(AccessConfiguration.class)) {
			new AccessConfiguration().liveAccessRules(access, attributes, AttributeSettings.DEFAULTS,
					InstantSource.system(), environment);
			assertThat(log.lines()).singleElement()
				.asString()
				.startsWith("campanile.access.rules[0]: logins go on without isMemberOf while source groups ");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					[research-and-scholarship, | [research-and-scholership, | rules[0].categories (application.yaml:9): 'research-and-scholership' is neither a known category nor a URI
					["https://registrar.example.edu"] | [example] | rules[0].registrars (application.yaml:10): 'example' is no URI
					[a@example.edu] | [] | rules[0].attributes.mail
					"ou=lab,dc=example,dc=edu" | "" | rules[0].units (application.yaml:12): '' is no distinguished name
					"ou=lab,dc=example,dc=edu" | "ou=#zz" | rules[0].units (application.yaml:12): 'ou=#zz' is no distinguished name
					"/my files/" | "/my%20files" | rules[0].paths (application.yaml:13): '/my%20files' never matches
					"/my files/" | "/a;b" | rules[0].paths (application.yaml:13): '/a;b' never matches
					"/my files/" | "/a/.." | rules[0].paths (application.yaml:13): '/a/..' never matches
					"/my files/" | "my files" | rules[0].paths (application.yaml:13): 'my files' never matches
					effect: step-up | effect: permit | rules[1].max-age (application.yaml:16): would do nothing
					categories: [research-and-scholarship, "urn:category"] | services: [] | rules[0].services (application.yaml:9): it is empty
					["https://registrar.example.edu"] | [] | rules[0].registrars (application.yaml:10): it is empty
					["ou=lab,dc=example,dc=edu"] | [] | rules[0].units (application.yaml:12): it is empty
					units: ["ou=lab,dc=example,dc=edu"] | groups: [] | rules[0].groups (application.yaml:12): it is empty
					units: ["ou=lab,dc=example,dc=edu"] | groups: "${NOBODY:}" | rules[0].groups (application.yaml:12): it is empty
					units: ["ou=lab,dc=example,dc=edu"] | networks: | rules[0].networks (application.yaml:12): it is empty
					units: ["ou=lab,dc=example,dc=edu"] | days: [] | rules[0].days (application.yaml:12): it is empty
					effect: deny | effect: "${NOTHING:}" | rules[0].effect (application.yaml:8): is empty; give a value, or remove it
					max-age: 15m | max-age: | rules[1].max-age (application.yaml:16): is empty
					categories: [research-and-scholarship, "urn:category"] | services-matching: "${NOTHING:}" | rules[0].services-matching (application.yaml:9): is empty
					categories: [research-and-scholarship, "urn:category"] | protocols: ["*"] | rules[0].protocols (application.yaml:9): '*' is no protocol; remove protocols
					categories: [research-and-scholarship, "urn:category"] | methods: [GET, "*"] | rules[0].methods (application.yaml:9): '*' is no method such as POST; without methods
					units: ["ou=lab,dc=example,dc=edu"] | groups: [""] | rules[0].groups[0] (application.yaml:12): is empty
					units: ["ou=lab,dc=example,dc=edu"] | groups: "staff,${NOBODY:}" | rules[0].groups (application.yaml:12): has an empty member
					[a@example.edu] | ["${NOBODY:}"] | rules[0].attributes.mail[0] (application.yaml:11): is empty
					{mail: [a@example.edu]} | {} | rules[0].attributes ("campanile.access.rules[0].attributes" from property source "application.yaml"): it is empty
					attributes: {mail: [a@example.edu]} | attributes-matching: | rules[0].attributes-matching (application.yaml:11): it is empty
					["/my files/"] | [] | rules[0].paths (application.yaml:13): it is empty
					["https://refeds.org/profile/mfa"] | [] | rules[1].classes (application.yaml:15): it is empty
					15m | 0s | rules[1].max-age (application.yaml:16): must be at least a minute
					15m | -5m | rules[1].max-age (application.yaml:16): must be at least a minute
					""")
	void whenSomethingIsWrongThenTheKeyTheReasonAndTheRemedy(String good, String bad, String fault) throws Exception {
		assertThat(SOUND).contains(good);
		assertThat(TestConfigurations.check(home, SOUND.replace(good, bad)))
			.anySatisfy(line -> assertThat(line).startsWith("campanile.access." + fault));
	}

}
