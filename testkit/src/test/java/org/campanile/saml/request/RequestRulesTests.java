package org.campanile.saml.request;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;
import org.campanile.saml.message.RequestSignature;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.signon.AnsweredRequests;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.saml.TestAuthnRequests.Builder;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.testkit.saml.TestSigningKeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.saml.request.Requests.answerable;
import static org.campanile.saml.request.Requests.assertLocal;
import static org.campanile.saml.request.Requests.identified;
import static org.campanile.saml.request.Requests.request;

/** Tests each rule by itself; the rule on response URLs has a class of its own. */
class RequestRulesTests {

	@Nested
	class IssuerRuleTests {

		private final RelyingParty service = TestRelyingParties.relyingParty().build();

		private final RelyingParty disabled = TestRelyingParties.relyingParty().entityId("urn:off").disabled().build();

		private final IssuerRule rule = new IssuerRule(TestRelyingParties.registry(service, disabled));

		@Test
		void whenKnownThenFound() throws Exception {
			assertThat(rule.find(TestRelyingParties.ENTITY_ID)).isEqualTo(service);
		}

		@ParameterizedTest
		@ValueSource(strings = { "urn:none", "https://SP.example.org/shibboleth", "https://sp.example.org/Shibboleth",
				"https://sp.example.org/shibboleth ", " https://sp.example.org/shibboleth",
				"https://sp.example.org/shibboleth/", "https://sp.example.org/shibbolet",
				"https://sp.example.org/shibboleth\n", "https://sp.example.org/shibboleth\u200b" })
		void whenNotExactlyKnownThenRefused(String entityId) {
			assertThat(assertLocal(FaultCode.SERVICE_UNKNOWN, () -> rule.find(entityId)).service()).isEmpty();
		}

		@Test
		void whenDisabledThenRefused() {
			assertThat(assertLocal(FaultCode.SERVICE_DISABLED, () -> rule.find("urn:off")).service())
				.contains("urn:off");
		}

	}

	@Nested
	class DestinationRuleTests {

		private final DestinationRule rule = DestinationRule.ofSignOn(Requests.SELF);

		@Test
		void whenItIsTheEndpointOfTheBindingThenPasses() throws Exception {
			RelyingParty service = TestRelyingParties.relyingParty().build();
			rule.check(identified(service, request().destination(Requests.SELF.url(SamlEndpoints.POST_SSO)).post()));
			rule.check(identified(service,
					request().destination(Requests.SELF.url(SamlEndpoints.REDIRECT_SSO)).redirect()));
			rule.check(identified(service, Requests.signedPost().post()));
			rule.check(identified(service, Requests.signedRedirect().redirect()));
		}

		@Test
		void whenAbsentAndUnsignedThenPasses() throws Exception {
			rule.check(identified(request()));
		}

		@Test
		void whenAbsentAndSignedThenRefused() throws Exception {
			RelyingParty service = TestRelyingParties.relyingParty().build();
			Builder signed = request().signedBy(TestSigningKeys.rsa());
			IdentifiedRequest posted = identified(service, signed.post());
			IdentifiedRequest redirected = identified(service, signed.redirect());
			assertLocal(FaultCode.DESTINATION_MISMATCH, () -> rule.check(posted));
			assertLocal(FaultCode.DESTINATION_MISMATCH, () -> rule.check(redirected));
		}

		@ParameterizedTest
		@ValueSource(strings = { "HTTPS://login.example.edu/idp/profile/SAML2/POST/SSO",
				"https://LOGIN.Example.edu/idp/profile/SAML2/POST/SSO",
				"https://login.example.edu:443/idp/profile/SAML2/POST/SSO",
				"https://login.example.edu:/idp/profile/SAML2/POST/SSO" })
		void whenItIsWrittenOtherwiseThenPasses(String destination) throws Exception {
			rule.check(
					identified(TestRelyingParties.relyingParty().build(), request().destination(destination).post()));
		}

		@ParameterizedTest
		@ValueSource(strings = { "", " ", "https://login.example.edu/idp/profile/SAML2/Redirect/SSO",
				"https://login.example.edu/idp/profile/SAML2/POST/SSO/",
				"https://login.example.edu/idp/profile/SAML2/POST/SSO?x",
				"https://login.example.edu/idp/profile/SAML2/POST/sso",
				"https://login.example.edu:443/idp/profile/SAML2/Redirect/SSO",
				"https://login.example.edu:80/idp/profile/SAML2/POST/SSO",
				"https://login.example.edu:8443/idp/profile/SAML2/POST/SSO",
				"https://login.example:443.edu/idp/profile/SAML2/POST/SSO",
				"https://me@login.example.edu/idp/profile/SAML2/POST/SSO",
				"http://login.example.edu:443/idp/profile/SAML2/POST/SSO",
				" https://login.example.edu/idp/profile/SAML2/POST/SSO",
				"http://login.example.edu/idp/profile/SAML2/POST/SSO",
				"https://other.example/idp/profile/SAML2/POST/SSO" })
		void whenItIsAnotherAddressThenRefused(String destination) throws Exception {
			IdentifiedRequest request = identified(request().destination(destination));
			assertLocal(FaultCode.DESTINATION_MISMATCH, () -> rule.check(request));
		}

	}

