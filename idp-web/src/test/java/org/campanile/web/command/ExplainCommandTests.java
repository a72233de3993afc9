package org.campanile.web.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.saml.nameid.NameId;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.process.Ports;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the explanation of sign-ons over LDAP, with two users and three services, one of
 * which is disabled.
 */
class ExplainCommandTests {

	private static final String WIKI = "https://wiki.example.edu/shibboleth";

	private static final String LIBRARY = "https://library.example.edu/sp";

	private static final String OLD = "https://old.example.edu/sp";

	private static final String PEOPLE = """
			dn: dc=example,dc=edu
			objectClass: domain
			dc: example

			dn: uid=anna,dc=example,dc=edu
			objectClass: inetOrgPerson
			uid: anna
			cn: Anna Example
			sn: Example
			givenName: \u00c4nna\u009b
			mail: anna@example.edu
			mail: anna@private.example
			title:: RHIbWzMxbQ==
			eduPersonAffiliation: staff
			userPassword: secret-of-anna

			dn: uid=bert,dc=example,dc=edu
			objectClass: inetOrgPerson
			uid: bert
			cn: Bert Example
			sn: Example
			eduPersonAffiliation: student@elsewhere.example
			""";

	private static final String SETTINGS = """
			campanile:
			  base-url: https://login.example.edu/idp
			  scopes: [example.edu]
			  http: {trusted-proxies: [10.0.0.5]}
			  ldap:
			    urls: "DIRECTORY"
			    base-dn: dc=example,dc=edu
			  attributes:
			    definitions:
			      eduPersonScopedAffiliation: {type: scoped, source: eduPersonAffiliation}
			      badge: {source: badgeNumbr}
			  release:
			    rules:
			      - {name: everybody, services: ["*"], attributes: [eduPersonScopedAffiliation]}
			      - {name: for the wiki, services: [https://wiki.example.edu/shibboleth], attributes: [mail]}
			      - {name: no private mail, services: ["*"], effect: deny, attributes: [mail], values-matching: .*@private\\.example}
			  services:
			    - {match: https://wiki.example.edu/shibboleth, name-id-formats: [FORMAT], encryption: never}
			    - {match: https://old.example.edu/sp, enabled: false}
			""";

	@TempDir
	private Path home;

	@AutoClose
	private EmbeddedDirectory directory;

	@BeforeEach
	void home() throws Exception {
		CheckedHome checked = CheckedHome.in(home);
		Path people = Files.writeString(home.resolve("people.ldif"), PEOPLE);
		directory = EmbeddedDirectory.start("dc=example,dc=edu", people, 0);
		Files.writeString(home.resolve("application.yaml"), SETTINGS.replace("FORMAT", NameId.EMAIL_ADDRESS)
			.replace("DIRECTORY", "ldap://127.0.0.1:" + directory.address().port()));
		for (String service : new String[] { WIKI, LIBRARY, OLD }) {
			checked.service(service.substring(8, 11) + ".xml", service);
		}
	}

	@Test
	void whenAPersonHasValuesThenEachIsReportedWithItsRule() throws Exception {
		Output output = explain("anna", WIKI);
		assertThat(output.err()).isEmpty();
		assertThat(output.code()).isZero();
		assertThat(output.out())
			.contains("person           anna  (uid=anna,dc=example,dc=edu)\n",
					"mail  from mail (directory entry)\n" + "    + anna@example.edu      released by \"for the wiki\"\n"
							+ "    - anna@private.example  withheld by \"no private mail\"\n",
					"- Anna Example  withheld: no rule names it\n", "+ staff@example.edu  released by \"everybody\"\n",
					"value          anna@example.edu\n", "not encrypted: the configuration says so",
					"Name=\"urn:oid:0.9.2342.19200300.100.1.3\"", ">anna@example.edu</saml:AttributeValue>")
			.doesNotContain("secret-of-anna", ">anna@private.example<");
	}

	@Test
	void whenAServiceHasAccessRulesOfItsOwnThenTheOneThatDecidesIsNamed() throws Exception {
		Files.writeString(Files.createDirectories(home.resolve("services")).resolve("payroll.yaml"), """
				url: https://payroll.example.edu/
				access:
				  - { name: pay, affiliations: [staff] }
				  - { effect: deny, attributes: { uid: [bert] } }
				  - { attributes: { uid: [nobody] } }
				""");
		assertThat(explain("anna", "payroll").out())
			.contains("permit         by \"pay\"\n  as             eduPersonAffiliation is staff\n");
		assertThat(explain("bert", "payroll").out()).contains("deny           by \"payroll rule 2\"\n");
	}

