package org.campanile.web.cas.registry;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRule;
import org.campanile.access.RestrictedService.OwnRules;
import org.campanile.cas.CasService;
import org.campanile.cas.CasService.Logout;
import org.campanile.cas.CasService.Logout.Channel;
import org.campanile.cas.CasService.Proxying;
import org.campanile.cas.ServiceUrl;
import org.campanile.cas.ServiceUrlPattern.Exact;
import org.campanile.cas.ServiceUrlPattern.Prefix;
import org.campanile.service.DisplayInfo;
import org.campanile.web.cas.registry.ServiceFile.Problem;

import static org.assertj.core.api.Assertions.assertThat;

class ServicePropertiesTests {

	private static final Set<String> ATTRIBUTES = Set.of("mail", "displayName", "uid", "eduPersonAffiliation",
			"memberOf", "pairwise-id");

	@Test
	void whenEveryKeyIsSetThenTheServiceHasAll() {
		CasService service = only("""
				id: wiki
				prefix: https://Wiki.example.edu:443/app
				order: 7
				name:
				  en: Wiki
				  de: Das Wiki
				description: Notes of all
				logo: https://wiki.example.edu/logo.png
				information-url: https://wiki.example.edu/about
				privacy-url:
				  pt-BR: https://wiki.example.edu/privacy
				categories: [research-and-scholarship, "https://example.edu/internal"]
				release: [mail, eduPersonAffiliation]
				withhold: [displayName]
				attribute-names:
				  eduPersonAffiliation: affiliation
				username-attribute: uid
				enabled: false
				logout:
				  channel: front
				  url: https://wiki.example.edu/logout
				proxy:
				  callbacks: [https://wiki.example.edu/pgt]
				  accept: true
				""");
		assertThat(service.id()).isEqualTo("wiki");
		assertThat(service.urls()).isEqualTo(new Prefix(url("https://wiki.example.edu/app")));
		assertThat(service.order()).isEqualTo(7);
		DisplayInfo display = service.display();
		assertThat(display.name(Locale.GERMAN)).contains("Das Wiki");
		assertThat(display.description(Locale.GERMAN)).contains("Notes of all");
		assertThat(display.descriptionLanguage(Locale.GERMAN)).contains("und");
		assertThat(display.logos()).extracting(DisplayInfo.Logo::url)
			.containsExactly("https://wiki.example.edu/logo.png");
		assertThat(display.informationUrl(Locale.ENGLISH)).contains("https://wiki.example.edu/about");
		assertThat(display.privacyStatementUrls()).containsOnlyKeys("pt-br");
		assertThat(service.entityCategories()).containsExactlyInAnyOrder(
				"http://refeds.org/category/research-and-scholarship", "https://example.edu/internal");
		assertThat(service.released()).containsExactlyInAnyOrder("mail", "eduPersonAffiliation");
		assertThat(service.withheld()).containsExactly("displayName");
		assertThat(service.attributeNames()).containsEntry("eduPersonAffiliation", "affiliation").hasSize(1);
		assertThat(service.usernameAttribute()).isEqualTo("uid");
		assertThat(service.enabled()).isFalse();
		assertThat(service.logout()).isEqualTo(new Logout(Channel.FRONT, "https://wiki.example.edu/logout"));
		assertThat(service.proxying())
			.isEqualTo(new Proxying(List.of(new Prefix(url("https://wiki.example.edu/pgt"))), true));
	}

	@Test
	void whenLittleIsSetThenDefaultsApply() {
		CasService service = only("url: https://wiki.example.edu/");
		assertThat(service.id()).isEqualTo("t");
		assertThat(service.urls()).isEqualTo(new Exact(url("https://wiki.example.edu/")));
		assertThat(service.order()).isZero();
		assertThat(service.enabled()).isTrue();
		assertThat(service.display()).isEqualTo(DisplayInfo.NONE);
		assertThat(service.logout()).isEqualTo(new Logout(Channel.BACK, null));
		assertThat(service.proxying()).isEqualTo(Proxying.NONE);
		assertThat(service.usernameAttribute()).isNull();
		assertThat(service.ownRules()).isNull();
	}

