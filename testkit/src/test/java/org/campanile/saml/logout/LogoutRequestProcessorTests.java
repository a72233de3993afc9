package org.campanile.saml.logout;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.request.RequestLimits;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Race;
import org.campanile.testkit.logout.LogoutWorld;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.onetime.InterceptedOneTimeStore;
import org.campanile.testkit.saml.Damage;
import org.campanile.testkit.saml.SignatureWrapping;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.testkit.saml.TestSigningKeys;
import org.campanile.testkit.saml.TestXmlSigner;
import org.campanile.testkit.serviceprovider.LogoutMessageWriter;
import org.campanile.testkit.serviceprovider.RequestBinding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Tests attacks by logout requests, and the rules for every message. */
class LogoutRequestProcessorTests {

	private static final Instant NOW = LogoutWorld.NOW;

	private static final String POST = LogoutWorld.SELF.url(SamlEndpoints.POST_SLO);

	private static final RelyingParty SERVICE = TestRelyingParties.relyingParty()
		.signingKeys(TestSigningKeys.rsa().getPublic())
		.build();

	private static final RelyingParty DISABLED = TestRelyingParties.relyingParty()
		.entityId("https://disabled.example.org/sp")
		.signingKeys(TestSigningKeys.rsa().getPublic())
		.disabled()
		.build();

	private static final RelyingPartyRegistry REGISTRY = TestRelyingParties.registry(SERVICE, DISABLED);

	private static final UnaryOperator<String> SAME = xml -> xml;

	@Test
	void whenPostedAndSignedThenAllOfItIsRead() throws Exception {
		LogoutRequest request = process(posted(signed(xml(POST).replace("Version=", "Reason='urn:why' Version="))));
		assertThat(request.service()).isEqualTo(SERVICE);
		assertThat(request.nameId()).isEqualTo("ada");
		assertThat(request.format()).isEqualTo("urn:f");
		assertThat(request.nameQualifier()).isEqualTo("urn:idp");
		assertThat(request.spNameQualifier()).isEqualTo("urn:sp");
		assertThat(request.sessionIndexes()).containsExactly("_1", "_2");
		assertThat(request.binding()).isEqualTo(Saml.BINDING_POST);
		assertThat(request.toString()).doesNotContain("ada");
	}

	@Test
	void whenSignedOverTheQueryThenAcceptedAndNotWhenRelayStateIsAltered() throws Exception {
		String url = RequestBinding.redirectUrl(LogoutWorld.SELF.url(SamlEndpoints.REDIRECT_SLO),
				xml(LogoutWorld.SELF.url(SamlEndpoints.REDIRECT_SLO)), "state", TestSigningKeys.rsa().getPrivate());
		InboundMessage message = LogoutWorld.redirect().decodeEither(LogoutWorld.query(url));
		assertThat(process(message).relayState()).isEqualTo("state");
		InboundMessage altered = LogoutWorld.redirect()
			.decodeEither(LogoutWorld.query(url).replace("RelayState=state", "RelayState=other"));
		assertThat(fault(altered).code()).isEqualTo(FaultCode.SIGNATURE_INVALID);
	}

	@Test
	void whenTheDestinationNamesTheDefaultPortThenAccepted() throws Exception {
		String destination = POST.replace("https://login.example.edu/", "https://LOGIN.example.edu:443/");
		assertThat(destination).isNotEqualTo(POST);
		assertThat(process(posted(signed(xml(destination)))).nameId()).isEqualTo("ada");
	}

	@Test
	void whenInAnEnvelopeThenAcceptedWithOrWithoutADestination() throws Exception {
		assertThat(
				process(soap(LogoutMessageWriter.envelope(signed(xml(LogoutWorld.SELF.url(SamlEndpoints.SOAP_SLO))))))
					.nameId())
			.isEqualTo("ada");
		assertThat(process(soap(LogoutMessageWriter.envelope(signed(xml("").replace("Destination=''", ""))))).nameId())
			.isEqualTo("ada");
		assertThat(fault(soap(LogoutMessageWriter.envelope(signed(xml(POST))))).code())
			.isEqualTo(FaultCode.DESTINATION_MISMATCH);
	}

