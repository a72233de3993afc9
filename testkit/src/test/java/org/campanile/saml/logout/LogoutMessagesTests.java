package org.campanile.saml.logout;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.opensaml.saml.saml2.core.LogoutRequest;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.ServiceSession;
import org.campanile.protocol.Answer;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.StatusCode;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.opensaml.SamlOracle;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.SingleLogoutService;
import org.campanile.testkit.logout.LogoutWorld;
import org.campanile.testkit.saml.TestCredentials;
import org.campanile.testkit.serviceprovider.DecodedLogoutRequest;
import org.campanile.testkit.serviceprovider.DecodedLogoutResponse;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.SoapRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks our logout messages with OpenSAML, the schemas, the JDK, and a strict service.
 */
class LogoutMessagesTests {

	private static final String STATUS = "urn:oasis:names:tc:SAML:2.0:status:";

	private static final ServiceSession SESSION = new ServiceSession(RelyingParty.PROTOCOL, LogoutWorld.entityId("one"),
			new NameId("a<b>&\"'\u00e9\ud83d\ude00 ", NameId.PERSISTENT, "urn:idp", "urn:sp&").toHandle(),
			List.of("_i1", "_i2"));

	@ParameterizedTest
	@EnumSource(KeyType.class)
	void whenPostedThenOpenSamlVerifiesAndReadsAllOfIt(KeyType type) throws Exception {
		LogoutWorld world = new LogoutWorld(type).service("one", Saml.BINDING_POST);
		RelyingParty service = world.registry().find(LogoutWorld.entityId("one")).orElseThrow();
		LogoutProtocol.BrowserRequest question = world.node().messages.ask(service, SESSION).orElseThrow();
		Answer.Post post = (Answer.Post) question.message();
		assertThat(post.fields()).containsOnlyKeys("SAMLRequest");
		byte[] xml = Base64.getDecoder().decode(post.fields().get("SAMLRequest"));
		LogoutRequest request = OpenSaml.get()
			.unmarshall(SamlOracle.valid(xml).getDocumentElement(), LogoutRequest.class);
		SamlOracle.verify(request, TestCredentials.of(type).signing().certificate().getPublicKey());
		assertThat(request.getID()).isEqualTo(question.id());
		assertThat(request.getDestination()).isEqualTo(LogoutWorld.location("one", Saml.BINDING_POST));
		assertThat(request.getNotOnOrAfter()).isEqualTo(LogoutWorld.NOW.plus(Duration.ofMinutes(5)));
		assertThat(SamlOracle.texts(request, "Issuer")).containsExactly(LogoutWorld.SELF.id());
		assertThat(SamlOracle.texts(request, "NameID")).containsExactly(SESSION.handle().value());
		assertThat(request.getNameID().getNameQualifier()).isEqualTo("urn:idp");
		assertThat(request.getNameID().getSPNameQualifier()).isEqualTo("urn:sp&");
		assertThat(request.getNameID().getFormat()).isEqualTo(NameId.PERSISTENT);
		assertThat(request.getSessionIndexes()).extracting(index -> index.getValue()).containsExactly("_i1", "_i2");
	}

	@ParameterizedTest
	@EnumSource(KeyType.class)
	void whenRedirectedThenTheJdkVerifiesTheQuery(KeyType type) throws Exception {
		LogoutWorld world = new LogoutWorld(type).service("one", Saml.BINDING_REDIRECT);
		RelyingParty service = world.registry().find(LogoutWorld.entityId("one")).orElseThrow();
		LogoutProtocol.BrowserRequest question = world.node().messages.ask(service, SESSION).orElseThrow();
		String query = URI.create(((Answer.Redirect) question.message()).url()).getRawQuery();
		Map<String, String> parameters = parameters(query);
		assertThat(parameters.keySet()).containsExactly("SAMLRequest", "SigAlg", "Signature");
		Signature verifier = Signature.getInstance(type.name().startsWith("EC") ? "SHA256withECDSA" : "SHA256withRSA");
		verifier.initVerify(TestCredentials.of(type).signing().certificate().getPublicKey());
		verifier.update(query.substring(0, query.indexOf("&Signature=")).getBytes(StandardCharsets.US_ASCII));
		assertThat(verifier.verify(Base64.getDecoder().decode(parameters.get("Signature")))).isTrue();
		byte[] xml = new InflaterInputStream(
				new ByteArrayInputStream(Base64.getDecoder().decode(parameters.get("SAMLRequest"))), new Inflater(true))
			.readAllBytes();
		LogoutRequest request = OpenSaml.get()
			.unmarshall(SamlOracle.valid(xml).getDocumentElement(), LogoutRequest.class);
		assertThat(request.getSignature()).as("signed over the query alone").isNull();
		assertThat(SamlOracle.texts(request, "NameID")).containsExactly(SESSION.handle().value());
	}

