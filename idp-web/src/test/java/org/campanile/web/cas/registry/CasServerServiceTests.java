package org.campanile.web.cas.registry;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRules;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.cas.CasService;
import org.campanile.cas.CasService.Logout;
import org.campanile.cas.CasService.Logout.Channel;
import org.campanile.cas.CasService.Proxying;
import org.campanile.cas.ServiceUrl;
import org.campanile.cas.ServiceUrlPattern.Exact;
import org.campanile.web.cas.registry.ServiceFile.Problem;

import static org.assertj.core.api.Assertions.assertThat;

class CasServerServiceTests {

	private static final Set<String> ATTRIBUTES = Set.of("mail", "cn", "uid", "eduPersonAffiliation", "pairwise-id");

	private static final ServiceContext CONTEXT = TestServiceContext.of(ATTRIBUTES);

	@Test
	void whenAPortalIsReadThenAllOfItCounts() {
		ServiceFile file = resource("Portal-1001.json");
		assertThat(file.isFaulty()).isFalse();
		assertThat(messages(file))
			.containsExactly("Portal-1001.json:22: attributeReleasePolicy.allowedAttributes: there is "
					+ "no attribute 'shoeSize', so it is not released; define it in campanile.attributes.definitions");
		CasService service = file.entries().getFirst().service();
		assertThat(service.id()).isEqualTo("Portal-1001");
		assertThat(service.urls().matches(url("https://portal.example.edu/News?x=1"))).isTrue();
		assertThat(service.urls().matches(url("https://portal.example.edu.evil.example/"))).isFalse();
		assertThat(service.order()).isEqualTo(7);
		assertThat(service.display().name(Locale.FRENCH)).contains("Campus portal");
		assertThat(service.display().description(Locale.ENGLISH)).contains("News and links");
		assertThat(service.display().logos()).hasSize(1);
		assertThat(service.display().informationUrl(Locale.ENGLISH)).contains("https://portal.example.edu/about");
		assertThat(service.display().privacyStatementUrls()).containsValue("https://portal.example.edu/privacy");
		assertThat(service.released()).containsExactlyInAnyOrder("mail", "cn");
		assertThat(service.attributeNames()).containsExactly(Map.entry("mail", "email"));
		assertThat(service.usernameAttribute()).isEqualTo("uid");
		assertThat(service.logout()).isEqualTo(new Logout(Channel.FRONT, "https://portal.example.edu/logout"));
		assertThat(service.proxying().accepted()).isTrue();
		assertThat(service.proxying().callbacks()).singleElement()
			.satisfies(callback -> assertThat(callback.matches(url("https://portal.example.edu/pgt"))).isTrue());
		assertThat(service.enabled()).isTrue();
	}

	/** The file is the sample of the CAS server's overlay template. */
	@Test
	void whenEverySiteIsAllowedThenThatIsAWarning() {
		ServiceFile file = resource("HTTPSandIMAPS-10000001.json");
		assertThat(file.isFaulty()).isFalse();
		assertThat(messages(file)).singleElement()
			.asString()
			.startsWith("HTTPSandIMAPS-10000001.json:4: serviceId: it matches every site");
		assertThat(file.entries().getFirst().service().released()).isEmpty();
	}

