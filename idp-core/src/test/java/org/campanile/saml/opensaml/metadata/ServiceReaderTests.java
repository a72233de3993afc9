package org.campanile.saml.opensaml.metadata;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.saml.relyingparty.AssertionConsumerService;
import org.campanile.saml.relyingparty.AttributeConsumingService;
import org.campanile.saml.relyingparty.AttributeConsumingService.RequestedAttribute;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartySettings;
import org.campanile.saml.relyingparty.SingleLogoutService;
import org.campanile.service.DisplayInfo.Logo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.saml.opensaml.metadata.TestEntities.ACS;
import static org.campanile.saml.opensaml.metadata.TestEntities.POST;
import static org.campanile.saml.opensaml.metadata.TestEntities.entity;
import static org.campanile.saml.opensaml.metadata.TestEntities.read;
import static org.campanile.saml.opensaml.metadata.TestEntities.remarks;
import static org.campanile.saml.opensaml.metadata.TestEntities.role;
import static org.campanile.saml.opensaml.metadata.TestEntities.service;

class ServiceReaderTests {

	@Test
	void whenPlainThenTheLeastIsRead() {
		RelyingParty service = service(ACS);
		assertThat(service).isEqualTo(new RelyingParty("urn:sp", service.display(),
				List.of(new AssertionConsumerService(POST, "https://sp.example.org/acs", 1, true)), List.of(),
				List.of(), List.of(), false, false, false, List.of(), List.of(), Map.of(), Optional.empty(),
				RelyingPartySettings.DEFAULTS));
		assertThat(remarks("", ACS)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "false, , 1", "false, false, -1", "false, true, 1", ", , 0", ", false, 0", ", true, 1", "true, , 0",
			"true, false, 0", "true, true, 0" })
	void whenTwoEndpointsAreMarkedOrNotThenTheDefaultIsTheMarkedElseTheFirstUnmarked(@Nullable String first,
			@Nullable String second, int expected) {
		List<AssertionConsumerService> endpoints = service(endpoint(0, first) + endpoint(1, second))
			.assertionConsumerServices();
		for (int index = 0; index < 2; index++) {
			assertThat(endpoints.get(index).isDefault()).as("endpoint %d", index).isEqualTo(index == expected);
		}
	}