	@Test
	void whenAnsweredThenAtTheResponseLocationByTheBindingOfTheRequest() {
		LogoutWorld world = new LogoutWorld().service("one",
				List.of(new SingleLogoutService(Saml.BINDING_SOAP, "https://one.example.org/soap",
						"https://one.example.org/soap"),
						new SingleLogoutService(Saml.BINDING_REDIRECT, "https://one.example.org/slo?x=1",
								"https://one.example.org/done?x=1"),
						new SingleLogoutService(Saml.BINDING_POST, "https://one.example.org/post",
								"https://one.example.org/posted")));
		RelyingParty service = world.registry().find(LogoutWorld.entityId("one")).orElseThrow();
		LogoutMessages messages = world.node().messages;
		Answer redirected = messages.answer(service, "_1", Saml.BINDING_REDIRECT, "state", LogoutStatus.SUCCESS)
			.orElseThrow();
		assertThat(((Answer.Redirect) redirected).url()).startsWith("https://one.example.org/done?x=1&SAMLResponse=")
			.contains("&RelayState=state&SigAlg=");
		assertThat(messages.answer(service, "_1", Saml.BINDING_POST, null, LogoutStatus.SUCCESS).orElseThrow())
			.isInstanceOf(Answer.Post.class)
			.extracting(Answer::url)
			.isEqualTo("https://one.example.org/posted");
		assertThat(messages.ask(service, SESSION).orElseThrow().message())
			.as("SOAP listed first does not hide the others")
			.isInstanceOf(Answer.Redirect.class);
	}

	@Test
	void whenRelayStateHasOtherCharactersThenTheQueryHasNoneThatAnyServiceEncodesOtherwise() {
		LogoutWorld world = new LogoutWorld().service("one", Saml.BINDING_REDIRECT);
		RelyingParty service = world.registry().find(LogoutWorld.entityId("one")).orElseThrow();
		Answer answer = world.node().messages
			.answer(service, "_1", Saml.BINDING_REDIRECT, "a b*c~d+\u00e9", LogoutStatus.SUCCESS)
			.orElseThrow();
		assertThat(answer.url()).contains("&RelayState=a%20b%2Ac~d%2B%C3%A9&SigAlg=");
	}

	@Test
	void whenTheKeyIsEllipticThenByPostWhereOffered() {
		LogoutWorld world = new LogoutWorld(KeyType.EC_P256).service("one", Saml.BINDING_REDIRECT, Saml.BINDING_POST)
			.service("two", Saml.BINDING_REDIRECT);
		LogoutWorld.Node node = world.node();
		RelyingParty one = world.registry().find(LogoutWorld.entityId("one")).orElseThrow();
		RelyingParty two = world.registry().find(LogoutWorld.entityId("two")).orElseThrow();
		assertThat(node.messages.ask(one, SESSION).orElseThrow().message()).isInstanceOf(Answer.Post.class);
		assertThat(Objects.requireNonNull(node.protocol.reach(SESSION).frontChannel()).formsOnly()).isTrue();
		assertThat(node.messages.answer(one, "_1", Saml.BINDING_REDIRECT, null, LogoutStatus.SUCCESS).orElseThrow())
			.isInstanceOf(Answer.Post.class);
		assertThat(node.messages.answer(two, "_1", Saml.BINDING_REDIRECT, null, LogoutStatus.SUCCESS).orElseThrow())
			.isInstanceOf(Answer.Redirect.class);
	}

	@Test
	void whenOnlyTheOtherBindingIsOfferedThenAnsweredByThatAndWithNoneNotAtAll() {
		LogoutWorld world = new LogoutWorld().service("one", Saml.BINDING_POST).service("none", Saml.BINDING_SOAP);
		LogoutMessages messages = world.node().messages;
		RelyingParty one = world.registry().find(LogoutWorld.entityId("one")).orElseThrow();
		RelyingParty none = world.registry().find(LogoutWorld.entityId("none")).orElseThrow();
		assertThat(messages.answer(one, "_1", Saml.BINDING_REDIRECT, null, LogoutStatus.SUCCESS).orElseThrow())
			.isInstanceOf(Answer.Post.class);
		assertThat(messages.answer(none, "_1", Saml.BINDING_REDIRECT, null, LogoutStatus.SUCCESS)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "SUCCESS, Success,", "PARTIAL, Success, PartialLogout", "UNKNOWN_SESSION, Requester, UnknownPrincipal",
			"FAILED, Responder," })
	void whenAnsweredBySoapThenAStrictServiceTakesIt(LogoutStatus status, String topLevel, @Nullable String secondLevel)
			throws Exception {
		LogoutWorld world = new LogoutWorld().service("one", Saml.BINDING_SOAP);
		LogoutWorld.Node node = world.node();
		String token = node.signOn("ada", "one");
		SoapRequest sent = world.provider("one")
			.logout()
			.soap(LogoutWorld.SELF.url(SamlEndpoints.SOAP_SLO), node.subject(token, "ada", "one"));
		var request = node.requests.process(LogoutWorld.soap().decodeRequest(sent.envelope()));
		byte[] answer = node.messages.soapAnswer(request, status);
		DecodedLogoutResponse response = world.provider("one")
			.logout()
			.decodeResponse(LogoutWorld.soap().decodeResponse(answer), world.trusted,
					LogoutWorld.location("one", Saml.BINDING_SOAP), InResponseToCheck.to(sent.id()));
		assertThat(response.status())
			.isEqualTo(new StatusCode(STATUS + topLevel, secondLevel == null ? null : STATUS + secondLevel));
	}

