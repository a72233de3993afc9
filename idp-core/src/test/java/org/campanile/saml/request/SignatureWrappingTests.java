package org.campanile.saml.request;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.campanile.relyingparty.RelyingParty;
import org.campanile.relyingparty.TestRelyingParties;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * B12: the signed request moved into one of the attacker's, which then carries its
 * signature. The eight places known for responses (Somorovsky et al., USENIX Security
 * 2012), each with the attacker's own ID, with the same ID, and with none of the original
 * left.
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
		for (int variant = 1; variant <= 8; variant++) {
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
		Document document = TestXmlSigner
			.parse(Requests.request().destination(Requests.SELF.postSsoUrl()).id(evilId).acsUrl(EVIL_ACS).xml());
		Element evil = document.getDocumentElement();
		Element original = (Element) document.importNode(TestXmlSigner.parse(original()).getDocumentElement(), true);
		Element signature = child(original, Saml.DSIG_NS, "Signature");
		Node afterIssuer = evil.getFirstChild().getNextSibling();
		switch (variant) {
			// The original inside the signature, in an Object.
			case 1 -> {
				original.removeChild(signature);
				evil.insertBefore(signature, afterIssuer);
				dsig(signature, "Object").appendChild(original);
			}
			// The original beside the signature, in Extensions after it.
			case 2 -> {
				original.removeChild(signature);
				evil.insertBefore(signature, afterIssuer);
				extensions(evil, null).appendChild(original);
			}
			// The original whole, in Extensions.
			case 3 -> extensions(evil, null).appendChild(original);
			// The original whole, straight under the root.
			case 4 -> evil.appendChild(original);
			// A copy of the signature at the root, the original whole in Extensions.
			case 5 -> {
				evil.insertBefore(signature.cloneNode(true), afterIssuer);
				extensions(evil, null).appendChild(original);
			}
			// The original inside KeyInfo.
			case 6 -> {
				original.removeChild(signature);
				evil.insertBefore(signature, afterIssuer);
				child(signature, Saml.DSIG_NS, "KeyInfo").appendChild(original);
			}
			// Extensions with the original before the signature.
			case 7 -> {
				original.removeChild(signature);
				extensions(evil, afterIssuer).appendChild(original);
				evil.insertBefore(signature, child(evil, Saml.PROTOCOL_NS, "Extensions").getNextSibling());
			}
			// The original inside SignedInfo's neighbour, with the signature copied
			// whole.
			case 8 -> {
				Element copy = (Element) signature.cloneNode(true);
				evil.insertBefore(copy, afterIssuer);
				dsig(copy, "Object").appendChild(original);
			}
			default -> throw new IllegalArgumentException();
		}
		return TestXmlSigner.write(document);
	}

	private static Element dsig(Element parent, String name) {
		Element made = parent.getOwnerDocument().createElementNS(Saml.DSIG_NS, "ds:" + name);
		parent.appendChild(made);
		return made;
	}

	private static Element extensions(Element root, @org.jspecify.annotations.Nullable Node before) {
		Element made = root.getOwnerDocument().createElementNS(Saml.PROTOCOL_NS, "samlp:Extensions");
		root.insertBefore(made, before);
		return made;
	}

	private static Element child(Element parent, String namespace, String name) {
		for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
			if (child instanceof Element element && namespace.equals(element.getNamespaceURI())
					&& name.equals(element.getLocalName())) {
				return element;
			}
		}
		throw new IllegalStateException(name);
	}

}