	@Test
	void whenLogoutEndpointsThenAllAreKeptInOrderAndMalformedOnesDropped() {
		String content = slo("SOAP", "https://sp.example.org/soap", "") + slo("HTTP-Redirect", "no URL", "")
				+ slo("HTTP-Redirect", " https://sp.example.org/slo ", "ResponseLocation='https://sp.example.org/done'")
				+ slo("HTTP-POST", "https://sp.example.org/post", "ResponseLocation='nowhere'")
				+ slo("HTTP-Artifact", "https://sp.example.org/artifact", "ResponseLocation=''") + ACS;
		String prefix = "urn:oasis:names:tc:SAML:2.0:bindings:";
		assertThat(service(content).singleLogoutServices()).containsExactly(
				new SingleLogoutService(prefix + "SOAP", "https://sp.example.org/soap", "https://sp.example.org/soap"),
				new SingleLogoutService(prefix + "HTTP-Redirect", "https://sp.example.org/slo",
						"https://sp.example.org/done"),
				new SingleLogoutService(prefix + "HTTP-Artifact", "https://sp.example.org/artifact",
						"https://sp.example.org/artifact"));
		assertThat(remarks("", content)).filteredOn(remark -> remark.startsWith("SingleLogoutService")).hasSize(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Location", "ResponseLocation" })
	void whenALogoutEndpointHasAForeignSchemeThenTheEntityIsDropped(String where) {
		String other = where.equals("Location") ? "" : "Location='https://sp.example.org/slo' ";
		assertThat(read(entity("",
				"<md:SingleLogoutService Binding='urn:b' " + other + where + "='javascript:alert(1)'/>" + ACS)))
			.isInstanceOf(EntityReading.Refused.class);
	}

	private static String slo(String binding, String location, String attributes) {
		return "<md:SingleLogoutService Binding='urn:oasis:names:tc:SAML:2.0:bindings:" + binding + "' Location='"
				+ location + "' " + attributes + "/>";
	}

	private static String endpoint(int index, @Nullable String isDefault) {
		return "<md:AssertionConsumerService Binding='" + POST + "' Location='https://sp.example.org/" + index
				+ "' index='" + index + "'" + (isDefault == null ? "" : " isDefault='" + isDefault + "'") + "/>";
	}

	@ParameterizedTest
	@CsvSource({ "true, true", "1, true", "false, false", "0, false" })
	void whenBooleansAreWrittenEitherWayThenRead(String text, boolean value) {
		RelyingParty service = service(" AuthnRequestsSigned='" + text + "' WantAssertionsSigned='" + text + "'",
				"<md:AssertionConsumerService Binding='" + POST
						+ "' Location='https://sp.example.org' index='0' isDefault='" + text + "'/>");
		assertThat(service.authnRequestsSigned()).isEqualTo(value);
		assertThat(service.wantAssertionsSigned()).isEqualTo(value);
		assertThat(service.assertionConsumerServices().get(0).isDefault()).isEqualTo(value);
	}

	@Test
	void whenOtherBindingsAndFormatsThenKeptInOrder() {
		RelyingParty service = service(
				"<md:SingleLogoutService Binding='urn:soap' Location='https://sp.example.org/s'/>"
						+ "<md:NameIDFormat/><md:NameIDFormat> urn:b </md:NameIDFormat><md:NameIDFormat>urn:a</md:NameIDFormat>"
						+ "<md:AssertionConsumerService Binding='urn:paos' Location='https://sp.example.org/p' index='0'/>"
						+ ACS);
		assertThat(service.nameIdFormats()).containsExactly("urn:b", "urn:a");
		assertThat(service.assertionConsumerServices()).extracting(AssertionConsumerService::binding)
			.containsExactly("urn:paos", POST);
	}

	@ParameterizedTest
	@ValueSource(strings = { "javascript:alert(1)", "JavaScript:alert(1)", " java&#10;script:alert(1)",
			"data:text/html,x", "vbscript:x", "file:///etc/passwd", "ftp://sp.example.org/" })
	void whenAnyEndpointHasAForeignSchemeThenTheEntityIsDropped(String location) {
		for (String endpoint : List.of(
				"<md:AssertionConsumerService Binding='" + POST + "' Location='%s' index='2'/>" + ACS,
				"<md:SingleLogoutService Binding='" + POST + "' Location='%s'/>" + ACS,
				"<md:SingleLogoutService Binding='" + POST + "' Location='https://x.example' ResponseLocation='%s'/>"
						+ ACS)) {
			assertThat(read(entity("", endpoint.formatted(location)))).isInstanceOf(EntityReading.Refused.class)
				.satisfies(reading -> assertThat(reading.toString()).contains("scheme"));
		}
	}

	@ParameterizedTest
	@CsvSource({ "/relative, not an absolute URL", "https:///path, host", "https://a@evil.example/, user",
			"https://a b.example/, URL", "'', Location", "https://:80/, host", "https://a_b:80x/, port" })
	void whenAnEndpointIsMalformedThenItAloneIsDropped(String location, String reason) {
		String faulty = "<md:AssertionConsumerService Binding='" + POST + "' Location='" + location + "' index='2'/>";
		assertThat(service(faulty + ACS).assertionConsumerServices()).hasSize(1);
		assertThat(remarks("", faulty + ACS)).singleElement().asString().contains(reason);
		assertThat(read(entity("", faulty))).isInstanceOf(EntityReading.Refused.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "index='-1'", "index='65536'" })
	void whenAnIndexIsOutOfRangeThenTheEndpointIsDropped(String index) {
		String faulty = "<md:AssertionConsumerService Binding='" + POST + "' Location='https://b.example' " + index
				+ "/>";
		assertThat(service(faulty + ACS).assertionConsumerServices()).hasSize(1);
		assertThat(remarks("", faulty + ACS)).singleElement().asString().contains("index");
	}

	@Test
	void whenPlainHttpThenKeptAndSaidUnlessLoopback() {
		assertThat(remarks("", acs("http://sp.example.org/acs"))).singleElement()
			.asString()
			.contains("unencrypted http");
		assertThat(remarks("", acs("http://localhost:8080/acs"))).isEmpty();
		assertThat(remarks("", acs("http://127.0.0.1/acs"))).isEmpty();
	}

	@Test
	void whenUiInfoThenCleanedAndHarmfulAddressesDropped() {
		String info = "<md:Extensions><ui:UIInfo xmlns:ui='urn:oasis:names:tc:SAML:metadata:ui'>"
				+ "<ui:DisplayName xml:lang='EN'> The\n  Wiki\u202e </ui:DisplayName><ui:DisplayName xml:lang='de'/>"
				+ "<ui:Description xml:lang='en'> Pages that\n all may\u202e edit </ui:Description>"
				+ "<ui:Description xml:lang='de'>" + "x".repeat(501) + "</ui:Description>"
				+ "<ui:InformationURL xml:lang='en'>https://sp.example.org/about</ui:InformationURL>"
				+ "<ui:InformationURL xml:lang='de'>javascript:alert(1)</ui:InformationURL>"
				+ "<ui:PrivacyStatementURL xml:lang='en'>http://sp.example.org/privacy</ui:PrivacyStatementURL>"
				+ "<ui:Logo width='16' height='17'>https://sp.example.org/l.png</ui:Logo>"
				+ "<ui:Logo width='1' height='1'>data:image/png;base64,AA\n AA</ui:Logo>"
				+ "<ui:Logo width='1' height='1'>data:text/html,x</ui:Logo>"
				+ "<ui:Logo width='1' height='1'>http://localhost/l.png</ui:Logo>"
				+ "<ui:Logo>https://sp.example.org/m.png</ui:Logo></ui:UIInfo></md:Extensions>";
		RelyingParty service = service(info + ACS);
		assertThat(service.display().names()).containsExactly(Map.entry("en", "The Wiki"));
		assertThat(service.display().descriptions()).containsOnlyKeys("en", "de")
			.containsEntry("en", "Pages that all may edit")
			.containsEntry("de", "x".repeat(250) + "…");
		assertThat(service.display().informationUrls())
			.containsExactly(Map.entry("en", "https://sp.example.org/about"));
		assertThat(service.display().privacyStatementUrls())
			.containsExactly(Map.entry("en", "http://sp.example.org/privacy"));
		assertThat(service.display().logos()).containsExactly(new Logo("https://sp.example.org/l.png", 16, 17),
				new Logo("data:image/png;base64,AAAA", 1, 1), new Logo("https://sp.example.org/m.png", 0, 0));
		assertThat(remarks("", info + ACS)).hasSize(3);
	}

	@Test
	void whenADecorationIsMalformedThenTheServiceIsReadWithoutIt() {
		String extensions = "<md:Extensions><d:DiscoveryResponse index='first' "
				+ "xmlns:d='urn:oasis:names:tc:SAML:profiles:SSO:idp-discovery-protocol'/>"
				+ "<ui:UIInfo xmlns:ui='urn:oasis:names:tc:SAML:metadata:ui'>"
				+ "<ui:Logo width='80' height='60px'>https://sp.example.org/l.png</ui:Logo>"
				+ "<ui:Logo width='' height='20'>https://sp.example.org/m.png</ui:Logo></ui:UIInfo></md:Extensions>";
		assertThat(service(extensions + ACS).display().logos()).containsExactly(
				new Logo("https://sp.example.org/l.png", 80, 0), new Logo("https://sp.example.org/m.png", 0, 20));
		assertThat(remarks("", extensions + ACS)).containsExactly("height of a Logo dropped: not a number of pixels",
				"width of a Logo dropped: not a number of pixels");
		assertThat(registered("registrationAuthority='urn:r' registrationInstant='long ago'").registrar())
			.contains("urn:r");
	}

	@Test
	void whenElementsHaveAnXsiTypeThenTheirNameCounts() {
		String type = " xmlns:xs='http://www.w3.org/2001/XMLSchema' "
				+ "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='xs:string'";
		assertThat(service("<md:Extensions><ui:UIInfo xmlns:ui='urn:oasis:names:tc:SAML:metadata:ui'" + type
				+ "><ui:DisplayName xml:lang='en'>Wiki</ui:DisplayName></ui:UIInfo></md:Extensions>" + ACS)
			.display()
			.names()).containsExactly(Map.entry("en", "Wiki"));
		assertThat(service(type, ACS).assertionConsumerServices()).hasSize(1);
		assertThat(registered("registrationAuthority='urn:r'" + type).registrar()).contains("urn:r");
	}

	@Test
	void whenNoDisplayNameThenServiceNameThenOrganization() {
		String consuming = "<md:AttributeConsumingService index='1'><md:ServiceName xml:lang='en'>Name</md:ServiceName>"
				+ "<md:RequestedAttribute Name='urn:x'/></md:AttributeConsumingService>";
		String organization = "<md:Organization><md:OrganizationName xml:lang='en'>o</md:OrganizationName>"
				+ "<md:OrganizationDisplayName xml:lang='en'>Org</md:OrganizationDisplayName>"
				+ "<md:OrganizationURL xml:lang='en'>https://o.example</md:OrganizationURL></md:Organization>";
		assertThat(service(ACS + consuming).display().name(Locale.ENGLISH)).contains("Name");
		assertThat(((EntityReading.Service) read("<md:EntityDescriptor xmlns:md='urn:oasis:names:tc:SAML:2.0:metadata' "
				+ "entityID='urn:sp'>" + role("", ACS) + organization + "</md:EntityDescriptor>"))
			.relyingParty()
			.display()
			.name(Locale.ENGLISH)).contains("Org");
	}

	@Test
	void whenAttributesThenRead() {
		String consuming = "<md:AttributeConsumingService index='3' isDefault='true'>"
				+ "<md:ServiceName xml:lang='en'>n</md:ServiceName><md:RequestedAttribute Name='urn:oid:1' isRequired='1' "
				+ "NameFormat='urn:f'><saml:AttributeValue xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion'>a<!-- x -->b"
				+ "</saml:AttributeValue></md:RequestedAttribute><md:RequestedAttribute Name='mail'/>"
				+ "</md:AttributeConsumingService>";
		assertThat(service(ACS + consuming).attributeConsumingServices()).containsExactly(
				new AttributeConsumingService(3, true,
						List.of(new RequestedAttribute("urn:oid:1", "urn:f", true, List.of("ab")),
								new RequestedAttribute("mail",
										"urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified", false, List.of()))));
		String entity = entity("", ACS).replaceFirst("<md:SPSSO", "<md:Extensions><a:EntityAttributes "
				+ "xmlns:a='urn:oasis:names:tc:SAML:metadata:attribute' xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion'>"
				+ "<saml:Attribute Name='" + RelyingParty.ENTITY_CATEGORY + "'><saml:AttributeValue>urn:c1"
				+ "</saml:AttributeValue><saml:AttributeValue> urn:c2 </saml:AttributeValue></saml:Attribute>"
				+ "<saml:Attribute Name='urn:oasis:names:tc:SAML:profiles:subject-id:req'><saml:AttributeValue "
				+ "xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
				+ "xsi:type='xs:string'>any</saml:AttributeValue></saml:Attribute></a:EntityAttributes></md:Extensions>"
				+ "<md:SPSSO");
		RelyingParty service = ((EntityReading.Service) read(entity)).relyingParty();
		assertThat(service.entityCategories()).containsExactlyInAnyOrder("urn:c1", "urn:c2");
		assertThat(service.entityAttributes()).containsEntry("urn:oasis:names:tc:SAML:profiles:subject-id:req",
				Set.of("any"));
	}

	@Test
	void whenTheEntityStatesItsRegistrarThenRead() {
		assertThat(registered("registrationAuthority=' https://registrar.example.org '").registrar())
			.contains("https://registrar.example.org");
		assertThat(registered("registrationAuthority=' '").registrar()).isEmpty();
		assertThat(registered("").registrar()).isEmpty();
		assertThat(service(ACS).registrar()).isEmpty();
	}

	private static RelyingParty registered(String attributes) {
		String entity = entity("", ACS).replaceFirst("<md:SPSSO", "<md:Extensions><r:RegistrationInfo "
				+ "xmlns:r='urn:oasis:names:tc:SAML:metadata:rpi' " + attributes + "/></md:Extensions><md:SPSSO");
		return ((EntityReading.Service) read(entity)).relyingParty();
	}

	@Test
	void whenOtherRolesSignaturesOrTimesAreBrokenThenTheServiceIsReadAllTheSame() {
		String entity = entity(" validUntil='2026-01-01T00:00:00.123456789123Z' cacheDuration='soon'", ACS)
			.replaceFirst("entityID='urn:sp'>", "entityID='urn:sp' validUntil='2026-01-01T00:00:00'>"
					+ "<ds:Signature xmlns:ds='http://www.w3.org/2000/09/xmldsig#'><x/></ds:Signature>"
					+ "<md:IDPSSODescriptor protocolSupportEnumeration='x' validUntil='never'/>"
					+ "<md:SPSSODescriptor protocolSupportEnumeration='urn:oasis:names:tc:SAML:1.1:protocol'/>");
		assertThat(read(entity)).isInstanceOf(EntityReading.Service.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "<md:AssertionConsumerService Binding='urn:x' Location='https://a.example' index='x'/>",
			"<md:AttributeConsumingService index='99999999999'/>", "<md:KeyDescriptor use='both'/>" })
	void whenValuesHaveTheWrongFormThenRefusedWithAReason(String content) {
		assertThat(read(entity("", content + ACS))).isInstanceOf(EntityReading.Refused.class);
	}

	@Test
	void whenNotTheExpectedEntityThenRefused() {
		String document = "<w>" + entity("", ACS) + "</w>";
		assertThat(new ServiceReader().read(document.getBytes(StandardCharsets.UTF_8), "urn:other",
				RelyingPartySettings.DEFAULTS))
			.isInstanceOf(EntityReading.Refused.class);
	}

	private static String acs(String location) {
		return "<md:AssertionConsumerService Binding='" + POST + "' Location='" + location + "' index='1'/>";
	}

}