	@Test
	void whenAnsweredBySoapWithoutAnEndpointInMetadataThenThereIsNoDestination() throws Exception {
		LogoutWorld world = new LogoutWorld().service("one", Saml.BINDING_REDIRECT);
		LogoutWorld.Node node = world.node();
		String token = node.signOn("ada", "one");
		SoapRequest sent = world.provider("one")
			.logout()
			.soap(LogoutWorld.SELF.url(SamlEndpoints.SOAP_SLO), node.subject(token, "ada", "one"));
		var request = node.requests.process(LogoutWorld.soap().decodeRequest(sent.envelope()));
		byte[] answer = node.messages.soapAnswer(request, LogoutStatus.SUCCESS);
		Element response = (Element) OpenSaml.get()
			.parse(answer)
			.getElementsByTagNameNS(Saml.PROTOCOL_NS, "LogoutResponse")
			.item(0);
		assertThat(response.hasAttribute("Destination")).isFalse();
		assertThat(world.provider("one")
			.logout()
			.decodeResponse(LogoutWorld.soap().decodeResponse(answer), world.trusted, "",
					InResponseToCheck.to(sent.id()))
			.complete()).isTrue();
	}

	@Test
	void whenAFaultIsSentThenItIsOneOfSoap11() throws Exception {
		Document document = OpenSaml.get().parse(LogoutMessages.soapFault(false, "a < b & c"));
		Element fault = (Element) document.getElementsByTagNameNS(Saml.SOAP_NS, "Fault").item(0);
		assertThat(fault.getElementsByTagNameNS("*", "faultcode").item(0).getTextContent()).isEqualTo("soap:Client");
		assertThat(fault.getElementsByTagName("faultstring").item(0).getTextContent()).isEqualTo("a < b & c");
		assertThat(fault.getElementsByTagName("faultstring").item(0).getNamespaceURI()).isNull();
	}

	@Test
	void whenAskedDirectlyThenTheAnswerIsHeldToTheRules() throws Exception {
		LogoutWorld world = new LogoutWorld().service("one", Saml.BINDING_SOAP, Saml.BINDING_REDIRECT)
			.service("two", Saml.BINDING_SOAP);
		assertThat(ask(world, "one", StatusCode.SUCCESS)).isEqualTo(ServiceLogoutState.ENDED);
		assertThat(ask(world, "one", StatusCode.PARTIAL_LOGOUT)).isEqualTo(ServiceLogoutState.REFUSED);
		assertThat(ask(world, "one", StatusCode.REQUEST_DENIED)).isEqualTo(ServiceLogoutState.REFUSED);
		assertThat(ask(world, "two", StatusCode.SUCCESS)).as("signed by another service")
			.isEqualTo(ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL);
		byte[][] once = new byte[1][];
		world.backChannel = (url, envelope) -> {
			once[0] = once[0] == null ? answer(world, "one", envelope, StatusCode.SUCCESS) : once[0];
			return once[0];
		};
		LogoutWorld.Node node = world.node();
		assertThat(node.logout.end(node.signOn("ada", "one")).complete()).isTrue();
		assertThat(node.logout.end(node.signOn("ada", "one")).complete()).as("an answer to an older request").isFalse();
		world.backChannel = (url, envelope) -> "<x/>".getBytes(StandardCharsets.US_ASCII);
		assertThat(node.logout.end(node.signOn("ada", "one")).complete()).isFalse();
	}

	private static ServiceLogoutState ask(LogoutWorld world, String answering, StatusCode status) throws Exception {
		world.backChannel = (url, envelope) -> answer(world, answering, envelope, status);
		LogoutWorld.Node node = world.node();
		return node.logout.end(node.signOn("ada", "one")).services().getFirst().state();
	}

	private static byte[] answer(LogoutWorld world, String answering, byte[] envelope, StatusCode status) {
		try {
			DecodedLogoutRequest request = world.provider("one")
				.logout()
				.decodeRequest(LogoutWorld.soap().decodeRequest(envelope), world.trusted,
						LogoutWorld.location("one", Saml.BINDING_SOAP));
			return world.provider(answering)
				.logout()
				.soapAnswer(LogoutWorld.SELF.url(SamlEndpoints.SOAP_SLO), request, status);
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
	}

	private static Map<String, String> parameters(String query) {
		Map<String, String> parameters = new LinkedHashMap<>();
		for (String part : query.split("&")) {
			String[] pair = part.split("=", 2);
			parameters.put(pair[0], Objects.requireNonNull(URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
		}
		return parameters;
	}

}