	@Nested
	class IssueInstantRuleTests {

		private final IssueInstantRule rule = new IssueInstantRule(RequestLimits.DEFAULTS);

		@ParameterizedTest
		@CsvSource({ "0,true", "-480,true", "-481,false", "180,true", "181,false", "-86400,false", "86400,false" })
		void whenAgedThenAcceptedWithinValidityAndSkew(long seconds, boolean accepted) throws Exception {
			IdentifiedRequest request = identified(TestAuthnRequests.authnRequest(Requests.NOW.plusSeconds(seconds)));
			if (accepted) {
				rule.check(request);
			}
			else {
				assertLocal(FaultCode.REQUEST_EXPIRED, () -> rule.check(request));
			}
		}

		@ParameterizedTest
		@ValueSource(strings = { "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z" })
		void whenYearsAreFarAwayThenRefused(String instant) throws Exception {
			IdentifiedRequest request = identified(request().attribute("IssueInstant", instant));
			assertLocal(FaultCode.REQUEST_EXPIRED, () -> rule.check(request));
		}

		@Test
		void whenNoNodeAcceptsItAnyMoreThenItIsDead() {
			Instant lastAccepted = Requests.NOW.plus(Duration.ofMinutes(8));
			assertThat(rule.fault(Requests.NOW, lastAccepted)).isEmpty();
			assertThat(rule.deadAfter(Requests.NOW)).isAfterOrEqualTo(lastAccepted.plus(Duration.ofMinutes(2)));
		}

	}

	@Nested
	class SignatureRuleTests {

		private final SignatureRule rule = new SignatureRule();

		@Test
		void whenPromisedOrDemandedAndAbsentThenRefused() throws Exception {
			for (RelyingParty service : List.of(Requests.signingService(),
					TestRelyingParties.relyingParty().requireSignedRequests(true).build())) {
				IdentifiedRequest request = identified(service, request().post());
				assertThat(assertLocal(FaultCode.SIGNATURE_MISSING, () -> rule.check(request)).service())
					.contains(service.entityId());
			}
		}

		@Test
		void whenAnOverrideForgoesItThenPasses() throws Exception {
			rule.check(identified(
					TestRelyingParties.relyingParty().authnRequestsSigned().requireSignedRequests(false).build(),
					request().post()));
		}

		@Test
		void whenSignedTwiceThenBothMustVerify() throws Exception {
			RelyingParty service = Requests.signingService();
			List<RequestSignature> good = identified(service, Requests.signedPost().post()).signatures();
			RequestSignature bad = (policy) -> {
				throw SamlFault.local(FaultCode.SIGNATURE_INVALID, "bad");
			};
			IdentifiedRequest request = identified(service, request().post());
			rule.check(with(request, good.getFirst(), good.getFirst()));
			assertLocal(FaultCode.SIGNATURE_INVALID, () -> rule.check(with(request, good.getFirst(), bad)));
			assertLocal(FaultCode.SIGNATURE_INVALID, () -> rule.check(with(request, bad, good.getFirst())));
		}

		private static IdentifiedRequest with(IdentifiedRequest request, RequestSignature... signatures) {
			return new IdentifiedRequest(request.binding(), request.relayState(), request.message(),
					List.of(signatures), request.service(), request.receivedAt());
		}

	}

	@Nested
	class VersionRuleTests {

		@ParameterizedTest
		@CsvSource({ "2.1,true", "3.0,true", "2.10,true", "1.1,false", "0.0,false", "02.0,false" })
		void whenAnotherVersionThenTheServiceReceivesTheError(String version, boolean tooHigh) throws Exception {
			AnswerableRequest request = answerable(request().id("_v").attribute("Version", version));
			assertReported(new VersionRule(), request, FaultCode.VERSION_MISMATCH,
					tooHigh ? StatusCode.REQUEST_VERSION_TOO_HIGH : StatusCode.VERSION_MISMATCH);
		}

		@Test
		void whenTwoThenPasses() throws Exception {
			new VersionRule().check(answerable(request()));
		}

	}

	@Nested
	class ProtocolBindingRuleTests {

		@ParameterizedTest
		@ValueSource(strings = { "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact",
				"urn:oasis:names:tc:SAML:2.0:bindings:PAOS", "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
				"urn:none", "", "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST " })
		void whenNotPostThenTheServiceReceivesTheError(String binding) throws Exception {
			assertReported(new ProtocolBindingRule(), answerable(request().attribute("ProtocolBinding", binding)),
					FaultCode.BINDING_UNSUPPORTED, StatusCode.UNSUPPORTED_BINDING);
		}