	static Stream<Arguments> refused() {
		return Stream.of(unsigned("D1 unsigned", FaultCode.SIGNATURE_MISSING, SAME),
				signed("Destination of another endpoint", FaultCode.DESTINATION_MISMATCH,
						xml -> xml.replace("/POST/SLO", "/POST/SSO")),
				signed("no Destination", FaultCode.DESTINATION_MISMATCH,
						xml -> xml.replaceAll("Destination='[^']*'", "")),
				signed("D3 issued long ago", FaultCode.REQUEST_EXPIRED,
						xml -> xml.replaceAll("IssueInstant='[^']*'", "IssueInstant='2026-11-20T11:00:00Z'")),
				signed("from the future", FaultCode.REQUEST_EXPIRED,
						xml -> xml.replaceAll("IssueInstant='[^']*'", "IssueInstant='2026-11-20T12:03:01Z'")),
				signed("D3 NotOnOrAfter is past", FaultCode.REQUEST_EXPIRED,
						xml -> xml.replace("Version=", "NotOnOrAfter='2026-11-20T11:56:00Z' Version=")),
				unsigned("NotOnOrAfter malformed", FaultCode.REQUEST_MALFORMED,
						xml -> xml.replace("Version=", "NotOnOrAfter='soon' Version=")),
				signed("Version 2.1", FaultCode.VERSION_MISMATCH, xml -> xml.replace("'2.0'", "'2.1'")),
				signed("an unknown service", FaultCode.SERVICE_UNKNOWN,
						xml -> xml.replace("<saml:Issuer>", "<saml:Issuer>x")),
				signed("an issuer with a space", FaultCode.SERVICE_UNKNOWN,
						xml -> xml.replace("</saml:Issuer>", " </saml:Issuer>")),
				signed("a disabled service", FaultCode.SERVICE_DISABLED,
						xml -> xml.replace(TestRelyingParties.ENTITY_ID, DISABLED.entityId())),
				unsigned("no NameID", FaultCode.REQUEST_MALFORMED,
						xml -> xml.replaceAll("<saml:NameID.*</saml:NameID>", "")),
				unsigned("an empty NameID", FaultCode.REQUEST_MALFORMED, xml -> xml.replace(">ada<", "><")),
				unsigned("a NameID too long", FaultCode.REQUEST_MALFORMED,
						xml -> xml.replace(">ada<", ">" + "a".repeat(1025) + "<")),
				unsigned("an element in NameID", FaultCode.REQUEST_MALFORMED,
						xml -> xml.replace(">ada<", ">ada<x xmlns='urn:x'/><")),
				unsigned("two NameIDs", FaultCode.REQUEST_MALFORMED,
						xml -> xml.replace("<samlp:SessionIndex>_1",
								"<saml:NameID>ben</saml:NameID><samlp:SessionIndex>_1")),
				unsigned("a BaseID", FaultCode.REQUEST_MALFORMED,
						xml -> xml.replace("<saml:NameID", "<saml:BaseID/><saml:NameID")),
				unsigned("an EncryptedID", FaultCode.XML_REFUSED, xml -> xml.replaceAll("<saml:NameID.*</saml:NameID>",
						"<saml:EncryptedID><e:EncryptedData xmlns:e='http://www.w3.org/2001/04/xmlenc#'/></saml:EncryptedID>")),
				unsigned("a processing instruction in NameID", FaultCode.XML_REFUSED,
						xml -> xml.replace(">ada<", ">a<?x?>da<")),
				unsigned("a DOCTYPE", FaultCode.XML_REFUSED, xml -> "<!DOCTYPE x>" + xml),
				unsigned("an AuthnRequest", FaultCode.NOT_A_LOGOUT_MESSAGE,
						xml -> xml.replace("LogoutRequest", "AuthnRequest")),
				unsigned("a LogoutResponse", FaultCode.NOT_A_LOGOUT_MESSAGE,
						xml -> xml.replace("LogoutRequest", "LogoutResponse")),
				unsigned("no XML", FaultCode.XML_REFUSED, xml -> "x"),
				unsigned("a bad ID", FaultCode.REQUEST_MALFORMED, xml -> xml.replaceAll("ID='_[^']*'", "ID='1'")),
				unsigned("a year of six digits", FaultCode.REQUEST_MALFORMED,
						xml -> xml.replaceAll("IssueInstant='2026", "IssueInstant='999999")));
	}