	/** CAS servers accept comments, trailing commas and single quotes. */
	@Test
	void whenAFileIsWrittenByHandThenItIsReadAsThere() {
		ServiceFile file = resource("LibraryCatalogue-2002.json");
		assertThat(messages(file)).satisfiesExactly(
				line -> assertThat(line).startsWith("LibraryCatalogue-2002.json:14: logo: 'images/library.png' is not"),
				line -> assertThat(line).startsWith("LibraryCatalogue-2002.json:15: properties: has no counterpart"),
				line -> assertThat(line)
					.startsWith("LibraryCatalogue-2002.json:27: accessStrategy.unauthorizedRedirectUrl"));
		CasService service = file.entries().getFirst().service();
		assertThat(service.released()).containsExactlyInAnyOrder("mail", "eduPersonAffiliation");
		assertThat(service.enabled()).isFalse();
		assertThat(service.logout()).isEqualTo(new Logout(Channel.BACK, null));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "requiredAttributes": {"@class": "java.util.HashMap", "memberOf": ["java.util.HashSet", ["staff"]]}} | accessStrategy.requiredAttributes.memberOf: there is no attribute 'memberOf', so nobody has
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "rejectedAttributes": {"affiliation": ["alum"]}} | accessStrategy.rejectedAttributes.affiliation: there is no attribute 'affiliation', so users whom it rejects
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "requiredAttributes": {"uid": ["(?!bob)"]}} | accessStrategy.requiredAttributes.uid: '(?!bob)' is not a regular expression of RE2
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "requiredAttributes": {"uid": ["a)(b"]}} | accessStrategy.requiredAttributes.uid: 'a)(b' is not a regular expression of RE2
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "rejectedAttributes": {"uid": ["[a-z&&[^b]]"]}} | accessStrategy.rejectedAttributes.uid: '[a-z&&[^b]]' is a script, or has classes of characters within another
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "rejectedAttributes": {"uid": ["[a[bc]]"]}} | accessStrategy.rejectedAttributes.uid: '[a[bc]]' is a script, or has classes of characters within another
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "requiredAttributes": {"uid": ["groovy { return true }"]}} | accessStrategy.requiredAttributes.uid: 'groovy { return true }' is a script
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "requiredAttributes": {"uid": []}} | accessStrategy.requiredAttributes.uid: has no value, or an empty one
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "rejectedAttributes": {"uid": ["bob", ""]}} | accessStrategy.rejectedAttributes.uid: has no value, or an empty one
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "requiredAttributes": ["uid"]} | accessStrategy.requiredAttributes: is no object
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "activationCriteria": {"@class": "x.A", "allowIfInactive": false, "order": 1}} | accessStrategy.activationCriteria: cannot be translated
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "ssoEnabled": false} | accessStrategy.ssoEnabled
					"accessStrategy": {"@class": "x.TimeBasedRegisteredServiceAccessStrategy"} | accessStrategy: a TimeBasedRegisteredServiceAccessStrategy
					"multifactorPolicy": {"@class": "x.DefaultRegisteredServiceMultifactorPolicy", "multifactorAuthenticationProviders": ["java.util.LinkedHashSet", ["mfa-duo"]]} | multifactorPolicy: cannot be translated, and without it a password alone would do
					"authenticationPolicy": {"requiredAuthenticationHandlers": ["java.util.TreeSet", ["LDAP"]]} | authenticationPolicy
					"requiredHandlers": ["java.util.HashSet", ["LDAP"]] | requiredHandlers
					"environments": ["java.util.HashSet", ["qa"]] | environments
					"expirationPolicy": {"expirationDate": "soon"} | expirationPolicy.expirationDate: 'soon' is not a date
					"evaluationOrder": "first" | evaluationOrder: 'first' is not a whole number
					"matchingStrategy": {"@class": "x.PartialRegexRegisteredServiceMatchingStrategy"} | matchingStrategy: a PartialRegex
					"logoutUrl": "javascript:alert(1)" | logoutUrl: 'javascript:alert(1)' is not an address
					"usernameAttributeProvider": {"@class": "x.AnonymousRegisteredServiceUsernameAttributeProvider"} | usernameAttributeProvider: a AnonymousRegisteredServiceUsernameAttributeProvider cannot be translated, and the service would learn
					"usernameAttributeProvider": {"@class": "x.PrincipalAttributeRegisteredServiceUsernameProvider", "usernameAttribute": "pairwise-id"} | usernameAttributeProvider.usernameAttribute: 'pairwise-id' cannot be
					"usernameAttributeProvider": {"@class": "x.GroovyRegisteredServiceUsernameProvider"} | usernameAttributeProvider: a GroovyRegisteredServiceUsernameProvider
					"usernameAttributeProvider": {"@class": "x.PrincipalAttributeRegisteredServiceUsernameProvider", "usernameAttribute": "udi"} | usernameAttributeProvider.usernameAttribute: there is no attribute 'udi'
					"usernameAttributeProvider": {"@class": "x.DefaultRegisteredServiceUsernameProvider", "encryptUsername": true} | usernameAttributeProvider.encryptUsername
					"usernameAttributeProvider": {"@class": "x.DefaultRegisteredServiceUsernameProvider", "scope": "example.edu"} | usernameAttributeProvider.scope
					"proxyPolicy": {"@class": "x.RegexMatchingRegisteredServiceProxyPolicy", "pattern": "https://(?!x)"} | proxyPolicy: '(?i)https://(?!x)' is not a regular expression
					"attributeReleasePolicy": {"@class": "x.ReturnAllowedAttributeReleasePolicy", "allowedAttributes": ["mail"], "attributeFilter": {"pattern": "x"}} | attributeReleasePolicy.attributeFilter
					"attributeReleasePolicy": {"@class": "x.ReturnAllowedAttributeReleasePolicy", "excludeDefaultAttributes": true} | attributeReleasePolicy.excludeDefaultAttributes: cannot be translated, and without it rules
					"serviceId": "https://a" | is not valid JSON: Duplicate
					""")
	void whenLeavingSomethingOutWouldOpenMoreThenItIsAFault(String setting, String expected) {
		ServiceFile file = with(setting);
		assertThat(file.isFaulty()).isTrue();
		assertThat(messages(file)).anySatisfy(line -> assertThat(line).startsWith("a-1.json:3: " + expected));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					"attributeReleasePolicy": {"@class": "x.GroovyScriptAttributeReleasePolicy"} | attributeReleasePolicy: a GroovyScriptAttributeReleasePolicy cannot be translated, so nothing
					"attributeReleasePolicy": {"@class": "x.ReturnEncryptedAttributeReleasePolicy", "allowedAttributes": ["mail"]} | attributeReleasePolicy: a ReturnEncrypted
					"attributeReleasePolicy": {"@class": "x.ReturnMappedAttributeReleasePolicy", "allowedAttributes": {"mail": "groovy { return [] }"}} | attributeReleasePolicy.allowedAttributes.mail: is not one plain name
					"attributeReleasePolicy": {"@class": "x.ReturnAllowedAttributeReleasePolicy", "authorizedToReleaseCredentialPassword": true} | attributeReleasePolicy.authorizedToReleaseCredentialPassword
					"attributeReleasePolicy": {"@class": "x.ReturnAllowedAttributeReleasePolicy", "alowedAttributes": ["mail"]} | attributeReleasePolicy.alowedAttributes: has no counterpart here and is ignored; did you mean 'allowedAttributes'?
					"attributeReleasePolicy": {"@class": "x.ReturnAllowedAttributeReleasePolicy", "authorizedToReleaseAuthenticationAttributes": false} | attributeReleasePolicy.authorizedToReleaseAuthenticationAttributes: is ignored
					"attributeReleasePolicy": {"@class": "x.ReturnAllowedAttributeReleasePolicy", "principalAttributesRepository": {"@class": "x.CachingPrincipalAttributesRepository"}} | attributeReleasePolicy.principalAttributesRepository: is ignored
					"attributeReleasePolicy": {"principalAttributesRepository": {"@class": "x.DefaultPrincipalAttributesRepository", "attributeRepositoryIds": ["java.util.HashSet", ["hr"]]}} | attributeReleasePolicy.principalAttributesRepository: is ignored
					"attributeReleasePolicy": {"@class": "x.ReturnAllowedAttributeReleasePolicy", "canonicalizationMode": "LOWER"} | attributeReleasePolicy.canonicalizationMode: is ignored
					"usernameAttributeProvider": {"@class": "x.DefaultRegisteredServiceUsernameProvider", "sufix": "x"} | usernameAttributeProvider.sufix: has no counterpart
					"accessStrategy": {"@class": "x.DefaultRegisteredServiceAccessStrategy", "requiredAtributes": {"uid": ["a"]}} | accessStrategy.requiredAtributes: has no counterpart here and is ignored; did you mean 'requiredAttributes'?
					"proxyPolicy": {"@class": "x.RegexMatchingRegisteredServiceProxyPolicy", "patern": "https://a"} | proxyPolicy.patern: has no counterpart here and is ignored; did you mean 'pattern'?
					"expirationPolicy": {"@class": "x", "deleteWhenExpired": true, "notifyWhenExpired": true} | expirationPolicy.notifyWhenExpired: has no counterpart
					"matchingStrategy": {"@class": "x.FullRegexRegisteredServiceMatchingStrategy", "flags": 2} | matchingStrategy.flags: has no counterpart
					"proxyPolicy": {"@class": "x.RestfulRegisteredServiceProxyPolicy"} | proxyPolicy: a RestfulRegisteredServiceProxyPolicy
					"usernameAttributeProvider": {"@class": "x.DefaultRegisteredServiceUsernameProvider", "canonicalizationMode": "UPPER"} | usernameAttributeProvider.canonicalizationMode
					"logoutType": "SIDEWAYS" | logoutType: 'SIDEWAYS' is unknown
					"responseType": "POST" | responseType: has no counterpart
					"evaluationOdrer": 7 | evaluationOdrer: has no counterpart here and is ignored; did you mean evaluationOrder?
					"logo": "data:image/bmp,A" | logo: 'data:image/bmp,A' is not
					"informationUrl": "about" | informationUrl: 'about' is not an http or https address
					""")
	void whenSomethingOnlyLooksOrBehavesDifferentlyThenItIsAWarning(String setting, String expected) {
		ServiceFile file = with(setting);
		assertThat(file.isFaulty()).isFalse();
		assertThat(file.entries()).hasSize(1);
		assertThat(file.entries().getFirst().service().released()).isEmpty();
		assertThat(messages(file)).singleElement().asString().startsWith("a-1.json:3: " + expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"theme\": \"dark\"", "\"contacts\": [\"java.util.ArrayList\", [{\"name\": \"x\"}]]",
			"\"responseType\": \"REDIRECT\"", "\"environments\": [\"java.util.HashSet\", []]",
			"\"multifactorPolicy\": {\"@class\": \"x\", \"bypassEnabled\": false, \"failureMode\": \"UNDEFINED\"}",
			"\"accessStrategy\": {\"@class\": \"x.DefaultRegisteredServiceAccessStrategy\", \"enabled\": true, "
					+ "\"ssoEnabled\": true, \"requiredAttributes\": {\"@class\": \"java.util.HashMap\"}}",
			"\"proxyPolicy\": {\"@class\": \"x.RefuseRegisteredServiceProxyPolicy\"}",
			"\"expirationPolicy\": {\"@class\": \"x\", \"deleteWhenExpired\": false}", "\"logoutUrl\": null",
			"\"attributeReleasePolicy\": {\"@class\": \"x.ReturnAllowedAttributeReleasePolicy\", \"order\": 1, "
					+ "\"name\": \"a\", \"authorizedToReleaseAuthenticationAttributes\": true, "
					+ "\"canonicalizationMode\": \"NONE\", \"principalAttributesRepository\": "
					+ "{\"@class\": \"x.DefaultPrincipalAttributesRepository\"}}",
			"\"attributeReleasePolicy\": {\"@class\": \"x.DenyAllAttributeReleasePolicy\", "
					+ "\"excludeDefaultAttributes\": true}" })
	void whenWhatIsLeftOutChangesNothingThenNothingIsSaid(String setting) {
		assertThat(with(setting).problems()).isEmpty();
	}

	@Test
	void whenAllOrNothingIsReleasedThenEveryAttributeIsNamed() {
		assertThat(service("\"attributeReleasePolicy\": {\"@class\": \"x.DenyAllAttributeReleasePolicy\"}").withheld())
			.isEqualTo(ATTRIBUTES);
		CasService all = service("\"attributeReleasePolicy\": {\"@class\": \"x.ReturnAllAttributeReleasePolicy\", "
				+ "\"excludedAttributes\": [\"java.util.LinkedHashSet\", [\"cn\"]]}");
		assertThat(all.released()).containsExactlyInAnyOrder("mail", "uid", "eduPersonAffiliation", "pairwise-id");
		assertThat(all.withheld()).containsExactly("cn");
	}

	@Test
	void whenPoliciesAreChainedThenAllCount() {
		CasService service = service(
				"""
						"attributeReleasePolicy": {"@class": "x.ChainingAttributeReleasePolicy", "policies": ["java.util.ArrayList", [
						{"@class": "x.ReturnAllowedAttributeReleasePolicy", "allowedAttributes": ["java.util.ArrayList", ["cn"]]},
						{"@class": "x.ReturnMappedAttributeReleasePolicy", "allowedAttributes": {"mail": ["java.util.ArrayList", ["m"]]}}
						]]}""");
		assertThat(service.released()).containsExactlyInAnyOrder("cn", "mail");
		assertThat(service.attributeNames()).containsExactly(Map.entry("mail", "m"));
	}

	/** The expected decisions are those of the CAS server, versions 5.3.8 to 7. */
	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					"requiredAttributes": {"cn": ["staff"]}                         | cn=staff          | permit requiredAttributes
					"requiredAttributes": {"cn": ["staff"]}                         | cn=old staff, too | permit requiredAttributes
					"requiredAttributes": {"cn": ["staff"]}                         | cn=Staff          | deny requiredAttributes
					"requiredAttributes": {"cn": ["staff"]}                         | uid=staff         | deny requiredAttributes
					"requiredAttributes": {"cn": ["^staff$"]}                       | cn=old staff      | deny requiredAttributes
					"requiredAttributes": {"cn": ["^sta.f$"]}                       | cn=staff          | permit requiredAttributes
					'"requiredAttributes": {"cn": ["staff", "^a|z$"]}'              | cn=xyz            | permit requiredAttributes
					"requiredAttributes": {"cn": ["STAFF"]}, "caseInsensitive": true | cn=staff         | permit requiredAttributes
					"requiredAttributes": {"cn": ["a"], "uid": ["b"]}               | cn=a;uid=b        | permit requiredAttributes
					"requiredAttributes": {"cn": ["a"], "uid": ["b"]}               | cn=a;uid=c        | deny requiredAttributes
					"requiredAttributes": {"cn": ["a"], "uid": ["b"]}, "requireAllAttributes": false | uid=b | permit requiredAttributes
					"requiredAttributes": {"cn": ["a"], "uid": ["b"]}, "requireAllAttributes": false | uid=c | deny requiredAttributes
					"rejectedAttributes": {"cn": ["guest"]}                         | cn=guest          | deny rejectedAttributes
					"rejectedAttributes": {"cn": ["guest"]}                         | cn=guests         | deny rejectedAttributes
					"rejectedAttributes": {"cn": ["guest"]}                         | cn=staff          | permit not rejected
					"rejectedAttributes": {"cn": ["guest"]}                         | uid=guest         | permit not rejected
					"rejectedAttributes": {"cn": ["a"], "uid": ["b"]}               | cn=a;uid=c        | permit not rejected
					"rejectedAttributes": {"cn": ["a"], "uid": ["b"]}               | cn=a;uid=b        | deny rejectedAttributes
					"rejectedAttributes": {"cn": ["a"], "uid": ["b"]}, "requireAllAttributes": false | cn=a;uid=c | deny rejectedAttributes
					"rejectedAttributes": {"cn": ["a"]}, "requiredAttributes": {"cn": ["b"]} | cn=ab    | deny rejectedAttributes
					"rejectedAttributes": {"cn": ["a"]}, "requiredAttributes": {"cn": ["b"]} | cn=b     | permit requiredAttributes
					"rejectedAttributes": {"cn": ["a"]}, "requiredAttributes": {"cn": ["b"]} | cn=c     | deny requiredAttributes
					""")
	void whenAttributesAreRequiredOrRejectedThenTheyDecideAsThere(String settings, String user, String expected) {
		CasService service = service(
				"\"accessStrategy\": {\"@class\": \"x.DefaultRegisteredServiceAccessStrategy\", " + settings + "}");
		Map<String, List<AttributeValue>> attributes = new LinkedHashMap<>();
		for (String each : user.split(";")) {
			attributes.put(each.substring(0, each.indexOf('=')),
					List.of(new AttributeValue.Text("0"), new AttributeValue.Text(each.replaceFirst(".*=", ""))));
		}
		Decision decision = new AccessRules(List.of(), AccessRules.Order.FIRST_MATCH, Set.of(), InstantSource.system())
			.decide(new AccessPolicy.Target(service, null, ""), new AccessPolicy.Subject("alice",
					new ResolvedAttributes(attributes), authnClass -> false, Instant.EPOCH));
		assertThat((decision instanceof Decision.Permit ? "permit " : "deny ") + decision.rule())
			.isEqualTo(expected.replaceFirst(" ", " a-1 "));
	}

	@Test
	void whenTheAddressIsLiteralThenItIsExact() {
		ServiceFile file = ServiceFile.read("a-1.json", """
				{"@class": "x.CasRegisteredService", "serviceId": "https://a.example.edu/x",
				"matchingStrategy": {"@class": "x.LiteralRegisteredServiceMatchingStrategy"},
				"proxyPolicy": {"@class": "x.RegexMatchingRegisteredServiceProxyPolicy",
				"pattern": "https://a.example.edu/pgt", "exactMatch": true}}
				""".getBytes(StandardCharsets.UTF_8), CONTEXT);
		assertThat(file.problems()).isEmpty();
		CasService service = file.entries().getFirst().service();
		assertThat(service.urls()).isEqualTo(new Exact(url("https://a.example.edu/x")));
		assertThat(service.proxying())
			.isEqualTo(new Proxying(List.of(new Exact(url("https://a.example.edu/pgt"))), true));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			2030-12-31                     | 2030-12-31T00:00:00Z
			2030-12-31T09:55:16            | 2030-12-31T09:55:16Z
			2030-12-31T09:55:16.552-07:00  | 2030-12-31T16:55:16.552Z
			""")
	void whenAServiceExpiresThenItsEndIsKnown(String date, Instant end) {
		ServiceFile file = with("\"expirationPolicy\": {\"expirationDate\": \"" + date + "\"}");
		assertThat(file.problems()).isEmpty();
		assertThat(file.entries().getFirst().end()).isEqualTo(end);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					{"@class": "org.apereo.cas.support.saml.services.SamlRegisteredService"} | false | a.json:1: @class: a SamlRegisteredService is no service of the CAS protocol; ignored
					{"serviceId": "x"}          | false | a.json:1: @class: names no class; ignored
					[]                          | true  | a.json:1: holds no service; one begins with {
					{"@class": "x",             | true  | a.json:1: is not valid JSON
					{"@class": } {}             | true  | a.json:1: is not valid JSON
					{} {}                       | true  | a.json:1: something follows the end of the service
					{"@class": "x.CasRegisteredService"} | true | a.json:1: serviceId: missing
					{"@class": "x.CasRegisteredService", "serviceId": "(?<!a)"} | true | a.json:1: serviceId: '(?i)(?<!a)' is not a regular expression of RE2
					""")
	void whenAFileHoldsNoServiceThenTheReasonIsNamed(String text, boolean fault, String expected) {
		ServiceFile file = ServiceFile.read("a.json", text.getBytes(StandardCharsets.UTF_8), CONTEXT);
		assertThat(file.entries()).isEmpty();
		assertThat(file.isFaulty()).isEqualTo(fault);
		assertThat(messages(file)).singleElement().asString().startsWith(expected);
	}

	@Test
	void whenValuesAreNestedDeeplyThenTheFileIsRefused() {
		String deep = "{\"@class\": " + "[".repeat(100_000);
		assertThat(messages(ServiceFile.read("a.json", deep.getBytes(StandardCharsets.UTF_8), CONTEXT))).singleElement()
			.asString()
			.startsWith("a.json:1: is not valid JSON");
	}

	private static CasService service(String setting) {
		return with(setting).entries().getFirst().service();
	}

	private static ServiceFile with(String setting) {
		return ServiceFile.read("a-1.json",
				("{\"@class\": \"org.apereo.cas.services.CasRegisteredService\",\n"
						+ "\"serviceId\": \"^https://a\\\\.example\\\\.edu/.*\", \"name\": \"A\", \"id\": 1,\n"
						+ setting + "}")
					.getBytes(StandardCharsets.UTF_8),
				CONTEXT);
	}

	private static ServiceFile resource(String name) {
		try (InputStream content = CasServerServiceTests.class.getResourceAsStream(name)) {
			return ServiceFile.read(name, Objects.requireNonNull(content).readAllBytes(), CONTEXT);
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	private static List<String> messages(ServiceFile file) {
		return file.problems().stream().map(Problem::message).toList();
	}

	private static ServiceUrl url(String text) {
		return ServiceUrl.of(text).orElseThrow();
	}

}
