package org.campanile.saml.request;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.SamlSignOn;
import org.campanile.saml.StatusCode;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.signon.AnsweredRequests;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.signon.SignOnRequest;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.saml.TestAuthnRequests.Builder;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.testkit.saml.TestSignOnRequests;
import org.campanile.testkit.saml.TestSigningKeys;
import org.campanile.testkit.saml.TestXmlSigner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.saml.request.Requests.assertLocal;
import static org.campanile.saml.request.Requests.request;

class AuthnRequestProcessorTests {

	/** The end of five minutes of validity and twice the tolerated clock skew. */
	private static final Instant UNSIGNED_UNTIL = Requests.NOW.plus(Duration.ofMinutes(11));

	private final RelyingParty service = TestRelyingParties.relyingParty().attributeSet(3).build();

	private final Requests.Marks marks = new Requests.Marks();

	private final AuthnRequestProcessor processor = Requests.processor(marks, service);

	@Test
	void whenPlainThenAllIsOpen() throws Exception {
		Builder request = request();
		assertThat(processor.process(request.redirect()))
			.isEqualTo(TestSignOnRequests.signOn(TestRelyingParties.ENTITY_ID, TestRelyingParties.ACS_URL, request.id(),
					null, false, false, null, NameIdRequest.ANY, OptionalInt.empty(), Requests.NOW, UNSIGNED_UNTIL));
	}

	@Test
	void whenDetailedThenEverythingArrives() throws Exception {
		Builder request = request().attribute("ForceAuthn", "true")
			.attribute("IsPassive", "1")
			.attribute("AttributeConsumingServiceIndex", "3")
			.relayState("state")
			.child("<samlp:NameIDPolicy Format='urn:f'/>")
			.authnContext("minimum", "urn:c")
			.child("<samlp:Scoping><samlp:IDPList><samlp:IDPEntry ProviderID='urn:idp'/></samlp:IDPList></samlp:Scoping>");
		InboundMessage message = new PostDecoder(BindingLimits.DEFAULTS).decode(request.postForm());
		assertThat(processor.process(message))
			.isEqualTo(TestSignOnRequests.signOn(TestRelyingParties.ENTITY_ID, TestRelyingParties.ACS_URL, request.id(),
					"state", true, true, new RequestedAuthnContext(Comparison.MINIMUM, List.of("urn:c")),
					new NameIdRequest("urn:f", null, false), OptionalInt.of(3), Requests.NOW, UNSIGNED_UNTIL));
	}

	@Test
	void whenAttributeIndexIsUnknownThenIgnoredAndTheLogSaysItOnce() throws Exception {
		Logger logger = (Logger) LoggerFactory.getLogger(AuthnRequestProcessor.class);
		ListAppender<ILoggingEvent> lines = new ListAppender<>();
		lines.start();
		logger.setLevel(Level.INFO);
		logger.addAppender(lines);
		try {
			for (String index : List.of("4", "4", "5")) {
				assertThat(SamlSignOn
					.of(processor.process(request().attribute("AttributeConsumingServiceIndex", index).post()))
					.attributeConsumingServiceIndex()).isEmpty();
			}
		}
		finally {
			logger.detachAppender(lines);
			logger.setLevel(null);
		}
		// Other classes run at the same time.
		assertThat(lines.list)
			.filteredOn(line -> line.getThreadName().equals(Thread.currentThread().getName())
					&& line.getFormattedMessage().contains("AttributeConsumingServiceIndex"))
			.singleElement()
			.satisfies(line -> assertThat(line.getFormattedMessage()).contains(TestRelyingParties.ENTITY_ID, " 4 "));
	}

	@Test
	void whenSignedThenAccepted() throws Exception {
		AuthnRequestProcessor strict = Requests.processor(Requests.signingService());
		assertThat(strict.process(Requests.signedPost().post()).service()).isEqualTo(TestRelyingParties.ENTITY_ID);
		assertThat(SamlSignOn.of(strict.process(Requests.signedRedirect().relayState("a b").redirect())).relayState())
			.isEqualTo("a b");
	}

	/** Anyone can create unsigned requests, so they must not take space in the store. */
	@Test
	void whenUnsignedThenNoMarkUntilItIsAnswered() throws Exception {
		for (int i = 0; i < 1000; i++) {
			processor.process(request().post());
		}
		assertThat(marks.set).isEmpty();
		InboundMessage same = request().post();
		assertThat(processor.process(same)).isEqualTo(processor.process(same));
	}

	@Test
	void whenSignedThenMarkedOnArrivalAndNotRepeatable() throws Exception {
		AuthnRequestProcessor strict = Requests.processor(marks, Requests.signingService());
		assertThat(strict.process(Requests.signedPost().post()).repeatableUntil()).isNull();
		assertThat(marks.set).hasSize(1);
	}

