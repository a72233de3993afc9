package org.campanile.web.cas.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.ValuePattern;
import org.campanile.cas.CasService;
import org.campanile.cas.CasService.Logout.Channel;
import org.campanile.cas.LookAlikes;
import org.campanile.cas.ServiceUrl;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceFilesTests {

	@TempDir
	private Path folder;

	private ServiceFiles files;

	@BeforeEach
	void make() {
		files = new ServiceFiles(folder, Optional.of(Set.of("mail", "uid", "cn", "eduPersonPrincipalName")),
				InstantSource.fixed(Instant.EPOCH));
	}

	@Test
	void whenAServiceIsDescribedThenAllOfItCounts() throws Exception {
		write("moodle.yaml", """
				prefix: https://moodle.example.edu/
				order: 3
				name: Moodle
				names: { de: Lernplattform }
				description: Courses and exams
				logo: https://moodle.example.edu/logo.png
				information-url: https://moodle.example.edu/about
				categories: [http://refeds.org/category/research-and-scholarship]
				release: [mail]
				withhold: [cn]
				attribute-names: { mail: email }
				username-attribute: uid
				logout: { channel: front, url: https://moodle.example.edu/out }
				proxy: { callbacks: [https://moodle.example.edu/pgt], accept: true }
				""");
		files.poll();
		assertThat(files.faults()).isEmpty();
		CasService moodle = files.find("moodle").orElseThrow();
		assertThat(moodle.order()).isEqualTo(3);
		assertThat(moodle.display().names()).containsEntry("en", "Moodle").containsEntry("de", "Lernplattform");
		assertThat(moodle.entityCategories()).containsExactly("http://refeds.org/category/research-and-scholarship");
		assertThat(moodle.released()).containsExactly("mail");
		assertThat(moodle.withheld()).containsExactly("cn");
		assertThat(moodle.attributeNames()).containsEntry("mail", "email");
		assertThat(moodle.usernameAttribute()).isEqualTo("uid");
		assertThat(moodle.logout()).isEqualTo(new CasService.Logout(Channel.FRONT, "https://moodle.example.edu/out"));
		assertThat(moodle.proxying().accepted()).isTrue();
		assertThat(moodle.proxying().callbacks().getFirst().matches(url("https://moodle.example.edu/pgt/x"))).isTrue();
		assertThat(owner("https://moodle.example.edu/course?id=1")).isEqualTo("moodle");
	}

	@Test
	void whenFilesAreFaultyThenEachIsNamedWithItsLineAndRemedy() throws Exception {
		write("a.yaml", "prefix: https://a.example.edu/\nrelaese: [mail]\n");
		write("b.yaml", "name: B\n");
		write("c.yaml", "prefix: https://u@c.example.edu/\n");
		write("d.yaml", "pattern: https://d(?=x)\n");
		write("e.yaml", "prefix: https://e.example.edu/\nrelease: [mial]\n");
		write("f.yaml", "prefix: [https://f.example.edu/\n");
		write("g.yaml", "prefix: https://g.example.edu/\nlogout: { channel: sideways }\n");
		write("h.txt", "");
		write("i.yaml", "prefix: https://i.example.edu/\nproxy:\n  callbacks: [http://i.example.edu/]\n");
		write("j.yaml", "- prefix: https://j.example.edu/\n");
		write("k.yaml", "prefix: https://k.example.edu/\nattribute-names: { mail: 'e mail' }\n");
		files.poll();
		assertThat(files.size()).isZero();
		assertThat(files.faults()).satisfiesExactly(
				line -> assertThat(line).startsWith("services/a.yaml:2: relaese[0]: unknown key").contains("release"),
				line -> assertThat(line).startsWith("services/b.yaml").contains("0 of url, prefix and pattern"),
				line -> assertThat(line).startsWith("services/c.yaml:1: prefix: "),
				line -> assertThat(line).startsWith("services/d.yaml:1: pattern: ").contains("RE2"),
				line -> assertThat(line).startsWith("services/e.yaml:2: release").contains("did you mean 'mail'"),
				line -> assertThat(line).startsWith("services/f.yaml:2: is not valid YAML"),
				line -> assertThat(line).startsWith("services/g.yaml:2: logout.channel: \"sideways\" is none of"),
				line -> assertThat(line).startsWith("services/i.yaml:3: proxy.callbacks").contains("not https"),
				line -> assertThat(line).startsWith("services/j.yaml").contains("a file for each"),
				line -> assertThat(line).startsWith("services/k.yaml:2: attribute-names.mail"));
		assertThat(files.warnings()).anySatisfy(line -> assertThat(line).startsWith("services/h.txt: ignored"));
	}

	@Test
	void whenAFileBreaksThenItsLastVersionAndTheOthersStay() throws Exception {
		write("a.yaml", "prefix: https://a.example.edu/\n");
		write("b.yaml", "prefix: https://b.example.edu/\n");
		files.poll();
		write("a.yaml", "prefix: [\n");
		files.poll();
		assertThat(files.faults()).hasSize(1);
		assertThat(owner("https://a.example.edu/x")).isEqualTo("a");
		write("a.yaml", "prefix: https://new.example.edu/\n");
		Files.delete(folder.resolve("b.yaml"));
		files.poll();
		assertThat(files.faults()).isEmpty();
		assertThat(owner("https://a.example.edu/x")).isEqualTo("none");
		assertThat(owner("https://b.example.edu/x")).isEqualTo("none");
		assertThat(owner("https://new.example.edu/x")).isEqualTo("a");
	}

	@Test
	void whenSeveralServicesOwnAUrlThenTheClosestCountsOrTheOneOrderedFirst() throws Exception {
		write("any.yaml", "pattern: https://a\\.example\\.edu/.*\n");
		write("app.yaml", "prefix: https://a.example.edu/app\n");
		write("deep.yaml", "prefix: https://a.example.edu/app/deep\n");
		write("one.yaml", "url: https://a.example.edu/app/deep/one\n");
		files.poll();
		assertThat(owner("https://a.example.edu/")).isEqualTo("any");
		assertThat(owner("https://a.example.edu/apple")).isEqualTo("any");
		assertThat(owner("https://a.example.edu/app?x=1")).isEqualTo("app");
		assertThat(owner("https://a.example.edu/app/deep/two")).isEqualTo("deep");
		assertThat(owner("https://a.example.edu/app/deep/one")).isEqualTo("one");
		write("first.yaml", "pattern: https://a\\.example\\.edu/app/.*\norder: -1\n");
		files.poll();
		assertThat(owner("https://a.example.edu/app/deep/one")).isEqualTo("first");
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://app.example.edu/.*", "https://app\\.example\\.edu.*", "^https?://.*", ".*",
			"https://app\\.example.edu/.*", "^(https|imaps)://.*" })
	void whenAPatternMatchesForeignHostsThenAWarning(String pattern) {
		assertThat(LookAlikes.of(ValuePattern.of(pattern))).isPresent();
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://app\\.example\\.edu/.*", "^https://app\\.example\\.edu(/.*)?",
			"^https?://app\\.example\\.edu(:8443)?/.*$", "https://[a-z]+\\.example\\.edu/.*" })
	void whenAPatternNamesItsHostsThenNone(String pattern) {
		assertThat(LookAlikes.of(ValuePattern.of(pattern))).isEmpty();
	}

	@Test
	void whenTheFileIsOfACasServerThenItIsRead() throws Exception {
		write("Portal-1001.json", """
				{
				  "@class": "org.apereo.cas.services.RegexRegisteredService",
				  "serviceId": "^https://Portal\\\\.example\\\\.edu/.*",
				  "name": "Campus portal",
				  "id": 1001,
				  "evaluationOrder": 7,
				  "description": "News and links",
				  "informationUrl": "https://portal.example.edu/about",
				  "attributeReleasePolicy": {
				    "@class": "org.apereo.cas.services.ReturnMappedAttributeReleasePolicy",
				    "allowedAttributes": {
				      "@class": "java.util.TreeMap",
				      "mail": "email",
				      "cn": "cn",
				      "shoeSize": "shoe"
				    }
				  },
				  "usernameAttributeProvider": {
				    "@class": "org.apereo.cas.services.PrincipalAttributeRegisteredServiceUsernameProvider",
				    "usernameAttribute": "uid"
				  },
				  "logoutType": "FRONT_CHANNEL",
				  "logoutUrl": "https://portal.example.edu/logout",
				  "proxyPolicy": {
				    "@class": "org.apereo.cas.services.RegexMatchingRegisteredServiceProxyPolicy",
				    "pattern": "^https://portal\\\\.example\\\\.edu/pgt$"
				  },
				  "accessStrategy": {
				    "@class": "org.apereo.cas.services.DefaultRegisteredServiceAccessStrategy",
				    "enabled": true, "ssoEnabled": true
				  }
				}
				""");
		files.poll();
		assertThat(files.faults()).isEmpty();
		assertThat(files.warnings()).singleElement()
			.asString()
			.startsWith("services/Portal-1001.json:9: attributeReleasePolicy: there is no attribute 'shoeSize'");
		CasService portal = files.find("Portal-1001").orElseThrow();
		assertThat(portal.order()).isEqualTo(7);
		assertThat(portal.display().names()).containsEntry("en", "Campus portal");
		assertThat(portal.released()).containsExactlyInAnyOrder("mail", "cn");
		assertThat(portal.attributeNames()).containsExactly(Map.entry("mail", "email"));
		assertThat(portal.usernameAttribute()).isEqualTo("uid");
		assertThat(portal.logout()).isEqualTo(new CasService.Logout(Channel.FRONT, "https://portal.example.edu/logout"));
		assertThat(portal.proxying().callbacks().getFirst().matches(url("https://portal.example.edu/pgt"))).isTrue();
		assertThat(owner("https://portal.example.edu/news")).isEqualTo("Portal-1001");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			"accessStrategy": {"@class": "DefaultRegisteredServiceAccessStrategy", "requiredAttributes": {"@class": "java.util.HashMap", "memberOf": ["java.util.HashSet", ["staff"]]}} | accessStrategy.requiredAttributes
			"accessStrategy": {"@class": "DefaultRegisteredServiceAccessStrategy", "ssoEnabled": false} | accessStrategy.ssoEnabled
			"accessStrategy": {"@class": "org.apereo.cas.services.GroovyRegisteredServiceAccessStrategy"} | accessStrategy
			"usernameAttributeProvider": {"@class": "AnonymousRegisteredServiceUsernameAttributeProvider"} | usernameAttributeProvider
			"multifactorPolicy": {"@class": "DefaultRegisteredServiceMultifactorPolicy", "multifactorAuthenticationProviders": ["java.util.LinkedHashSet", ["mfa-duo"]]} | multifactorPolicy
			"expirationPolicy": {"@class": "DefaultRegisteredServiceExpirationPolicy", "expirationDate": "2020-01-01"} | expirationPolicy
			"evaluationOrder": "soon" | evaluationOrder
			""")
	void whenLeavingSomethingOutWouldLetInMoreThenTheServiceIsNotServed(String setting, String key) throws Exception {
		write("a-1.json", "{\"@class\": \"org.apereo.cas.services.CasRegisteredService\",\n\"serviceId\": "
				+ "\"https://a\\\\.example\\\\.edu/.*\",\n" + setting + "}");
		files.poll();
		assertThat(files.faults()).singleElement().asString().startsWith("services/a-1.json:3: " + key + ": ");
		assertThat(files.size()).isZero();
	}

	@Test
	void whenTheFileIsOfAnotherProtocolOrBrokenThenItIsNamed() throws Exception {
		write("a-1.json", "{\"@class\": \"org.apereo.cas.support.saml.services.SamlRegisteredService\"}");
		write("b-2.json", "{\"@class\": \"org.apereo.cas.services.RegexRegisteredService\",\n\"serviceId\": }");
		write("c-3.json", "{\"@class\": \"org.apereo.cas.services.RegexRegisteredService\", \"serviceId\": \"(?<!a)\"}");
		write("d-4.json", "[]");
		files.poll();
		assertThat(files.warnings()).singleElement().asString().contains("SamlRegisteredService is no service of");
		assertThat(files.faults()).satisfiesExactly(
				line -> assertThat(line).startsWith("services/b-2.json:2: is not valid JSON"),
				line -> assertThat(line).startsWith("services/c-3.json:1: serviceId: ").contains("RE2"),
				line -> assertThat(line).startsWith("services/d-4.json: is no JSON object"));
	}

	@Test
	void whenTwoFilesAreOfOneServiceOrUrlThenThatIsSaid() throws Exception {
		write("a.json", "{\"@class\": \"x.CasRegisteredService\", \"serviceId\": \"https://a\\\\.example\\\\.edu/.*\"}");
		write("a.yaml", "prefix: https://b.example.edu/\n");
		write("c.yaml", "prefix: https://c.example.edu/\n");
		write("d.yaml", "prefix: https://c.example.edu/\n");
		files.poll();
		assertThat(files.faults()).singleElement().asString().startsWith("services/a.yaml: there is another file");
		assertThat(files.warnings()).singleElement()
			.asString()
			.startsWith("services/d.yaml: has the same URLs as services/c.yaml");
	}

	private void write(String name, String content) throws IOException {
		Files.writeString(folder.resolve(name), content);
	}

	private String owner(String address) {
		return files.owner(url(address)).map(CasService::id).orElse("none");
	}

	private static ServiceUrl url(String address) {
		return ServiceUrl.of(address).orElseThrow();
	}

}
