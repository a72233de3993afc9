package org.campanile.saml.request;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.SamlSignOn;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.signon.SignOnRequest;
import org.campanile.testkit.saml.Damage;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.testkit.saml.TestSigningKeys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Damaged requests must result in a request or a fault, and a damaged signed request that
 * is accepted must have the content that was signed. The seeds are fixed, so that
 * failures are reproducible.
 */
class AuthnRequestFuzzTests {

	private static final int CASES = 2_000;

	private final RelyingParty open = TestRelyingParties.relyingParty()
		.signingKeys(TestSigningKeys.rsa().getPublic())
		.build();

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void whenAnUnsignedRequestIsDamagedThenARequestOrAFault(long seed) {
		byte[] xml = Requests.request()
			.attribute("ForceAuthn", "false")
			.attribute("AttributeConsumingServiceIndex", "1")
			.attribute("ProtocolBinding", Saml.BINDING_POST)
			.child("<samlp:NameIDPolicy Format=\"urn:f\" AllowCreate=\"true\"/>")
			.authnContext("exact", "urn:c")
			.xml()
			.getBytes(StandardCharsets.UTF_8);
		Random random = new Random(seed);
		int accepted = 0;
		for (int i = 0; i < CASES; i++) {
			accepted += outcome(open, Damage.of(xml, random)) == null ? 0 : 1;
		}
		assertThat(accepted).as("some damage is harmless, most is not").isBetween(1, CASES - 1);
	}

	@ParameterizedTest
	@ValueSource(longs = { 4, 5 })
	void whenASignedRequestIsDamagedThenRefusedOrUnchanged(long seed) {
		RelyingParty service = Requests.signingService();
		byte[] xml = Requests.signedPost().id("_signed").signedXml().getBytes(StandardCharsets.UTF_8);
		SignOnRequest signed = outcome(service, xml);
		assertThat(signed).isNotNull();
		Random random = new Random(seed);
		for (int i = 0; i < CASES; i++) {
			SignOnRequest outcome = outcome(service, Damage.of(xml, random));
			if (outcome != null) {
				assertThat(outcome).isEqualTo(signed);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(longs = { 6, 7 })
	void whenAQueryIsDamagedThenARequestOrAFault(long seed) {
		RelyingParty service = Requests.signingService();
		byte[] query = Requests.signedRedirect()
			.relayState("state")
			.redirectQuery()
			.getBytes(StandardCharsets.US_ASCII);
		Random random = new Random(seed);
		RedirectDecoder decoder = new RedirectDecoder(BindingLimits.DEFAULTS);
		for (int i = 0; i < CASES; i++) {
			String damaged = new String(Damage.of(query, random), StandardCharsets.ISO_8859_1);
			try {
				InboundMessage message = decoder.decode(damaged);
				SignOnRequest request = Requests.processor(service).process(message);
				assertThat(SamlSignOn.of(request).relayState()).as(damaged).isEqualTo("state");
			}
			catch (SamlFault ex) {
				assertThat(ex.replyTo()).as("nothing is told on the word of a broken signature").isEmpty();
			}
		}
	}

	private static @org.jspecify.annotations.Nullable SignOnRequest outcome(RelyingParty service, byte[] xml) {
		try {
			return Requests.processor(service)
				.process(new InboundMessage(Saml.BINDING_POST, xml, null, java.util.Optional.empty(), false));
		}
		catch (SamlFault ex) {
			ex.replyTo().ifPresent((reply) -> assertThat(reply.responseUrl()).isEqualTo(TestRelyingParties.ACS_URL));
			return null;
		}
	}

}