	@Test
	void whenRulesDemandAStepUpAndDependOnTheNetworkThenWhatFollowsIsReported() throws Exception {
		Files.writeString(Files.createDirectories(home.resolve("services")).resolve("payroll.yaml"), """
				url: https://payroll.example.edu/
				access:
				  - { name: campus, networks: [192.0.2.0/24] }
				  - { name: second, effect: step-up, classes: ["https://refeds.org/profile/mfa"] }
				  - { name: closed, effect: deny, affiliations: [staff] }
				""");
		assertThat(explain("anna", "payroll").out()).contains("""
				  step-up        by "second"
				  unless         the client is in 192.0.2.0/24: permit by "campus"
				  once met       deny by "closed"
				  as             eduPersonAffiliation is staff
				""").doesNotContain("\nFactors\n");
	}

	@Test
	void whenAnAttributeIsNotKnownByWhichTermsOrAServiceDecideOrOfAnIdentifierThenALoginIsRefused() throws Exception {
		Path settings = home.resolve("application.yaml");
		String large = Files.readString(settings)
			.replace("badge: {source: badgeNumbr}", "badge: {type: static, values: [" + "x".repeat(50_000) + "]}");
		Files.writeString(settings, large);
		Files.writeString(Files.createDirectories(home.resolve("terms/lab")).resolve("1.txt"), "Be kind.");
		String refused = "refused          attribute badge, which decides on access, terms of use or identifiers, "
				+ "is not known: ";
		assertThat(explain("anna", WIKI).out()).contains("Attribute statement").doesNotContain(refused);
		Files.writeString(settings,
				large + "  terms: {documents: [{name: lab, version: \"1\", attributes: {badge: [x]}}]}\n");
		assertThat(explain("anna", WIKI).out()).contains(refused);
		Files.writeString(settings, large + "  name-id: {unspecified-source: badge}\n");
		assertThat(explain("anna", WIKI).out()).contains(refused);
		Files.writeString(settings, large);
		Files.writeString(Files.createDirectories(home.resolve("services")).resolve("payroll.yaml"), """
				url: https://payroll.example.edu/
				access:
				  - { effect: deny, attributes: { badge: [x] } }
				""");
		assertThat(explain("anna", WIKI).out()).contains(refused);
		Files.writeString(home.resolve("services/payroll.yaml"),
				"{url: 'https://payroll.example.edu/', username-attribute: badge}");
		assertThat(explain("anna", WIKI).out()).contains(refused);
	}

	@Test
	void whenADefinitionHasNoValueThenItSaysWhy() {
		assertThat(explain("anna", LIBRARY).out()).contains(
				"badge  from badgeNumbr (no value)\n    ! no value: badgeNumbr has none, and no entry of the directory",
				"encrypted: the service's metadata has a key for it");
	}

	@Test
	void whenAValueIsLeftOutThenItSaysWhyAndNothingIsReleased() {
		assertThat(explain("bert", LIBRARY).out()).contains(
				"! a value was left out: it already contains an @; use type prescoped",
				"Attribute statement\n  none: no value is released\n");
	}

	@Test
	void whenAFormatOfNameIdCannotBeHadThenTheNextIsTakenAndBothAreReported() {
		assertThat(explain("bert", WIKI).out()).contains("none, because its source mail has no value\n",
				"format         " + NameId.TRANSIENT + "\n", "another one for each session");
	}

	@Test
	void whenAnAssertionMustBeEncryptedAndCannotThenItIsRefused() throws Exception {
		Path file = home.resolve("metadata/lib.xml");
		Files.writeString(file, Files.readString(file).replaceAll("(?s)<md:KeyDescriptor.*</md:KeyDescriptor>", ""));
		Path settings = home.resolve("application.yaml");
		Files.writeString(settings,
				Files.readString(settings) + "    - {match: " + LIBRARY + ", encryption: required}\n");
		assertThat(explain("anna", LIBRARY).out()).contains(
				"refused          the assertion must be encrypted, and the service's metadata has no usable encryption key; ",
				"Attribute statement, which is not sent\n");
	}

	@Test
	void whenNoKeyForEncryptionCanBeUsedThenItIsRefusedAndSaysSo() throws Exception {
		Path file = home.resolve("metadata/lib.xml");
		Files.writeString(file,
				Files.readString(file)
					.replaceFirst("(?s)(use=\"encryption\"><ds:KeyInfo[^>]*>).*?(</ds:KeyInfo>)",
							"$1<ds:KeyName>lost</ds:KeyName>$2"));
		assertThat(explain("anna", LIBRARY).out()).contains(
				"refused          the assertion must be encrypted, and the service's metadata has only encryption keys that "
						+ "cannot be used",
				"in campanile.services to never", "Attribute statement, which is not sent\n");
	}

