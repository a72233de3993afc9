package org.campanile.saml.request;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.testkit.saml.SignatureWrapping;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.testkit.saml.TestSigningKeys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Embeds a signed request into an attacker's request, which then contains its signature,
 * at the eight positions known for responses (Somorovsky et al., USENIX Security 2012):
 * with the attacker's own ID, with the same ID, and without the original.
 */
class SignatureWrappingTests {

	private static final String EVIL_ACS = "https://sp.example.org/other/ACS";

	private final RelyingParty service = TestRelyingParties.relyingParty()
		.authnRequestsSigned()
		.signingKeys(TestSigningKeys.rsa().getPublic())
		.endpoint(Saml.BINDING_POST, EVIL_ACS, 2, false)
		.build();

	static Stream<Arguments> wrapped() {
		List<Arguments> all = new ArrayList<>();
		for (int variant = 1; variant <= SignatureWrapping.VARIANTS; variant++) {
			for (String id : new String[] { "_original", "_evil" }) {
				all.add(Arguments.of(variant, id));
			}
		}
		return all.stream();
	}

	@ParameterizedTest(name = "XSW{0}, ID {1}")
	@MethodSource("wrapped")
	void whenWrappedThenRefused(int variant, String evilId) {
		String xml = wrap(variant, evilId);
		assertThat(xml).contains(EVIL_ACS).contains("SignatureValue");
		SamlFault fault = Requests.fault(() -> Requests.processor(service).process(TestAuthnRequests.posted(xml)));
		assertThat(fault.replyTo()).isEmpty();
		assertThat(fault.getMessage()).as("refused for its form, before any verifier")
			.doesNotContain("verifier", "verifies");
	}

	@ParameterizedTest
	@MethodSource("wrapped")
	void whenNotWrappedThenAccepted(int variant, String id) throws Exception {
		assertThat(Requests.processor(service).process(TestAuthnRequests.posted(original())).requestId())
			.isEqualTo("_original");
	}

	private static String original() {
		return Requests.signedPost().id("_original").signedXml();
	}

	private static String wrap(int variant, String evilId) {
		return SignatureWrapping.wrap(variant,
				Requests.request()
					.destination(Requests.SELF.url(SamlEndpoints.POST_SSO))
					.id(evilId)
					.acsUrl(EVIL_ACS)
					.xml(),
				original());
	}

}