	private static Arguments unsigned(String what, FaultCode code, UnaryOperator<String> change) {
		return Arguments.of(what, code, change, SAME);
	}

	private static Arguments signed(String what, FaultCode code, UnaryOperator<String> change) {
		UnaryOperator<String> sign = LogoutRequestProcessorTests::signed;
		return Arguments.of(what, code, change, sign);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("refused")
	void whenNotAsItMustBeThenRefusedAndNotUsedUp(String what, FaultCode code, UnaryOperator<String> change,
			UnaryOperator<String> sign) {
		OneTimeStore marks = marks();
		InboundMessage message = posted(sign.apply(change.apply(xml(POST))));
		SamlFault fault = fault(processor(marks), message);
		assertThat(fault.code()).as(fault.getMessage()).isEqualTo(code);
		assertThat(fault.replyTo()).as("nobody is told").isEmpty();
	}

	@Test
	@ResourceLock(Resources.TIME_ZONE)
	void whenNotOnOrAfterHasNoZoneThenUtcIsMeant() throws Exception {
		TimeZone usual = TimeZone.getDefault();
		TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
		try {
			String xml = xml(POST).replace("Version=", "NotOnOrAfter='2026-11-20T12:00:01' Version=");
			assertThat(process(posted(signed(xml))).nameId()).isEqualTo("ada");
		}
		finally {
			TimeZone.setDefault(usual);
		}
	}

	@Test
	void whenAlteredOrSignedWithAnotherKeyThenRefused() {
		assertThat(fault(posted(signed(xml(POST)).replace(">ada<", ">ben<"))).code())
			.isEqualTo(FaultCode.SIGNATURE_INVALID);
		assertThat(fault(posted(signed(xml(POST), TestSigningKeys.rsa("other", 2048)))).code())
			.isEqualTo(FaultCode.SIGNATURE_INVALID);
		assertThat(fault(posted(TestXmlSigner.with(TestSigningKeys.rsa())
			.algorithms(TestXmlSigner.RSA_SHA1, "http://www.w3.org/2000/09/xmldsig#sha1")
			.sign(xml(POST)))).code()).isEqualTo(FaultCode.SIGNATURE_ALGORITHM_REFUSED);
	}

	@Test
	void whenACommentCutsTheNameThenItsFullTextCounts() throws Exception {
		assertThat(process(posted(signed(xml(POST)).replace(">ada<", ">a<!-- x -->da<"))).nameId()).isEqualTo("ada");
		assertThat(process(posted(signed(xml(POST).replace(">ada<", ">ada<!-- x -->.evil<")))).nameId())
			.isEqualTo("ada.evil");
	}

	@Test
	void whenTheNameHasAKilobyteThenRead() throws Exception {
		String name = "\u00e4".repeat(1024);
		assertThat(process(posted(signed(xml(POST).replace(">ada<", ">" + name + "<")))).nameId()).isEqualTo(name);
	}

	@Test
	void whenItCameAsAResponseThenRefused() throws Exception {
		InboundMessage message = LogoutWorld.post()
			.decodeEither(Map.of("SAMLResponse",
					List.of(Base64.getEncoder().encodeToString(signed(xml(POST)).getBytes(StandardCharsets.UTF_8)))));
		assertThat(fault(message).code()).isEqualTo(FaultCode.NOT_A_LOGOUT_MESSAGE);
	}

	@Test
	void whenReplayedOnAnyNodeThenOneIsAccepted() throws Exception {
		Map<OneTimeKey, HeapOneTimeStore.Entry> backend = new ConcurrentHashMap<>();
		List<LogoutRequestProcessor> nodes = List.of(processor(new HeapOneTimeStore(() -> NOW, backend)),
				processor(new HeapOneTimeStore(() -> NOW, backend)));
		InboundMessage message = posted(signed(xml(POST)));
		List<Boolean> accepted = Race.run(32, number -> {
			try {
				nodes.get(number % 2).process(message);
				return true;
			}
			catch (SamlFault ex) {
				assertThat(ex.code()).isEqualTo(FaultCode.REQUEST_REPLAYED);
				return false;
			}
		});
		assertThat(accepted).containsOnlyOnce(true);
	}

	@Test
	void whenTheStoreFailsThenRefused() {
		OneTimeStore broken = new InterceptedOneTimeStore(marks(), operation -> {
			throw new StoreUnavailableException("down");
		});
		assertThat(fault(processor(broken), posted(signed(xml(POST)))).code())
			.isEqualTo(FaultCode.REPLAY_CHECK_UNAVAILABLE);
	}

	static Stream<Arguments> envelopes() {
		String message = signed(xml(LogoutWorld.SELF.url(SamlEndpoints.SOAP_SLO)));
		String envelope = LogoutMessageWriter.envelope(message);
		return Stream.of(Arguments.of("no envelope", message),
				Arguments.of("two messages", envelope.replace("</soap:Body>", "<x/></soap:Body>")),
				Arguments.of("two bodies", envelope.replace("<soap:Body>", "<soap:Body/><soap:Body>")),
				Arguments.of("no message", LogoutMessageWriter.envelope("")),
				Arguments.of("SOAP 1.2", envelope.replace(Saml.SOAP_NS, "http://www.w3.org/2003/05/soap-envelope")),
				Arguments.of("a header that must be understood",
						envelope.replace("<soap:Body>",
								"<soap:Header><x xmlns='urn:x' soap:mustUnderstand='1'/></soap:Header><soap:Body>")),
				Arguments.of("a fault", LogoutMessageWriter.envelope("<soap:Fault/>")));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("envelopes")
	void whenNotAnEnvelopeWithOneMessageThenRefused(String what, String body) {
		assertThat(fault(soap(body)).code()).isEqualTo(FaultCode.NOT_A_LOGOUT_MESSAGE);
	}

	@Test
	void whenTheSignatureInAnEnvelopeCoversTheWholeDocumentThenRefused() {
		String message = TestXmlSigner.with(TestSigningKeys.rsa())
			.references("")
			.sign(xml(LogoutWorld.SELF.url(SamlEndpoints.SOAP_SLO)));
		assertThat(fault(soap(LogoutMessageWriter.envelope(message))).getMessage()).contains("Reference");
	}

	static Stream<Arguments> wrapped() {
		return IntStream.rangeClosed(1, SignatureWrapping.VARIANTS)
			.boxed()
			.flatMap(variant -> Stream.of("_original", "_evil").map(id -> Arguments.of(variant, id)));
	}

	@ParameterizedTest(name = "XSW{0}, ID {1}")
	@MethodSource("wrapped")
	void whenWrappedThenRefusedForItsForm(int variant, String evilId) {
		String xml = wrap(variant, evilId);
		assertThat(xml).contains(">ben<").contains("SignatureValue");
		SamlFault fault = fault(posted(xml));
		assertThat(fault.code()).isIn(FaultCode.SIGNATURE_INVALID, FaultCode.XML_REFUSED, FaultCode.REQUEST_MALFORMED);
		assertThat(fault.getMessage()).doesNotContain("verifier", "verifies");
		String inEnvelope = LogoutMessageWriter.envelope(
				xml.replace(POST, LogoutWorld.SELF.url(SamlEndpoints.SOAP_SLO)).replaceFirst("<\\?xml[^>]*>", ""));
		assertThat(fault(soap(inEnvelope)).code()).isIn(FaultCode.SIGNATURE_INVALID, FaultCode.XML_REFUSED,
				FaultCode.REQUEST_MALFORMED);
	}

	@Test
	void whenTheSignedMessageIsInTheHeaderThenRefused() {
		String original = signed(xml(LogoutWorld.SELF.url(SamlEndpoints.SOAP_SLO), "_original"));
		String evil = xml(LogoutWorld.SELF.url(SamlEndpoints.SOAP_SLO), "_evil").replace(">ada<", ">ben<");
		String body = LogoutMessageWriter.envelope(evil)
			.replace("<soap:Body>",
					"<soap:Header>" + original.replaceFirst("<\\?xml[^>]*>", "") + "</soap:Header><soap:Body>");
		assertThat(fault(soap(body)).code()).isEqualTo(FaultCode.SIGNATURE_MISSING);
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void whenASignedRequestIsDamagedThenRefusedOrUnchanged(long seed) throws Exception {
		byte[] xml = signed(xml(POST)).getBytes(StandardCharsets.UTF_8);
		Random random = new Random(seed);
		for (int i = 0; i < 1_500; i++) {
			byte[] damaged = Damage.of(xml, random);
			try {
				LogoutRequest request = process(
						new InboundMessage(Saml.BINDING_POST, damaged, null, Optional.empty(), false));
				assertThat(request.nameId()).isEqualTo("ada");
				assertThat(request.sessionIndexes()).containsExactly("_1", "_2");
			}
			catch (SamlFault ex) {
				assertThat(ex.replyTo()).isEmpty();
			}
		}
	}

	private static String wrap(int variant, String evilId) {
		return SignatureWrapping.wrap(variant, xml(POST, evilId).replace(">ada<", ">ben<"),
				signed(xml(POST, "_original")));
	}

	private static String xml(String destination) {
		return xml(destination, "_" + UUID.randomUUID());
	}

	private static String xml(String destination, String id) {
		return "<samlp:LogoutRequest xmlns:samlp='" + Saml.PROTOCOL_NS + "' xmlns:saml='" + Saml.ASSERTION_NS + "' ID='"
				+ id + "' Destination='" + destination + "' IssueInstant='" + NOW.minus(Duration.ofSeconds(1))
				+ "' Version='2.0'><saml:Issuer>" + TestRelyingParties.ENTITY_ID
				+ "</saml:Issuer><saml:NameID Format='urn:f' NameQualifier='urn:idp' SPNameQualifier='urn:sp'>ada</saml:NameID>"
				+ "<samlp:SessionIndex>_1</samlp:SessionIndex><samlp:SessionIndex>_2</samlp:SessionIndex></samlp:LogoutRequest>";
	}

	private static String signed(String xml) {
		return signed(xml, TestSigningKeys.rsa());
	}

	private static String signed(String xml, KeyPair key) {
		return TestXmlSigner.with(key).sign(xml);
	}

	private static InboundMessage posted(String xml) {
		return new InboundMessage(Saml.BINDING_POST, xml.getBytes(StandardCharsets.UTF_8), null, Optional.empty(),
				false);
	}

	private static InboundMessage soap(String body) {
		return new InboundMessage(Saml.BINDING_SOAP, body.getBytes(StandardCharsets.UTF_8), null, Optional.empty(),
				false);
	}

	private static OneTimeStore marks() {
		return new HeapOneTimeStore(() -> NOW, new ConcurrentHashMap<>());
	}

	private static LogoutRequestProcessor processor(OneTimeStore marks) {
		return new LogoutRequestProcessor(REGISTRY, marks, LogoutWorld.SELF, () -> NOW, RequestLimits.DEFAULTS);
	}

	private static LogoutRequest process(InboundMessage message) throws SamlFault {
		return processor(marks()).process(message);
	}

	private static SamlFault fault(InboundMessage message) {
		return fault(processor(marks()), message);
	}

	private static SamlFault fault(LogoutRequestProcessor processor, InboundMessage message) {
		SamlFault fault = catchThrowableOfType(SamlFault.class, () -> processor.process(message));
		assertThat(fault).as("a fault").isNotNull();
		return fault;
	}

}