	@Test
	void whenTheServiceSaysWhoMayUseItThenItHasRulesOfItsOwn() {
		OwnRules own = Objects.requireNonNull(only("""
				id: wiki
				url: https://wiki.example.edu/
				access:
				  - name: no guests
				    effect: deny
				    affiliations: [guest]
				    missing: Guests are not admitted.
				  - groups: [staff, faculty]
				    missing: Only members of staff can open this.
				    contact: wiki@example.edu
				  - attributes: {uid: [alice]}
				    from: "08:00"
				    to: "18:00"
				""").ownRules());
		assertThat(own.rules()).extracting(AccessRule::decision)
			.containsExactly(new Decision.Deny("no guests", "Guests are not admitted.", null),
					new Decision.Permit("wiki rule 2"), new Decision.Permit("wiki rule 3"));
		assertThat(own.rules()).extracting(rule -> rule.conditions().getFirst().words())
			.satisfiesExactly(words -> assertThat(words).isEqualTo("eduPersonAffiliation is guest"),
					words -> assertThat(words).startsWith("memberOf is ").contains("staff").contains("faculty"),
					words -> assertThat(words).isEqualTo("uid is alice"));
		assertThat(own.rules().getLast().conditions().getLast().words())
			.isEqualTo("the time is 08:00 to 18:00 in Europe/Berlin");
		assertThat(own.otherwise())
			.isEqualTo(new Decision.Deny("wiki no rule", "Only members of staff can open this.", "wiki@example.edu"));
	}

	@Test
	void whenOneOfSeveralRulesIsFaultyThenItsLineIsNamed() {
		ServiceFile file = ServiceFile.read("t.yaml", """
				url: https://wiki.example.edu/
				access:
				  - effect: permit
				  - name: staff
				    groups: [staff]
				    networks: [10.0.0.0/99]
				""".getBytes(StandardCharsets.UTF_8), TestServiceContext.of(Set.of("mail")));
		assertThat(file.problems()).extracting(Problem::message)
			.singleElement()
			.asString()
			.startsWith("t.yaml:5: access[1].groups: there is no attribute 'memberOf'");
		assertThat(read("url: https://a.example.edu/\naccess:\n  - effect: permit\n  - name: x\n    networks: [a]\n")
			.problems()).extracting(Problem::message)
			.singleElement()
			.asString()
			.startsWith("t.yaml:5: access[1].networks: 'a' cannot be read");
	}