	@Test
	void whenTheMarkOfASignedOneFailsThenItIsMarkedWhenItIsAnswered() throws Exception {
		AuthnRequestProcessor strict = Requests.processor(marks, Requests.signingService());
		AnsweredRequests answered = new AnsweredRequests(marks, Requests.PENDING, Duration.ZERO);
		InboundMessage message = Requests.signedPost().post();
		marks.failing = true;
		SignOnRequest accepted = strict.process(message);
		assertThat(accepted.repeatableUntil()).isEqualTo(UNSIGNED_UNTIL);
		marks.failing = false;
		assertThat(answered.add(accepted)).isTrue();
		assertThat(answered.add(accepted)).isFalse();
		assertLocal(FaultCode.REQUEST_REPLAYED, () -> strict.process(message));
	}

	/**
	 * A service may sign its requests without being required to. A copy without the
	 * signature is the same request, which is answered only once, in either order and
	 * until it expires.
	 */
	@Test
	void whenACopyHasNoSignatureThenItIsTheSameRequest() throws Exception {
		RelyingParty maySign = TestRelyingParties.relyingParty().signingKeys(TestSigningKeys.rsa().getPublic()).build();
		AuthnRequestProcessor lax = Requests.processor(marks, maySign);
		AnsweredRequests answered = new AnsweredRequests(marks, Requests.PENDING, Duration.ZERO);
		InboundMessage signed = Requests.signedRedirect().redirect();
		assertThat(answered.add(lax.process(signed))).isTrue();
		assertThat(answered.add(lax.process(unsigned(signed)))).isFalse();
		assertThat(marks.set.values()).containsExactly(UNSIGNED_UNTIL.plus(Requests.PENDING));

		InboundMessage other = Requests.signedRedirect().redirect();
		assertThat(answered.add(lax.process(unsigned(other)))).isTrue();
		assertLocal(FaultCode.REQUEST_REPLAYED, () -> lax.process(other));
	}

	private static InboundMessage unsigned(InboundMessage signed) {
		return new InboundMessage(signed.binding(), signed.xml(), signed.relayState(), java.util.Optional.empty(),
				false);
	}

	/** The signature is removed from the XML, and from the query. */
	@Test
	void whenTheSignatureIsStrippedThenRefused() throws Exception {
		AuthnRequestProcessor strict = Requests.processor(Requests.signingService());
		String xml = Requests.signedPost().signedXml().replaceFirst("(?s)<ds:Signature .*</ds:Signature>", "");
		assertLocal(FaultCode.SIGNATURE_MISSING, () -> strict.process(TestAuthnRequests.posted(xml)));
		InboundMessage signed = Requests.signedRedirect().redirect();
		assertLocal(FaultCode.SIGNATURE_MISSING, () -> strict.process(unsigned(signed)));
	}

	/**
	 * Some senders sign the XML with HTTP-Redirect too; that signature must then be
	 * verified.
	 */
	@Test
	void whenTheXmlIsSignedOverRedirectThenVerified() throws Exception {
		AuthnRequestProcessor strict = Requests.processor(Requests.signingService());
		String good = TestXmlSigner.with(TestSigningKeys.rsa())
			.sign(request().destination(Requests.SELF.url(SamlEndpoints.REDIRECT_SSO)).xml());
		strict.process(redirected(good));
		assertLocal(FaultCode.SIGNATURE_INVALID, () -> strict
			.process(redirected(good.replace("Version=\"2.0\"", "Version=\"2.0\" IsPassive=\"true\""))));
	}

	@Test
	void whenTheSameComesFiftyTimesAtOnceThenOneIsAccepted() throws Exception {
		InboundMessage message = Requests.signedPost().post();
		AuthnRequestProcessor strict = Requests.processor(marks, Requests.signingService());
		CyclicBarrier start = new CyclicBarrier(50);
		Callable<Boolean> attempt = () -> {
			start.await();
			try {
				strict.process(message);
				return true;
			}
			catch (SamlFault ex) {
				assertThat(ex.code()).isEqualTo(FaultCode.REQUEST_REPLAYED);
				return false;
			}
		};
		try (ExecutorService threads = Executors.newFixedThreadPool(50)) {
			int accepted = 0;
			for (Future<Boolean> result : threads.invokeAll(java.util.Collections.nCopies(50, attempt))) {
				accepted += result.get() ? 1 : 0;
			}
			assertThat(accepted).isEqualTo(1);
		}
	}

