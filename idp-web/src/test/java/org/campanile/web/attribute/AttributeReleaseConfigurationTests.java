package org.campanile.web.attribute;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.AttributeSettings.EntrySource;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.UserReader;
import org.campanile.directory.DirectoryEntry;
import org.campanile.release.ReleasePolicy;
import org.campanile.release.ReleasedAttribute;
import org.campanile.release.RequestedAttributes;
import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.nameid.NameIdPolicy;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartySettings;
import org.campanile.service.DisplayInfo;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.saml.NameIdConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that the server releases attributes as configured. */
class AttributeReleaseConfigurationTests {

	private static final String WIKI = "https://wiki.example.edu/shibboleth";

	/** The configuration of a whole campus. */
	private static final String CAMPUS = """
			campanile:
			  attributes:
			    definitions:
			      eduPersonPrincipalName: {type: scoped, source: uid}
			      eduPersonScopedAffiliation: {type: scoped, source: eduPersonAffiliation}
			      subject-id: {type: subject-id, source: employeeNumber}
			    constants: {schacHomeOrganization: example.edu}
			  release:
			    bundles: [research-and-scholarship, code-of-conduct]
			    rules:
			      - {services: ["*"], attributes: [eduPersonScopedAffiliation]}
			      - {services: [https://wiki.example.edu/shibboleth], bundle: eduperson-basics}
			      - {services: ["*"], attributes: [mail], values-matching: ".*@private\\\\.example", effect: deny}
			""";

	@TempDir
	Path home;

	@Test
	void whenNothingIsConfiguredThenDefaultsHoldAndASaltIsMade() {
		runner().run(context -> {
			assertThat(context).hasNotFailed().hasSingleBean(NameIdPolicy.class).hasSingleBean(ReleasePolicy.class);
			AttributeSettings settings = context.getBean(AttributeSettings.class);
			assertThat(settings).isEqualTo(new AttributeSettings(List.of(), true, List.of("example.edu"), Map.of(),
					EntrySource.LOGIN, Optional.empty(), Map.of()));
			assertThat(home.resolve("credentials/persistent-id.salt")).exists();
			assertThat(released(context.getBean(ReleasePolicy.class), context.getBean(AttributeResolver.class)))
				.isEmpty();
		});
	}

	@Test
	void whenACampusIsConfiguredThenItsPeopleAndServicesGetThat() throws Exception {
		Path file = Files.writeString(home.resolve("campus.yaml"), CAMPUS);
		runner().withInitializer(new ConfigDataApplicationContextInitializer())
			.withSystemProperties("spring.config.location=" + file.toUri())
			.run(context -> {
				assertThat(context).hasNotFailed();
				Map<String, List<String>> released = released(context.getBean(ReleasePolicy.class),
						context.getBean(AttributeResolver.class));
				assertThat(released).containsOnly(Map.entry("uid", List.of("alice")),
						Map.entry("mail", List.of("alice@example.edu")),
						Map.entry("eduPersonAffiliation", List.of("staff", "member")),
						Map.entry("eduPersonScopedAffiliation", List.of("staff@example.edu", "member@example.edu")),
						Map.entry("eduPersonPrincipalName", List.of("alice@example.edu")),
						Map.entry("schacHomeOrganization", List.of("example.edu")));
				assertThat(CAMPUS.lines().count()).isLessThan(15);
			});
	}