	@Test
	void whenAFileHasAListOrDocumentsThenAllAreRead() {
		ServiceFile file = read("""
				- id: one
				  url: https://one.example.edu/
				  release: [mail]
				- id: two
				  url: https://two.example.edu/
				---
				id: three
				pattern: ^https://[a-z]+\\.three\\.example\\.edu/.*
				""");
		assertThat(file.problems()).isEmpty();
		assertThat(file.entries()).extracting(entry -> entry.service().id() + " " + entry.place())
			.containsExactly("one t.yaml:1", "two t.yaml:4", "three t.yaml:7");
		assertThat(file.entries().getFirst().service().released()).containsExactly("mail");
		assertThat(file.entries().get(1).service().released()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					relase: [mail]                  | t.yaml:3: relase: unknown key; did you mean release?
					zebra: 1                        | t.yaml:3: zebra: unknown key; docs/cas.md lists the keys of a service
					release: [mial]                 | t.yaml:3: release: there is no attribute 'mial'
					withhold: [mial]                | did you mean 'mail'?
					attribute-names: {mial: x}      | t.yaml:3: attribute-names.mial: there is no attribute 'mial'
					attribute-names: {mail: "a b"}  | t.yaml:3: attribute-names.mail: 'a b' cannot be the name of an element
					username-attribute: name        | t.yaml:3: username-attribute: there is no attribute 'name'
					username-attribute: pairwise-id | t.yaml:3: username-attribute: 'pairwise-id' cannot be the user's name
					order: first                    | t.yaml:3: order: "first" cannot be read; give a whole number
					enabled: maybe                  | t.yaml:3: enabled: "maybe" cannot be read; give true or false
					logout: {channel: bakc}         | t.yaml:3: logout.channel: "bakc" is none of back, front, none; did you mean 'back'?
					logout: {url: "javascript:1"}   | t.yaml:3: logout.url: 'javascript:1' is not an address
					logout: back                    | t.yaml:3: logout: is a group of settings and takes no value
					information-url: ftp://x        | t.yaml:3: information-url: 'ftp://x' is not an http or https address
					name: {ger man: x}              | is not a language
					name: {no: x}                   | t.yaml:3: name[false]: the name is a boolean in YAML
					categories: [rands]             | t.yaml:3: categories: 'rands' is neither a known category nor a URI
					prefix: https://b.example.edu/  | t.yaml:2: url: a service has exactly one of url, prefix and pattern
					id: [a, b]                      | Duplicate
					proxy: {callbacks: ["http://b.example.edu/"]} | t.yaml:3: proxy.callbacks: 'http://b.example.edu/' is not https
					proxy: {callback-pattern: "("} | t.yaml:3: proxy.callback-pattern: '(' is not a regular expression of RE2
					access: [{permit: all}]         | t.yaml:3: access[0].permit: unknown key
					access: staff                   | t.yaml:3: access
					access: []                      | t.yaml:3: access: no rule permits, so nobody could use the service
					access:                         | t.yaml:3: access: no rule permits, so nobody could use the service
					access: [{effect: maybe}]       | t.yaml:3: access[0].effect: "maybe" is none of permit, deny, step-up
					access: [{effect: deny, groups: [guests]}] | t.yaml:3: access: no rule permits, so nobody could use the service
					access: [{attributes: {mial: [x]}}] | t.yaml:3: access[0].attributes: there is no attribute 'mial'
					access: [{attributes: {uid: [TRUE]}}] | t.yaml:3: access[0].attributes.uid[0]: is a boolean in YAML
					access: [{contact: nobody}]     | t.yaml:3: access[0].contact: 'nobody' is neither a mail address
					access: [{units: ["dc=edu"]}]   | t.yaml:3: access[0].units: needs the name of the user's entry
					access: [{groups: "cn=a,dc=edu"}] | t.yaml:3: access[0].groups: is one text, which is split at each comma
					access: [{groups: []}]          | t.yaml:3: access[0].groups: it is empty
					access: [{effect: , name: a}]   | t.yaml:3: access[0].effect: is empty; give a value, or remove it
					access: [{name: a}, {name: a}]  | t.yaml:3: access[1].name: 'a' is the name of another rule
					access: [{protocols: [cas]}]    | t.yaml:3: access[0].protocols: rules in the file of a service are for it alone
					access: [{services: [wiki]}]    | t.yaml:3: access[0].services: rules in the file of a service
					access: [{services-matching: w.*}] | t.yaml:3: access[0].services-matching: rules in the file of a service
					access: [{categories: [research-and-scholarship]}] | t.yaml:3: access[0].categories: rules in the file of a service
					access: [{registrars: ["https://registrar.example.edu"]}] | t.yaml:3: access[0].registrars: rules in the file of a service
					access: [{hosts: [a.example.edu]}] | t.yaml:3: access[0].hosts: rules in the file of a service
					access: [{paths: [/staff]}]     | t.yaml:3: access[0].paths: rules in the file of a service
					access: [{paths-matching: /s.*}] | t.yaml:3: access[0].paths-matching: rules in the file of a service
					access: [{methods: [GET]}]      | t.yaml:3: access[0].methods: rules in the file of a service
					""")
	void whenAKeyIsFaultyThenLineAndReasonAreNamed(String line, String expected) {
		ServiceFile file = read("id: wiki\nurl: https://wiki.example.edu/\n" + line + "\n");
		assertThat(file.isFaulty()).isTrue();
		assertThat(file.problems()).extracting(Problem::message)
			.anySatisfy(message -> assertThat(message).containsIgnoringCase(expected));
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://a.example.edu/l", "data:image/bmp,A" })
	void whenPagesCannotShowALogoThenAWarningAndTheServiceIsThereWithoutIt(String logo) {
		ServiceFile file = read("id: wiki\nurl: https://wiki.example.edu/\nlogo: \"" + logo + "\"\n");
		assertThat(file.isFaulty()).isFalse();
		assertThat(file.problems()).extracting(Problem::message)
			.singleElement()
			.asString()
			.startsWith("t.yaml:3: logo: '" + logo + "' is not an https: address, or a data:image/ address of")
			.endsWith(", so no logo is shown");
		assertThat(file.entries()).singleElement()
			.satisfies(entry -> assertThat(entry.service().display().logos()).isEmpty());
	}

	@Test
	void whenALogoIsTooLargeForPagesThenItIsNamedByItsBeginning() {
		ServiceFile file = read(
				"id: wiki\nurl: https://wiki.example.edu/\nlogo: data:image/png;base64," + "A".repeat(12_000) + "\n");
		assertThat(file.isFaulty()).isFalse();
		assertThat(file.problems()).extracting(Problem::message)
			.singleElement()
			.asString()
			.startsWith("t.yaml:3: logo: 'data:image/png;base64,AAA")
			.contains("AAA...' is not an https: address")
			.hasSizeLessThan(500);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			[{url: "https://a.example.edu/"}, {id: b, url: "https://b.example.edu/"}] | t.yaml:1: id: missing
			{id: "*", url: "https://a.example.edu/"}  | t.yaml:1: id: '*' cannot name a service
			id: wiki                                  | a service has exactly one of url, prefix and pattern; set one
			{id: a, url: "https://u@a.example.edu/"}  | t.yaml:1: url: 'https://u@a.example.edu/' is not an address
			{id: a, url: "https://a.example.edu/*"}   | has a *, which stands for nothing here
			{id: a, prefix: "https://a.example.edu/?x"} | t.yaml:1: prefix: 'https://a.example.edu/?x' has a query
			{id: a, pattern: "(?=x)"}                 | t.yaml:1: pattern: '(?=x)' is not a regular expression of RE2
			just text                                 | is a text where keys are expected
			- just text                               | is a text where keys are expected
			{id: 'a                                   | t.yaml:1: is not valid YAML: a quote opens
			""")
	void whenAServiceCannotBeReadThenTheReasonIsNamed(String text, String expected) {
		assertThat(read(text).problems()).anySatisfy(problem -> {
			assertThat(problem.fault()).isTrue();
			assertThat(problem.message()).contains(expected);
		});
	}

	@Test
	void whenAPatternReachesFurtherThanMeantThenItIsAWarning() {
		ServiceFile file = read("id: wiki\npattern: https://wiki\\.example\\.edu.*\n");
		assertThat(file.isFaulty()).isFalse();
		assertThat(file.problems()).extracting(Problem::message)
			.containsExactly(
					"t.yaml:2: pattern: it also matches https://wiki.example.edu.stranger.invalid/, because nothing "
							+ "ends the name of the host; put a slash after it, as in \\.edu/.*");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "\n", "# services\n", "---\n # a: b\n\n" })
	void whenTheFileIsEmptyThenThatIsAFault(String text) {
		Problem fault = new Problem(true, "t.yaml: holds no service; put back what it said, or remove the file");
		assertThat(read(text).problems()).containsExactly(fault);
	}

	@Test
	void whenTheListIsEmptyThenThereIsNoService() {
		assertThat(read("[]").entries()).isEmpty();
		assertThat(read("[]").problems()).isEmpty();
	}

	@Test
	void whenAValueLooksLikeAPlaceholderThenItIsTakenAsItIs() {
		assertThat(only("{id: a, url: 'https://a.example.edu/', name: '${user.home}'}").display().name(Locale.ENGLISH))
			.contains("${user.home}");
	}

	private static CasService only(String yaml) {
		ServiceFile file = read(yaml);
		assertThat(file.problems()).isEmpty();
		assertThat(file.entries()).hasSize(1);
		return file.entries().getFirst().service();
	}

	private static ServiceFile read(String yaml) {
		return ServiceFile.read("t.yaml", yaml.getBytes(StandardCharsets.UTF_8), TestServiceContext.of(ATTRIBUTES));
	}

	private static ServiceUrl url(String text) {
		return ServiceUrl.of(text).orElseThrow();
	}

}