	static Stream<Arguments> refused() {
		return Stream.of(local(FaultCode.XML_REFUSED, request().issuerXml("<saml:Issuer>a<?x?>b</saml:Issuer>")),
				local(FaultCode.NOT_AN_AUTHN_REQUEST,
						"<samlp:Response xmlns:samlp='" + Saml.PROTOCOL_NS + "' ID='_1'/>"),
				local(FaultCode.REQUEST_MALFORMED, request().attribute("IssueInstant", "999999-01-01T00:00:00Z")),
				local(FaultCode.ISSUER_INVALID, request().issuer(" ")),
				local(FaultCode.SERVICE_UNKNOWN, request().issuer("urn:none")),
				local(FaultCode.SERVICE_UNKNOWN, request().issuer(TestRelyingParties.ENTITY_ID + " ")),
				local(FaultCode.DESTINATION_MISMATCH, request().destination("https://elsewhere.example/")),
				local(FaultCode.REQUEST_EXPIRED, TestAuthnRequests.authnRequest(Requests.NOW.minusSeconds(481))),
				local(FaultCode.SIGNATURE_INVALID, Requests.signedPost()),
				local(FaultCode.RESPONSE_URL_UNKNOWN, request().acsUrl("https://evil.example/")),
				local(FaultCode.RESPONSE_URL_UNKNOWN, request().acsUrl(null).acsIndex("9")),
				local(FaultCode.REQUEST_MALFORMED, request().acsIndex("1")),
				told(FaultCode.VERSION_MISMATCH, StatusCode.REQUEST_VERSION_TOO_HIGH,
						request().attribute("Version", "2.1")),
				told(FaultCode.BINDING_UNSUPPORTED, StatusCode.UNSUPPORTED_BINDING,
						request().attribute("ProtocolBinding", "urn:x")),
				told(FaultCode.AUTHN_CONTEXT_UNSUPPORTED, StatusCode.NO_AUTHN_CONTEXT,
						request().child("<samlp:RequestedAuthnContext><saml:AuthnContextDeclRef>urn:d"
								+ "</saml:AuthnContextDeclRef></samlp:RequestedAuthnContext>")),
				told(FaultCode.SUBJECT_UNSUPPORTED, StatusCode.REQUEST_UNSUPPORTED,
						request().child("<saml:Subject><saml:NameID>a</saml:NameID></saml:Subject>")));
	}

	/**
	 * Also tests which faults are reported to the service, and that a refused request
	 * does not use up its ID.
	 */
	@ParameterizedTest(name = "{0}")
	@MethodSource("refused")
	void whenRefusedThenNoMarkIsSet(FaultCode code, java.util.Optional<StatusCode> status, String xml) {
		SamlFault fault = Requests.fault(() -> processor.process(TestAuthnRequests.posted(xml)));
		assertThat(fault.code()).as(fault.getMessage()).isEqualTo(code);
		assertThat(fault.replyTo().map(SamlFault.ReplyTo::status)).isEqualTo(status);
		assertThat(fault.replyTo().map(SamlFault.ReplyTo::responseUrl))
			.isEqualTo(status.map((told) -> TestRelyingParties.ACS_URL));
		assertThat(marks.set).isEmpty();
	}

	/** A wrong version must not cause a response to a URL of the sender's choice. */
	@Test
	void whenTheResponseUrlIsForeignThenNothingElseIsReported() {
		for (Builder request : List.of(request().attribute("Version", "2.1"),
				request().attribute("ProtocolBinding", "urn:x"),
				request().child("<saml:Subject><saml:NameID>a</saml:NameID></saml:Subject>"))) {
			assertLocal(FaultCode.RESPONSE_URL_UNKNOWN,
					() -> processor.process(request.acsUrl("https://evil.example/").post()));
		}
	}

	@Test
	void whenAnErrorIsReportedThenRelayStateGoesWithIt() {
		SamlFault fault = Requests
			.fault(() -> processor.process(request().attribute("Version", "2.1").relayState("state").redirect()));
		assertThat(fault.replyTo().map(SamlFault.ReplyTo::relayState)).contains("state");
	}

	private static InboundMessage redirected(String xml) {
		return new InboundMessage(Saml.BINDING_REDIRECT, xml.getBytes(StandardCharsets.UTF_8), null,
				java.util.Optional.empty(), false);
	}

	private static Arguments local(FaultCode code, Builder request) {
		return local(code, request.signedXml());
	}

	private static Arguments local(FaultCode code, String xml) {
		return Arguments.of(code, java.util.Optional.empty(), xml);
	}

	private static Arguments told(FaultCode code, StatusCode status, Builder request) {
		return Arguments.of(code, java.util.Optional.of(status), request.xml());
	}

}
