package org.campanile.saml.opensaml;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.message.RequestSignatureAlgorithm;
import org.campanile.saml.message.SignaturePolicy;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The form of an enveloped signature (SAML Core 5.4), checked before any library
 * processes it: one Signature, directly after the Issuer, with one Reference to the root,
 * enveloped and canonicalized once, and nothing else. This ensures that exactly the
 * document that is read is signed.
 *
 * @param digest the URI of the digest algorithm
 * @param inclusive the URI of the inclusive canonicalization in the Reference, if there
 * is one; only some services may use it
 */
record SignatureShape(RequestSignatureAlgorithm algorithm, String digest, Optional<String> inclusive) {

	private static final String ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

	private static final Set<String> EXCLUSIVE = Set.of("http://www.w3.org/2001/10/xml-exc-c14n#",
			"http://www.w3.org/2001/10/xml-exc-c14n#WithComments");

	private static final Set<String> INCLUSIVE = Set.of("http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
			"http://www.w3.org/2006/12/xml-c14n11");

	private static final Set<String> INCLUSIVE_WITH_COMMENTS = Set.of(
			"http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments",
			"http://www.w3.org/2006/12/xml-c14n11#WithComments");

	/**
	 * Checks the form, and removes {@code KeyInfo}: keys come from metadata, so its
	 * content must not be parsed.
	 * @param root a message of the right form
	 * @return empty if there is no signature anywhere in the message
	 * @throws SamlFault {@link FaultCode#SIGNATURE_INVALID},
	 * {@link FaultCode#SIGNATURE_ALGORITHM_REFUSED}
	 */
	static Optional<SignatureShape> check(Element root) throws SamlFault {
		boolean document = root.getParentNode() == root.getOwnerDocument();
		NodeList signatures = root.getElementsByTagNameNS(Saml.DSIG_NS, "Signature");
		if (signatures.getLength() == 0) {
			return Optional.empty();
		}
		Element signature = (Element) signatures.item(0);
		if (signatures.getLength() > 1 || signature.getParentNode() != root) {
			throw invalid("more than one Signature, or one that is not a child of the message");
		}
		List<Element> siblings = Dom.children(root);
		if (siblings.indexOf(signature) != siblings.indexOf(MessageShape.issuer(root)) + 1) {
			throw invalid("Signature does not follow Issuer");
		}
		List<Element> parts = Dom.children(signature);
		if (parts.size() == 3 && Dom.is(parts.get(2), Saml.DSIG_NS, "KeyInfo")) {
			signature.removeChild(parts.get(2));
			parts = parts.subList(0, 2);
		}
		requireParts(signature, parts, "SignedInfo", "SignatureValue");
		return Optional.of(signedInfo(parts.getFirst(), document, "#" + Dom.attribute(root, "ID")));
	}

	private static SignatureShape signedInfo(Element signedInfo, boolean document, String rootUri) throws SamlFault {
		List<Element> parts = Dom.children(signedInfo);
		requireParts(signedInfo, parts, "CanonicalizationMethod", "SignatureMethod", "Reference");
		String canonicalization = algorithm(parts.getFirst());
		// For SignedInfo, whose context is known, the inclusive ones are equally safe.
		if (!EXCLUSIVE.contains(canonicalization) && !INCLUSIVE.contains(canonicalization)) {
			throw refused(canonicalization);
		}
		RequestSignatureAlgorithm algorithm = SignaturePolicy.known(algorithm(parts.get(1)));
		Element reference = parts.get(2);
		String uri = Dom.attribute(reference, "URI");
		// An empty URI refers to the whole document, which is the message only if it is
		// not enclosed in another element.
		if (uri == null || !(uri.isEmpty() && document) && !uri.equals(rootUri)) {
			throw invalid("the Reference is not to the message itself: " + uri);
		}
		List<Element> referenceParts = Dom.children(reference);
		requireParts(reference, referenceParts, "Transforms", "DigestMethod", "DigestValue");
		Optional<String> inclusive = checkTransforms(Dom.children(referenceParts.getFirst()));
		String digest = algorithm(referenceParts.get(1));
		SignaturePolicy.requireKnownDigest(digest);
		return new SignatureShape(algorithm, digest, inclusive);
	}

	/** The inclusive canonicalization among the transforms, if there is one. */
	private static Optional<String> checkTransforms(List<Element> transforms) throws SamlFault {
		boolean enveloped = (transforms.size() == 1 || transforms.size() == 2)
				&& transforms.stream().allMatch(transform -> Dom.is(transform, Saml.DSIG_NS, "Transform"))
				&& algorithm(transforms.getFirst()).equals(ENVELOPED);
		String canonicalization = transforms.isEmpty() ? "" : algorithm(transforms.getLast());
		if (enveloped && transforms.size() == 2 && INCLUSIVE_WITH_COMMENTS.contains(canonicalization)) {
			throw refused(canonicalization);
		}
		boolean inclusive = INCLUSIVE.contains(canonicalization);
		if (!enveloped || transforms.size() == 2 && !inclusive && !EXCLUSIVE.contains(canonicalization)) {
			throw invalid("transforms other than enveloped-signature and then one canonicalization");
		}
		return inclusive ? Optional.of(canonicalization) : Optional.empty();
	}

	private static void requireParts(Element parent, List<Element> parts, String... names) throws SamlFault {
		boolean same = parts.size() == names.length;
		for (int i = 0; same && i < names.length; i++) {
			same = Dom.is(parts.get(i), Saml.DSIG_NS, names[i]);
		}
		if (!same) {
			throw invalid(parent.getLocalName() + " must hold " + String.join(", ", names) + ", once each");
		}
	}

	private static String algorithm(Element method) {
		@Nullable String algorithm = Dom.attribute(method, "Algorithm");
		return algorithm == null ? "" : algorithm;
	}

	private static SamlFault refused(String canonicalization) {
		return SamlFault.local(FaultCode.SIGNATURE_ALGORITHM_REFUSED,
				"the canonicalization " + canonicalization
						+ " is not accepted; let the service use exclusive canonicalization, "
						+ "http://www.w3.org/2001/10/xml-exc-c14n#, in CanonicalizationMethod and Transform");
	}

	private static SamlFault invalid(String detail) {
		return SamlFault.local(FaultCode.SIGNATURE_INVALID, detail);
	}

}
