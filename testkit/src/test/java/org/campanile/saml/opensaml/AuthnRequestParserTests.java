package org.campanile.saml.opensaml;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TimeZone;
import java.util.stream.Stream;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.message.MessageHeader;
import org.campanile.saml.message.ParsedAuthnRequest;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.saml.TestAuthnRequests.Builder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class AuthnRequestParserTests {

	private static final String ISSUER = "https://sp.example.org/shibboleth";

	private final AuthnRequestParser parser = new AuthnRequestParser(OpenSaml.get());

	@Test
	void whenMinimalThenDefaults() throws Exception {
		ParsedAuthnRequest message = parse(request().acsUrl(null).id("_1"));
		assertThat(message).isEqualTo(new ParsedAuthnRequest(
				new MessageHeader("_1", "2.0", Instant.parse("2026-03-01T12:00:00Z"), null, ISSUER), false, false, null,
				java.util.OptionalInt.empty(), null, java.util.OptionalInt.empty(), NameIdRequest.ANY, null, false,
				false, Optional.empty()));
	}

	@Test
	void whenFullThenEverythingIsRead() throws Exception {
		ParsedAuthnRequest message = parse(request().destination("https://x/ ")
			.attribute("ForceAuthn", "1")
			.attribute("IsPassive", "true")
			.attribute("ProtocolBinding", "urn:b")
			.attribute("AttributeConsumingServiceIndex", "65535")
			.attribute("Consent", "urn:oasis:names:tc:SAML:2.0:consent:obtained")
			.attribute("ProviderName", "A <service>")
			.child("<samlp:Extensions><x xmlns='urn:x'/></samlp:Extensions>")
			.child("<samlp:NameIDPolicy Format='urn:f' SPNameQualifier='urn:q' AllowCreate='true'/>")
			.authnContext("better", "urn:a", " urn:b ")
			.child("<samlp:Scoping ProxyCount='0'/>"));
		assertThat(message.header().destination()).isEqualTo("https://x/ ");
		assertThat(message.forceAuthn()).isTrue();
		assertThat(message.passive()).isTrue();
		assertThat(message.protocolBinding()).isEqualTo("urn:b");
		assertThat(message.attributeConsumingServiceIndex()).hasValue(65535);
		assertThat(message.nameId()).isEqualTo(new NameIdRequest("urn:f", "urn:q"));
		assertThat(message.authnContext())
			.isEqualTo(new RequestedAuthnContext(Comparison.BETTER, List.of("urn:a", "urn:b")));
	}

	@ParameterizedTest
	@CsvSource({ "''", "Format=''", "Format='urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'",
			"SPNameQualifier='https://sp.example.org/shibboleth'" })
	void whenNameIdPolicyLeavesItOpenThenAny(String attributes) throws Exception {
		String unquoted = attributes.contains("=") && !attributes.endsWith("'") ? attributes + "'" : attributes;
		assertThat(parse(request().child("<samlp:NameIDPolicy " + unquoted + "/>")).nameId())
			.isEqualTo(new NameIdRequest(null, null, false));
	}

	@ParameterizedTest
	@CsvSource({ "AllowCreate='1', true", "AllowCreate='true', true", "AllowCreate='false', false",
			"Format='urn:f', false" })
	void whenNameIdPolicyAllowsNewIdentifiersThenOnlyInSoManyWords(String attribute, boolean allowed) throws Exception {
		String unquoted = attribute.endsWith("'") ? attribute : attribute + "'";
		assertThat(parse(request().child("<samlp:NameIDPolicy " + unquoted + "/>")).nameId().allowCreate())
			.isEqualTo(allowed);
		assertThat(parse(request()).nameId().allowCreate()).isTrue();
	}

	@Test
	void whenComparisonIsAbsentThenExact() throws Exception {
		ParsedAuthnRequest message = parse(request().child("<samlp:RequestedAuthnContext><saml:AuthnContextClassRef>"
				+ "urn:a</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>"));
		assertThat(message.authnContext()).isEqualTo(new RequestedAuthnContext(Comparison.EXACT, List.of("urn:a")));
	}

	@Test
	void whenAsLongAsMayBeThenRead() throws Exception {
		assertThat(Objects.requireNonNull(parse(withClasses(50, 61)).authnContext()).classes()).hasSize(50);
		String uri = "urn:" + "x".repeat(1020);
		assertThat(
				parse(request().child("<samlp:NameIDPolicy Format='" + uri + "' SPNameQualifier='" + uri + "'/>").xml())
					.nameId())
			.isEqualTo(new NameIdRequest(uri, uri, false));
	}

	@Test
	void whenTheElementsAreInAnotherOrderThenReadAllTheSame() throws Exception {
		ParsedAuthnRequest message = parse(request().issuerXml("<samlp:NameIDPolicy Format='urn:f'/>")
			.child("<saml:Issuer>" + ISSUER + "</saml:Issuer>"));
		assertThat(message.header().issuer()).isEqualTo(ISSUER);
		assertThat(message.nameId().format()).isEqualTo("urn:f");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "https://sp<!-- -->.example.org/shibboleth", "<![CDATA[https://sp.example]]>.org/shibboleth",
					"https://sp.example.org<![CDATA[/shibboleth]]><!---->", "https&#x3a;//sp.example.org/shibboleth" })
	void whenIssuerIsInPiecesThenTheFullText(String text) throws Exception {
		assertThat(parse(request().issuerXml("<saml:Issuer>" + text + "</saml:Issuer>")).header().issuer())
			.isEqualTo(ISSUER);
	}

	@ParameterizedTest
	@ValueSource(strings = { " https://sp.example.org/shibboleth", "https://sp.example.org/shibboleth\n" })
	void whenIssuerHasSpaceThenItIsKept(String text) throws Exception {
		assertThat(parse(request().issuer(text)).header().issuer()).isEqualTo(text);
	}

	static Stream<Arguments> refused() {
		return Stream.of(xml("processing instruction in Issuer", issuerXml("https://sp.example.org/<?x y?>shibboleth")),
				xml("processing instruction before the root", "<?x?>" + request().xml()),
				xml("processing instruction after the root", request().xml() + "<?x?>"),
				xml("DOCTYPE", "<!DOCTYPE a>" + request().xml()),
				xml("file entity",
						"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
								+ issuerXml("https://sp.example.org/&x;")),
				xml("parameter entity",
						"<!DOCTYPE a [<!ENTITY % x SYSTEM 'http://127.0.0.1:9/'> %x;]>" + request().xml()),
				xml("billion laughs",
						"<!DOCTYPE a [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;'>]>"
								+ issuerXml("&c;")),
				xml("undeclared entity", issuerXml("&nbsp;")), xml("NUL", issuerXml("a\u0000b")),
				xml("reference to NUL", issuerXml("a&#0;b")), xml("lone surrogate", issuerXml("a&#xD800;b")),
				xml("duplicate attribute", request().xml().replace("Version=", "Version=\"2.0\" Version=")),
				xml("duplicate attribute by two prefixes",
						request().xml()
							.replace("Version=", "xmlns:a='urn:a' xmlns:b='urn:a' a:x='1' b:x='2' Version=")),
				xml("duplicate ID", extension("<x xmlns='urn:x' ID='_dup'/><y xmlns='urn:x' ID='_dup'/>")),
				xml("duplicate ID of the root", request().id("_r").child(ext("<x xmlns='urn:x' ID='_r'/>")).xml()),
				xml("duplicate ID in another case", request().id("_r").child(ext("<x xmlns='urn:x' Id='_r'/>")).xml()),
				xml("duplicate xml:id", request().id("_r").child(ext("<x xmlns='urn:x' xml:id='_r'/>")).xml()),
				xml("EncryptedID",
						request()
							.child("<saml:Subject><saml:EncryptedID><xenc:EncryptedData xmlns:xenc='"
									+ "http://www.w3.org/2001/04/xmlenc#'/></saml:EncryptedID></saml:Subject>")
							.xml()),
				xml("xsi:type on the root",
						request().xml()
							.replace("Version=",
									"xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
											+ "xsi:type='samlp:ResponseType' Version=")),
				xml("xsi:type on Issuer",
						request()
							.issuerXml("<saml:Issuer xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
									+ "xsi:type='saml:SubjectType'>x</saml:Issuer>")
							.xml()),
				xml("empty", ""), xml("text", "hello"), xml("cut short", request().xml().substring(0, 200)),
				xml("two roots", request().xml() + request().xml()),
				xml("unknown encoding", "<?xml version='1.0' encoding='x-none'?>" + request().xml()),
				xml("depth 65", extension("<a>".repeat(63) + "</a>".repeat(63))),
				xml("257 attributes", extension(withAttributes(257))),

				fault(FaultCode.NOT_AN_AUTHN_REQUEST, "Response", request().xml().replace("AuthnRequest", "Response")),
				fault(FaultCode.NOT_AN_AUTHN_REQUEST, "LogoutRequest",
						request().xml().replace("AuthnRequest", "LogoutRequest")),
				fault(FaultCode.NOT_AN_AUTHN_REQUEST, "SAML 1.1",
						"<samlp:Request xmlns:samlp='urn:oasis:names:tc:SAML:1.0:protocol' MajorVersion='1'/>"),
				fault(FaultCode.NOT_AN_AUTHN_REQUEST, "no namespace", "<AuthnRequest ID='_1'/>"),
				fault(FaultCode.NOT_AN_AUTHN_REQUEST, "other namespace",
						request().xml().replace(Saml.PROTOCOL_NS, "urn:oasis:names:tc:SAML:2.0:protocoL")),
				fault(FaultCode.NOT_AN_AUTHN_REQUEST, "wrapped", "<x>" + request().xml() + "</x>"),

				malformed("ID", null), malformed("ID", ""), malformed("ID", "1a"), malformed("ID", "a b"),
				malformed("ID", "a:b"), malformed("ID", "_" + "x".repeat(256)), malformed("Version", null),
				malformed("Version", "2"), malformed("Version", "two"), malformed("Version", "99999999999.0"),
				malformed("IssueInstant", null), malformed("IssueInstant", ""), malformed("IssueInstant", "yesterday"),
				malformed("IssueInstant", "2026-13-01T00:00:00Z"), malformed("IssueInstant", "2026-02-30T00:00:00Z"),
				malformed("IssueInstant", "999999-01-01T00:00:00Z"),
				malformed("IssueInstant", "2026-03-01T12:00:00." + "9".repeat(100) + "Z"),
				malformed("IssueInstant", "99999999999999999999-01-01T00:00:00Z"),
				malformed("IssueInstant", "-2026-01-01T00:00:00Z"), malformed("IssueInstant", "2026-03-01"),
				malformed("IssueInstant", "2026-03-01T25:00:00Z"),
				malformed("IssueInstant", "2026-03-01T12:00:00+99:00"), malformed("ForceAuthn", "maybe"),
				malformed("IsPassive", "yes"), malformed("AssertionConsumerServiceIndex", "-1"),
				malformed("AssertionConsumerServiceIndex", "65536"),
				malformed("AssertionConsumerServiceIndex", "99999999999999999999"),
				malformed("AssertionConsumerServiceIndex", "one"), malformed("AttributeConsumingServiceIndex", "-1"),
				fault(FaultCode.REQUEST_MALFORMED, "unknown child", request().child("<samlp:Status/>").xml()),
				fault(FaultCode.REQUEST_MALFORMED, "foreign child", request().child("<x xmlns='urn:x'/>").xml()),
				fault(FaultCode.REQUEST_MALFORMED, "two Issuers",
						request().child("<saml:Issuer>x</saml:Issuer>").xml()),
				fault(FaultCode.REQUEST_MALFORMED, "two NameIDPolicies",
						request().child("<samlp:NameIDPolicy/><samlp:NameIDPolicy/>").xml()),
				fault(FaultCode.REQUEST_MALFORMED, "unknown comparison",
						request().authnContext("nearly", "urn:a").xml()),
				fault(FaultCode.REQUEST_MALFORMED, "RequestedAuthnContext without content",
						request().child("<samlp:RequestedAuthnContext/>").xml()),
				fault(FaultCode.REQUEST_MALFORMED, "51 classes", withClasses(51, 1)),
				fault(FaultCode.REQUEST_MALFORMED, "classes of 3,120 bytes", withClasses(40, 78)),
				fault(FaultCode.REQUEST_MALFORMED, "long Format",
						request().child("<samlp:NameIDPolicy Format='urn:" + "x".repeat(1021) + "'/>").xml()),
				fault(FaultCode.REQUEST_MALFORMED, "long SPNameQualifier",
						request().child("<samlp:NameIDPolicy SPNameQualifier='" + "ü".repeat(513) + "'/>").xml()),
				fault(FaultCode.ISSUER_INVALID, "no Issuer", request().issuerXml("").xml()),
				fault(FaultCode.ISSUER_INVALID, "empty Issuer", issuerXml("")),
				fault(FaultCode.ISSUER_INVALID, "blank Issuer", issuerXml(" \n ")),
				fault(FaultCode.ISSUER_INVALID, "long Issuer", issuerXml("x".repeat(1025))),
				fault(FaultCode.ISSUER_INVALID, "element in Issuer", issuerXml("a<x/>b")),
				fault(FaultCode.ISSUER_INVALID, "Issuer of another format",
						request()
							.issuerXml("<saml:Issuer Format='urn:oasis:names:tc:SAML:1.1:nameid-format:"
									+ "emailAddress'>https://sp.example.org/shibboleth</saml:Issuer>")
							.xml()));
	}

	@ParameterizedTest(name = "{0} {1}")
	@MethodSource("refused")
	void whenRefusedContentThenItsFault(FaultCode code, String what, String xml) {
		assertFault(code, xml.getBytes(StandardCharsets.UTF_8));
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-16", "UTF-16LE", "UTF-16BE" })
	void whenDoctypeComesInAnotherEncodingThenRefused(String encoding) {
		String xml = "<?xml version='1.0' encoding='" + encoding + "'?><!DOCTYPE a SYSTEM 'file:///etc/passwd'>"
				+ request().xml();
		assertFault(FaultCode.XML_REFUSED, xml.getBytes(Charset.forName(encoding)));
	}

	@ParameterizedTest
	@ValueSource(bytes = { (byte) 0xff, (byte) 0x80, (byte) 0xc0, 0x00, 0x1b })
	void whenBytesAreNotTextThenRefused(byte wrong) {
		byte[] xml = request().issuer("#").xml().getBytes(StandardCharsets.UTF_8);
		for (int i = 0; i < xml.length; i++) {
			xml[i] = xml[i] == '#' ? wrong : xml[i];
		}
		assertFault(FaultCode.XML_REFUSED, xml);
	}

	/** A listener on the port verifies that nothing is fetched. */
	@Test
	void whenOtherDocumentsAreReferredToThenNothingIsFetched() throws Exception {
		try (java.net.ServerSocket server = new java.net.ServerSocket(0, 1,
				java.net.InetAddress.getLoopbackAddress())) {
			String address = "http://127.0.0.1:" + server.getLocalPort() + "/";
			String xml = request()
				.child(ext("<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='" + address + "'/>"))
				.xml()
				.replace("Version=", "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='"
						+ "urn:x " + address + "' xsi:noNamespaceSchemaLocation='" + address + "' Version=");
			parser.parse(xml.getBytes(StandardCharsets.UTF_8));
			server.setSoTimeout(50);
			assertThat(catchThrowableOfType(java.net.SocketTimeoutException.class, server::accept)).isNotNull();
		}
	}

	@ParameterizedTest
	@CsvSource({ "2026-03-01T12:00:00Z,2026-03-01T12:00:00Z", "2026-03-01T12:00:00,2026-03-01T12:00:00Z",
			"2026-03-01T13:00:00+01:00,2026-03-01T12:00:00Z",
			"2026-03-01T12:00:00.123456789Z,2026-03-01T12:00:00.123456789Z" })
	@ResourceLock(Resources.TIME_ZONE)
	void whenTimesAreWrittenDifferentlyThenRead(String text, Instant instant) throws Exception {
		TimeZone usual = TimeZone.getDefault();
		TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
		try {
			assertThat(parse(request().attribute("IssueInstant", text)).header().issueInstant()).isEqualTo(instant);
		}
		finally {
			TimeZone.setDefault(usual);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "1.1", "2.1", "3.0" })
	void whenAnotherVersionThenReadAndLeftToTheRules(String version) throws Exception {
		assertThat(parse(request().attribute("Version", version)).header().version()).isEqualTo(version);
	}

	@Test
	void whenIdsAreNamesInOtherScriptsThenRead() throws Exception {
		assertThat(parse(request().id("_ä-1.2")).header().id()).isEqualTo("_ä-1.2");
		assertThat(parse(request().id("_" + "x".repeat(255))).header().id()).hasSize(256);
	}

	@Test
	void whenSubjectOrDeclarationsAreThereThenSaid() throws Exception {
		ParsedAuthnRequest message = parse(
				request().child("<saml:Subject><saml:NameID>a<!-- -->b</saml:NameID></saml:Subject>")
					.child("<samlp:RequestedAuthnContext><saml:AuthnContextDeclRef>urn:d</saml:AuthnContextDeclRef>"
							+ "</samlp:RequestedAuthnContext>"));
		assertThat(message.subjectPresent()).isTrue();
		assertThat(message.authnContextDeclared()).isTrue();
		assertThat(message.authnContext()).isNull();
	}

	private ParsedAuthnRequest parse(Builder request) throws SamlFault {
		return parse(request.xml());
	}

	private ParsedAuthnRequest parse(String xml) throws SamlFault {
		return parser.parse(xml.getBytes(StandardCharsets.UTF_8));
	}

	private void assertFault(FaultCode code, byte[] xml) {
		SamlFault fault = catchThrowableOfType(SamlFault.class, () -> parser.parse(xml));
		assertThat(fault).as("a fault").isNotNull();
		assertThat(fault.code()).as(fault.getMessage()).isEqualTo(code);
		assertThat(fault.replyTo()).isEmpty();
	}

	private static Builder request() {
		return TestAuthnRequests.authnRequest(Instant.parse("2026-03-01T12:00:00Z"));
	}

	private static String withClasses(int count, int length) {
		return request().authnContext("exact", Collections.nCopies(count, "x".repeat(length)).toArray(String[]::new))
			.xml();
	}

	private static String issuerXml(String content) {
		return request().issuerXml("<saml:Issuer>" + content + "</saml:Issuer>").xml();
	}

	private static String ext(String xml) {
		return "<samlp:Extensions>" + xml + "</samlp:Extensions>";
	}

	private static String extension(String xml) {
		return request().child(ext(xml)).xml();
	}

	private static String withAttributes(int count) {
		StringBuilder xml = new StringBuilder("<a");
		for (int i = 0; i < count; i++) {
			xml.append(" a").append(i).append("=''");
		}
		return xml.append("/>").toString();
	}

	private static Arguments xml(String what, String xml) {
		return fault(FaultCode.XML_REFUSED, what, xml);
	}

	private static Arguments malformed(String name, @org.jspecify.annotations.Nullable String value) {
		return fault(FaultCode.REQUEST_MALFORMED, name + " = " + value, request().attribute(name, value).xml());
	}

	private static Arguments fault(FaultCode code, String what, String xml) {
		return Arguments.of(code, what, xml);
	}

}