	@Test
	void whenEverySettingIsGivenThenEachArrives() {
		runner().withPropertyValues("campanile.attributes.built-in=false",
				"campanile.attributes.entry-source=own-search", "campanile.attributes.cache.enabled=true",
				"campanile.attributes.cache.maximum-size=7", "campanile.attributes.cache.time-to-live=30s",
				"campanile.attributes.constants.o[0]=University of Here, There",
				"campanile.attributes.names.mail.name=email", "campanile.attributes.names.campusCard.name=urn:x:card",
				"campanile.attributes.names.campusCard.friendly-name=card",
				"campanile.attributes.names.login.name=urn:x:login",
				"campanile.attributes.names.login.name-format=unspecified",
				"campanile.attributes.definitions.mail.type=simple", "campanile.attributes.definitions.card.type=regex",
				"campanile.attributes.definitions.card.source=cardNumber",
				"campanile.attributes.definitions.card.pattern=0*([0-9]{1,9})",
				"campanile.attributes.definitions.kind.type=mapped",
				"campanile.attributes.definitions.kind.map[0].from=cn=a,ou=b",
				"campanile.attributes.definitions.kind.map[0].to=staff,member",
				"campanile.attributes.definitions.guid.type=binary",
				"campanile.attributes.definitions.guid.source=objectGUID",
				"campanile.attributes.definitions.full.type=template",
				"campanile.attributes.definitions.full.template={givenName} {sn}",
				"campanile.attributes.definitions.fixed.type=static",
				"campanile.attributes.definitions.fixed.values[0]=a, b",
				"campanile.attributes.definitions.login.type=principal",
				"campanile.attributes.definitions.eppn.type=prescoped",
				"campanile.attributes.definitions.name.type=scoped", "campanile.attributes.definitions.name.source=sn",
				"campanile.attributes.definitions.name.scope=Example.EDU")
			.run(context -> {
				assertThat(context).hasNotFailed();
				AttributeSettings settings = context.getBean(AttributeSettings.class);
				assertThat(settings.builtIn()).isFalse();
				assertThat(settings.entrySource()).isEqualTo(EntrySource.OWN_SEARCH);
				assertThat(settings.cache()).contains(new AttributeSettings.CacheSettings(7, Duration.ofSeconds(30)));
				assertThat(settings.constants()).containsEntry("o", List.of("University of Here, There"));
				SamlAttributeNames names = context.getBean(SamlAttributeNames.class);
				assertThat(names.nameOf("mail"))
					.isEqualTo(new SamlAttributeName("email", SamlAttributeName.BASIC, "mail"));
				assertThat(names.nameOf("campusCard"))
					.isEqualTo(new SamlAttributeName("urn:x:card", SamlAttributeName.URI, "card"));
				assertThat(names.nameOf("login"))
					.isEqualTo(new SamlAttributeName("urn:x:login", SamlAttributeName.UNSPECIFIED, "login"));
				ResolvedAttributes attributes = context.getBean(AttributeResolver.class)
					.resolve("alice",
							entry(Map.of("cardNumber", "000123", "kind", "CN=a,OU=b", "givenName", "Alice", "sn",
									"King", "objectGUID", "x", "eppn", "alice@example.edu", "uid", "not resolved")))
					.attributes();
				assertThat(texts(attributes)).containsOnly(Map.entry("principal", List.of("alice")),
						Map.entry("card", List.of("123")), Map.entry("kind", List.of("staff", "member")),
						Map.entry("guid", List.of("eA==")), Map.entry("full", List.of("Alice King")),
						Map.entry("fixed", List.of("a, b")), Map.entry("login", List.of("alice")),
						Map.entry("eppn", List.of("alice@example.edu")),
						Map.entry("name", List.of("King@example.edu")));
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
			"attributes.definitions.a.type=scoped | campanile.attributes.definitions.a.source: type scoped needs it",
			"attributes.definitions.a.type=regex | campanile.attributes.definitions.a.pattern: type regex needs it",
			"attributes.definitions.a.scope=x | campanile.attributes.definitions.a.scope: type simple has no such setting",
			"attributes.definitions.a.type=static | campanile.attributes.definitions.a.values: type static needs",
			"attributes.definitions.a.type=mapped | campanile.attributes.definitions.a.map: type mapped needs",
			"attributes.definitions.a.type=template; attributes.definitions.a.template={x | campanile.attributes.definitions.a: template '{x'",
			"attributes.definitions.a.type=regex; attributes.definitions.a.pattern=(a)\\1 | campanile.attributes.definitions.a: '(a)\\1' is not",
			"attributes.definitions.a.source=b; attributes.definitions.b.source=a | campanile.attributes.definitions: definitions read each other in a circle: a <- b <- a",
			"attributes.cache.time-to-live=0s | campanile.attributes.cache.time-to-live: must be",
			"attributes.names.a.name=b; attributes.names.a.name-format=URL | campanile.attributes.names.a.name-format: 'URL'",
			"release.bundles=research-and-scolarship | campanile.release.bundles[0]: there is no bundle",
			"release.bundles=eduperson-basics | campanile.release.bundles[0]: 'eduperson-basics' belongs to no entity category",
			"release.rules[0].attributes=mail | campanile.release.rules[0].services: the rule speaks of no service",
			"release.rules[0].services=* | campanile.release.rules[0].attributes: the rule needs either",
			"release.rules[0].services=*; release.rules[0].attributes=eduPersonAfiliation | did you mean 'eduPersonAffiliation'?",
			"release.rules[0].services=*; release.rules[0].attributes=*,mail | campanile.release.rules[0].attributes:",
			"release.rules[0].services=*; release.rules[0].attributes=mail; release.rules[0].only-required=true | campanile.release.rules[0].only-required:",
			"release.rules[0].categories=r-and-s; release.rules[0].attributes=mail | campanile.release.rules[0].categories: 'r-and-s' is neither",
			"release.rules[0].registrars=incommon; release.rules[0].attributes=mail | campanile.release.rules[0].registrars: 'incommon' is no URI",
			"release.rules[0].services-matching=(; release.rules[0].attributes=mail | campanile.release.rules[0].services-matching: '('",
			"name-id.default-format=persistant | campanile.name-id.default-format: 'persistant' is none of",
			"name-id.persistent-source=employeNumber | did you mean 'employeeNumber'?",
			"name-id.persistent=stored | campanile.name-id.persistent: \"stored\", but the store of sessions keeps no identifiers; set campanile.storage.durable.type",
			"name-id.persistent=sotred | sotred",
			"name-id.persistent-salt=tooshort | campanile.name-id.persistent-salt: no usable salt",
			"name-id.persistent-salt=base64:%% | campanile.name-id.persistent-salt: no usable salt" })
	void whenASettingIsWrongThenTheMessageBeginsWithItsKeyOrSaysWhatWasMeant(String settings, String message) {
		String[] values = java.util.Arrays.stream(settings.split("; "))
			.map(setting -> "campanile." + setting)
			.toArray(String[]::new);
		runner().withPropertyValues(values).run(context -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).hasStackTraceContaining(message);
			assertThat(String.valueOf(context.getStartupFailure())).doesNotContain("tooshort");
		});
	}

	@Test
	void whenAShibbolethIsLeftThenItsIdentifiersStay() {
		runner()
			.withPropertyValues("campanile.name-id.persistent-algorithm=shibboleth-base32",
					"campanile.name-id.pairwise-algorithm=shibboleth", "campanile.name-id.pairwise-source=uid",
					"campanile.name-id.persistent-salt=base64:AAECAwQFBgcICQoLDA0ODw==",
					"campanile.release.rules[0].services=*", "campanile.release.rules[0].attributes=pairwise-id")
			.run(context -> {
				assertThat(context).hasNotFailed();
				ResolvedAttributes attributes = context.getBean(AttributeResolver.class)
					.resolve("alice", entry(Map.of("uid", "at1-Data")))
					.attributes();
				assertThat(context.getBean(ReleasePolicy.class)
					.release(attributes, service("https://sp.example.org/sp"), RequestedAttributes.NONE)
					.attributes()
					.get(0)
					.values())
					.containsExactly(new AttributeValue.Scoped("KZPLH2FO6SELOOAC4BUDLZXZ6Q4PLLDM", "example.edu"));
				assertThat(home.resolve("credentials")).doesNotExist();
			});
	}

	@Test
	void whenIdentifiersAreMadeOfAttributesThenALoginNeedsThem() {
		runner().withPropertyValues("campanile.name-id.persistent-source=employeeNumber",
				"campanile.name-id.pairwise-source=uid", "campanile.name-id.unspecified-source=eduPersonPrincipalName",
				"campanile.attributes.definitions.person.type=subject-id",
				"campanile.attributes.definitions.person.source=eduPersonUniqueId")
			.run(context -> {
				DecidingAttributes deciding = DecidingAttributes
					.all(List.copyOf(context.getBeansOfType(DecidingAttributes.class).values()));
				assertThat(deciding.identifying()).containsExactlyInAnyOrder("employeeNumber", "uid",
						"eduPersonPrincipalName", "person", "subject-id", "samlSubjectID");
				assertThat(deciding.ids()).as("also admitted first").isEqualTo(deciding.identifying());
			});
	}

	private ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withUserConfiguration(AttributesConfiguration.class, ReleaseConfiguration.class,
					IdentifierConfiguration.class, NameIdConfiguration.class, LiveConfiguration.class)
			.withBean(HomeFolder.class, () -> new HomeFolder(home))
			.withBean(IdentityProvider.class,
					() -> new IdentityProvider("https://login.example.edu/idp", "https://login.example.edu/idp",
							List.of("example.edu")))
			.withBean(InstantSource.class, InstantSource::system)
			.withBean(SecureRandom.class, SecureRandom::new)
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withBean(UserReader.class, () -> principal -> Optional.empty());
	}

	private static Map<String, List<String>> released(ReleasePolicy policy, AttributeResolver resolver)
			throws SourceUnavailableException {
		Map<String, List<byte[]>> alice = new LinkedHashMap<>();
		alice.put("uid", bytes("alice"));
		alice.put("employeeNumber", bytes("4711"));
		alice.put("mail", bytes("alice@example.edu", "alice@private.example"));
		alice.put("eduPersonAffiliation", bytes("staff", "member"));
		ResolvedAttributes attributes = resolver
			.resolve("alice", new DirectoryEntry("uid=alice,dc=example,dc=edu", alice))
			.attributes();
		Map<String, List<String>> released = new LinkedHashMap<>();
		for (ReleasedAttribute attribute : policy.release(attributes, service(WIKI), RequestedAttributes.NONE)
			.attributes()) {
			released.put(attribute.id(), attribute.values().stream().map(AttributeValue::text).toList());
		}
		return released;
	}

	private static Map<String, List<String>> texts(ResolvedAttributes attributes) {
		Map<String, List<String>> texts = new LinkedHashMap<>();
		attributes.values().forEach((id, values) -> texts.put(id, values.stream().map(AttributeValue::text).toList()));
		return texts;
	}

	private static RelyingParty service(String entityId) {
		return new RelyingParty(entityId, DisplayInfo.NONE, List.of(), List.of(), List.of(), List.of(), false, false,
				false, List.of(), List.of(), Map.of(), Optional.empty(), RelyingPartySettings.DEFAULTS);
	}

	private static DirectoryEntry entry(Map<String, String> values) {
		Map<String, List<byte[]>> attributes = new LinkedHashMap<>();
		values.forEach((name, value) -> attributes.put(name, bytes(value)));
		return new DirectoryEntry("uid=alice,dc=example,dc=edu", attributes);
	}

	private static List<byte[]> bytes(String... values) {
		return java.util.Arrays.stream(values).map(value -> value.getBytes(StandardCharsets.UTF_8)).toList();
	}

}