		@Test
		void whenPostOrAbsentThenPasses() throws Exception {
			new ProtocolBindingRule().check(answerable(request()));
			new ProtocolBindingRule().check(answerable(
					request().attribute("ProtocolBinding", "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST")));
		}

	}

	@Nested
	class AuthnContextRuleTests {

		@Test
		void whenByDeclarationThenTheServiceReceivesTheError() throws Exception {
			assertReported(new AuthnContextRule(),
					answerable(request().child("<samlp:RequestedAuthnContext><saml:AuthnContextDeclRef>urn:d"
							+ "</saml:AuthnContextDeclRef></samlp:RequestedAuthnContext>")),
					FaultCode.AUTHN_CONTEXT_UNSUPPORTED, StatusCode.NO_AUTHN_CONTEXT);
		}

		@Test
		void whenByClassThenPasses() throws Exception {
			new AuthnContextRule().check(answerable(request().authnContext("exact", "urn:unheard-of")));
		}

	}

	@Nested
	class SubjectRuleTests {

		@Test
		void whenASubjectIsNamedThenTheServiceReceivesTheError() throws Exception {
			assertReported(new SubjectRule(),
					answerable(request().child("<saml:Subject><saml:NameID>alice</saml:NameID></saml:Subject>")),
					FaultCode.SUBJECT_UNSUPPORTED, StatusCode.REQUEST_UNSUPPORTED);
		}

		@Test
		void whenNoneThenPasses() throws Exception {
			new SubjectRule().check(answerable(request()));
		}

	}

	@Nested
	class ReplayRuleTests {

		private final IssueInstantRule freshness = new IssueInstantRule(RequestLimits.DEFAULTS);

		@Test
		void whenItComesAgainThenRefusedLocally() throws Exception {
			Requests.Marks marks = new Requests.Marks();
			ReplayRule rule = new ReplayRule(AnsweredRequests.REQUEST, marks, freshness);
			AnswerableRequest request = answerable(request().id("_1"));
			rule.check(request.identified());
			assertThat(marks.set).containsExactly(java.util.Map
				.entry("authn-request _1 " + TestRelyingParties.ENTITY_ID, freshness.deadAfter(Requests.NOW)));
			assertLocal(FaultCode.REQUEST_REPLAYED, () -> rule.check(request.identified()));
			rule.check(answerable(request().id("_2")).identified());
		}

		@Test
		void whenAnotherServiceUsesTheSameIdThenPasses() throws Exception {
			ReplayRule rule = new ReplayRule(AnsweredRequests.REQUEST, new Requests.Marks(), freshness);
			rule.check(answerable(request().id("_1")).identified());
			IdentifiedRequest other = identified(TestRelyingParties.relyingParty().entityId("urn:other").build(),
					request().id("_1").issuer("urn:other").post());
			rule.check(other);
		}

		@Test
		void whenTheStoreDoesNotAnswerThenRefused() throws Exception {
			OneTimeStore broken = new Requests.Marks() {
				@Override
				public boolean setReplayKey(String kind, String key, Instant expiresAt)
						throws StoreUnavailableException {
					throw new StoreUnavailableException("mark timed out");
				}
			};
			AnswerableRequest request = answerable(request());
			assertLocal(FaultCode.REPLAY_CHECK_UNAVAILABLE,
					() -> new ReplayRule(AnsweredRequests.REQUEST, broken, freshness).check(request.identified()));
		}

		@Test
		void whenNamesAreLongThenTheKeyFitsTheStore() throws Exception {
			Requests.Marks marks = new Requests.Marks();
			String name = "\u20ac".repeat(1024);
			IdentifiedRequest request = identified(TestRelyingParties.relyingParty().entityId(name).build(),
					request().id("\u4e00".repeat(256)).issuer(name).post());
			new ReplayRule(AnsweredRequests.REQUEST, marks, freshness).check(request);
			assertThat(marks.set.keySet()).allSatisfy((key) -> assertThat(
					key.substring("authn-request ".length()).getBytes(java.nio.charset.StandardCharsets.UTF_8))
				.hasSizeLessThanOrEqualTo(4096));
		}

	}

	private static void assertReported(RequestRule<AnswerableRequest> rule, AnswerableRequest request, FaultCode code,
			StatusCode status) {
		SamlFault fault = Requests.fault(() -> rule.check(request));
		assertThat(fault.code()).isEqualTo(code);
		assertThat(fault.service()).contains(TestRelyingParties.ENTITY_ID);
		assertThat(fault.replyTo()).isEqualTo(Optional.of(new SamlFault.ReplyTo(TestRelyingParties.ENTITY_ID,
				TestRelyingParties.ACS_URL, request.message().header().id(), null, status)));
	}

}