	@Test
	void whenAServiceHasASourceOfItsOwnThenItIsTheNameId() throws Exception {
		Path settings = home.resolve("application.yaml");
		Files.writeString(settings, Files.readString(settings) + "    - {match: " + LIBRARY
				+ ", name-id-formats: [\"urn:x:bilateral\"], name-id-source: principal}\n");
		assertThat(explain("anna", LIBRARY).out()).contains("format         urn:x:bilateral\n",
				"the value of principal");
	}

	@Test
	void whenAPersonIsFoundThenThatSaysNothingOfALogin() {
		assertThat(explain("anna", WIKI).out()).contains("\nNotes\n  Whether the person may sign in was not asked: ");
	}

	@Test
	void whenANameCouldSteerTheTerminalThenItIsEscaped() {
		assertThat(explain("\u001b[2J\u009b", WIKI).err()).startsWith("user \\u001b[2J\\u009b: ");
		assertThat(explain("anna", "https://wiki.example.edu/\u202e").err()).contains("/\\u202e")
			.doesNotContain("\u202e");
	}

	/** Values with control characters could manipulate the terminal. */
	@Test
	void whenAValueHasControlCharactersThenTheyAreNotPrinted() {
		assertThat(explain("anna", WIKI).out()).doesNotContain("\u001b").contains("base64 RHIbWzMxbQ==");
	}

	@ParameterizedTest
	@CsvSource({ "nobody, https://wiki.example.edu/shibboleth, user nobody: the directory has no such person",
			"anna, wiki.example.edu, did you mean https://wiki.example.edu/shibboleth?",
			"anna, https://libary.example.edu/sp, did you mean 'https://library.example.edu/sp'?",
			"anna, https://old.example.edu/sp, is not served: the configuration disables it; remove" })
	void whenThereIsNothingToExplainThenOneLine(String user, String service, String reason) {
		Output output = explain(user, service);
		assertThat(output.code()).isEqualTo(1);
		assertThat(output.out()).isEmpty();
		assertThat(output.err()).contains(reason).hasLineCount(1);
	}

	@Test
	void whenTheDirectoryDoesNotAnswerThenOneLine() throws Exception {
		Path settings = home.resolve("application.yaml");
		Files.writeString(settings, Files.readString(settings)
			.replace("127.0.0.1:" + directory.address().port(), "127.0.0.1:" + Ports.free()));
		Output output = explain("anna", WIKI);
		assertThat(output.code()).isEqualTo(1);
		assertThat(output.err()).startsWith("the directory does not answer: ")
			.contains("campanile check --connect")
			.hasLineCount(1);
	}

	@Test
	void whenJsonIsWantedThenItSaysTheSame() {
		Output output = Output.of("explain", "--home", home.toString(), "--json", "anna", WIKI);
		Map<String, Object> json = JsonParserFactory.getJsonParser().parseMap(output.out());
		assertThat(json).containsKeys("person", "service", "directory", "attributes", "nameId", "signature",
				"encryption", "attributeStatement");
		assertThat(json.get("person"))
			.isEqualTo(Map.of("typed", "anna", "principal", "anna", "dn", "uid=anna,dc=example,dc=edu"));
		assertThat(output.out()).contains("\"rule\" : \"no private mail\"");
		assertThat(output.out().lines()).allMatch(line -> line.chars().allMatch(sign -> sign >= ' ' && sign < 0x7f));
	}

	@Test
	void whenAHomeWasNeverStartedThenNothingIsMadeInIt() throws Exception {
		assertThat(explain("anna", WIKI).out()).contains("the salt of identifiers is created at the first start",
				"the first start creates the signing key");
		try (Stream<Path> files = Files.list(home)) {
			assertThat(files.map(Path::getFileName).map(Path::toString)).containsExactlyInAnyOrder("application.yaml",
					"people.ldif", "metadata");
		}
	}

	@Test
	void whenTheConfigurationIsFaultyThenItsFaults() throws Exception {
		Files.writeString(home.resolve("application.yaml"), SETTINGS + "  scops: x\n");
		Output output = explain("anna", WIKI);
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).contains("campanile.scops (application.yaml:");
	}

	private Output explain(String user, String service) {
		return Output.of("explain", "--home", home.toString(), user, service);
	}

}
