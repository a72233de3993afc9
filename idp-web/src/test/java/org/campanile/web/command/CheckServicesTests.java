package org.campanile.web.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.web.command.CheckedHome.LEAST;
import static org.campanile.web.command.CheckedHome.WIKI;

/** Tests the output of {@code check} about services and what they receive. */
class CheckServicesTests {

	private CheckedHome home;

	@BeforeEach
	void create(@TempDir Path folder) throws Exception {
		home = CheckedHome.in(folder);
	}

	@Test
	void whenAFileOfMetadataIsMisnamedThenAWarning() throws Exception {
		home.write(LEAST);
		home.service("wiki.xml.txt", WIKI);
		home.service("wiki.xml", WIKI);
		Files.writeString(home.resolve("metadata/.wiki.xml.swp"), "an editor's");
		assertThat(home.check().err()).isEqualTo(
				"warning: metadata/wiki.xml.txt: ignored, as its name does not end in .xml; rename it, or move it elsewhere\n");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					uidd                  |                | 0  | warning: campanile.attributes.definitions.card: nothing known is called 'uidd'; did you mean 'uid'?
					UID                   |                | 0  |
					employeeNumber        |                | 0  |
					campusCardOfOurs      |                | 0  |
					campusCrad            | *, campusCrad  | 0  |
					principal             | mail           | 0  |
					schacHomeOrganization | mail           | 0  |
					maill                 | mail           | 78 | campanile.attributes.definitions.card: nothing provides 'maill', for campanile.ldap.attributes does not ask for it; add it there; did you mean 'mail'?
					""")
	void whenNothingProvidesASourceThenItIsNamed(String source, String asked, int code, String line) throws Exception {
		home.service("wiki.xml", WIKI);
		home.write((asked == null ? LEAST : LEAST.replace("  ldap:\n", "  ldap:\n    attributes: \"" + asked + "\"\n"))
				+ "  attributes:\n    constants: {schacHomeOrganization: [a]}\n    definitions: {card: {source: "
				+ source + "}}\n");
		Output output = home.check();
		assertThat(output.code()).as(output.err()).isEqualTo(code);
		assertThat(output.err()).startsWith(line == null ? "" : line);
		assertThat(output.err().isEmpty()).isEqualTo(line == null);
	}

	@Test
	void whenANameIsThatOfEduPersonTargetedIdThenAWarning() throws Exception {
		home.service("wiki.xml", WIKI);
		home.write(LEAST + """
				  attributes:
				    names: {eduPersonTargetedID: {name: "urn:oid:1.3.6.1.4.1.5923.1.1.1.10"}}
				""");
		Output output = home.check();
		assertThat(output.code()).as(output.err()).isZero();
		assertThat(output.err().lines()).singleElement()
			.asString()
			.startsWith("warning: campanile.attributes.names.eduPersonTargetedID.name: this is eduPersonTargetedID")
			.contains("set name-id-formats: [persistent] for these services");
	}

	@Test
	void whenMetadataIsBadThenFileAndReason() throws Exception {
		home.write(LEAST);
		Files.writeString(home.resolve("metadata/bad.xml"), "<a>");
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith("metadata/bad.xml");
	}

	@Test
	void whenMetadataHasNoEncryptionKeyThenAWarningUnlessThatIsWanted() throws Exception {
		home.write(LEAST);
		home.service("wiki.xml", WIKI);
		Path wiki = home.resolve("metadata/wiki.xml");
		Files.writeString(wiki, Files.readString(wiki)
			.replaceFirst("(?s)<md:KeyDescriptor use=\"encryption\">.*?</md:KeyDescriptor>", ""));
		Output output = home.check();
		assertThat(output.code()).isZero();
		assertThat(output.err()).isEqualTo("warning: metadata/wiki.xml: no encryption key for " + WIKI
				+ ": assertions are sent unencrypted; have a key added, or set encryption: never in "
				+ "campanile.services\n");
		home.write(LEAST + "  services: [{match: \"" + WIKI + "\", encryption: never}]\n");
		assertThat(home.check().err()).isEmpty();
	}

	@Test
	void whenAServiceStandsTwiceOrEndsSoonThenBothFilesAreNamed() throws Exception {
		home.write(LEAST);
		home.service("wiki.xml", WIKI);
		Files.copy(home.resolve("metadata/wiki.xml"), home.resolve("metadata/wiki-backup.xml"));
		String end = Clock.systemUTC().instant().plusSeconds(3_600).toString();
		home.service("mail.xml", "https://mail.example.edu/shibboleth");
		Path mail = home.resolve("metadata/mail.xml");
		Files.writeString(mail,
				Files.readString(mail).replaceFirst(" entityID=", " validUntil=\"" + end + "\" entityID="));
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err().lines()).filteredOn(line -> line.contains(WIKI))
			.singleElement()
			.asString()
			.startsWith("metadata/wiki-backup.xml, line ")
			.contains("stands in wiki.xml");
		assertThat(output.err()).contains("warning: metadata/mail.xml: validUntil is near for https://mail");
	}

	@Test
	void whenAFileTakesPrecedenceThenItsClashIsAWarningAndAFileThatIsNotThereIsNamed() throws Exception {
		home.write(LEAST + "  metadata: {precedence: [00-wiki.xml, 00-mail.xml]}\n");
		home.service("federation.xml", WIKI);
		home.service("00-wiki.xml", WIKI);
		Output output = home.check();
		assertThat(output.code()).as(output.err()).isZero();
		assertThat(output.err().lines()).containsExactlyInAnyOrder(
				"warning: campanile.metadata.precedence: there is no file metadata/00-mail.xml; correct the name, or put the file there",
				"warning: metadata/federation.xml: not served from here, as 00-wiki.xml takes precedence (campanile.metadata.precedence): "
						+ WIKI);
	}

	@Test
	void whenSettingsNameAServiceThatIsNotThereThenAWarning() throws Exception {
		home.service("wiki.xml", WIKI);
		home.write(LEAST + """
				  services:
				    - match: https://wiki.example.edu/shiboleth
				      encryption: never
				  release:
				    rules:
				      - services: [https://other.example.edu]
				        attributes: [mail]
				""");
		Output output = home.check();
		assertThat(output.code()).isZero();
		assertThat(output.err()).contains(
				"warning: campanile.services[0]: no service in metadata/ is https://wiki.example.edu/shiboleth; did you mean '"
						+ WIKI + "'?",
				"warning: campanile.release.rules[0].services: no service in metadata/, services/ or campanile.gate.sites is https://other.example.edu");
	}

	@Test
	void whenThereAreCasServicesThenTheirFilesAreChecked() throws Exception {
		home.write(LEAST);
		home.service("wiki.xml", WIKI);
		Path services = Files.createDirectories(home.resolve("services"));
		Files.writeString(services.resolve("moodle.yaml"), "prefix: https://moodle.example.edu/\nrelease: [mail]\n");
		Files.writeString(services.resolve("portal.yaml"), "pattern: ^https://portal.example\\.edu/.*\n");
		Files.writeString(services.resolve("notes.txt"), "");
		Output output = home.check();
		assertThat(output.code()).as(output.err()).isZero();
		assertThat(output.out()).contains("CAS services    2 in services/\n");
		assertThat(output.err()).contains(
				"warning: services/portal.yaml:1: pattern: it also matches https://portalxexample",
				"warning: services/notes.txt: ignored, as its name does not end in .yaml, .yml or .json");
		Files.writeString(services.resolve("moodle.yaml"), "prefix: https://moodle.example.edu/\nrelease: [mial]\n"
				+ "access:\n  - effect: deny\n    networks: [x]\n");
		Output faulty = home.check();
		assertThat(faulty.code()).isEqualTo(78);
		assertThat(faulty.err()).contains("services/moodle.yaml:2: release: there is no attribute 'mial'",
				"services/moodle.yaml:5: access[0].networks: 'x' cannot be read",
				"services/moodle.yaml:4: access: no rule permits");
	}

	@Test
	void whenARuleNamesACasServiceThatHasItsOwnThenAWarning() throws Exception {
		home.write(LEAST + """
				  access:
				    rules:
				      - { services: [portal, moodle], groups: [staff] }
				      - { effect: step-up, protocols: [cas], max-age: 15m }
				      - { effect: deny, protocols: [gate] }
				  attributes:
				    definitions:
				      isMemberOf: { type: simple }
				""");
		Path services = Files.createDirectories(home.resolve("services"));
		Files.writeString(services.resolve("moodle.yaml"),
				"prefix: https://moodle.example.edu/\naccess: [{ attributes: { mail: [a@example.edu] } }]\n");
		Files.writeString(services.resolve("portal.yaml"), "prefix: https://portal.example.edu/\n");
		Output output = home.check();
		assertThat(output.code()).as(output.err()).isZero();
		assertThat(output.err())
			.contains("warning: campanile.access.rules[0]: not considered for moodle, with access rules of its own",
					"warning: campanile.access.rules[1]: not considered for moodle, with")
			.doesNotContain("for portal", "rules[2]: not considered");
	}

	@Test
	void whenAnOutageDisablesARuleOfACasServiceThenAWarning() throws Exception {
		home.write(
				LEAST + """
						  attributes:
						    sources:
						      groups:
						        http: {url: "https://groups.example.edu/{username}", token: x, attributes: {isMemberOf: /groups}}
						""");
		Path services = Files.createDirectories(home.resolve("services"));
		Files.writeString(services.resolve("moodle.yaml"), "prefix: https://moodle.example.edu/\n"
				+ "access: [{ effect: deny, groups: [blocked] }, { effect: permit }]\n");
		Files.writeString(services.resolve("portal.yaml"),
				"prefix: https://portal.example.edu/\naccess: [{ groups: [staff] }]\n");
		Output output = home.check();
		assertThat(output.code()).as(output.err()).isZero();
		assertThat(output.err())
			.containsPattern("warning: services/moodle\\.yaml[^ ]*: access: logins go on without "
					+ "isMemberOf while source groups does not answer, and this does not apply to them; "
					+ "set campanile\\.attributes\\.sources\\.groups\\.on-failure: refuse")
			.doesNotContainPattern("portal.*on-failure");
	}

	@Test
	void whenThereAreGatedSitesThenTheirSettingsAreChecked() throws Exception {
		home.write(LEAST + """
				  gate:
				    sites:
				      wiki: {urls: ["https://wiki.example.edu/", "https://wiki.example.edu/a/../b"]}
				      Blog_2: {urls: ["https://blog.example.edu/"]}
				      form: {urls: ["https://form.example.edu/"], headers: {X-Gate-Login: mail}}
				      far: {urls: ["https://wiki.example.org/"], cookie-domain: example.org}
				""");
		Output faulty = home.check();
		assertThat(faulty.code()).isEqualTo(78);
		assertThat(faulty.err()).contains("'https://wiki.example.edu/a/../b' is no address", "sites.Blog_2 (",
				"X-Gate-Login' cannot be the name of a header", "this server is not below example.org");
		home.write(LEAST + """
				  gate:
				    sites:
				      wiki: {urls: ["http://wiki.example.edu/"]}
				      trial: {urls: ["http://127.0.0.1:8080/"]}
				""");
		Output plain = home.check();
		assertThat(plain.code()).isZero();
		assertThat(plain.out()).contains("gated sites");
		assertThat(plain.err())
			.contains("warning: campanile.gate.sites.wiki.urls: http://wiki.example.edu/ is not https")
			.doesNotContain("sites.trial");
	}

}
