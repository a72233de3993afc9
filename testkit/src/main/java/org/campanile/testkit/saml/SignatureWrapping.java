package org.campanile.testkit.saml;

import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

import org.campanile.saml.Saml;

/**
 * Embeds a signed message into another one, which then contains its signature, at the
 * eight positions known for responses (Somorovsky et al., USENIX Security 2012).
 */
public final class SignatureWrapping {

	/** Variants are numbered from one to this. */
	public static final int VARIANTS = 8;

	private SignatureWrapping() {
	}

	/**
	 * @param evilXml the message that should be read, unsigned, whose first child is its
	 * issuer
	 * @param signedXml the message that was signed
	 */
	public static String wrap(int variant, String evilXml, String signedXml) {
		Document document = TestXmlSigner.parse(evilXml);
		Element evil = document.getDocumentElement();
		Element original = (Element) document.importNode(TestXmlSigner.parse(signedXml).getDocumentElement(), true);
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
			// The complete original, in Extensions.
			case 3 -> extensions(evil, null).appendChild(original);
			// The complete original, directly under the root.
			case 4 -> evil.appendChild(original);
			// A copy of the signature at the root, the complete original in Extensions.
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
			// A copy of the signature whose Object contains the complete original.
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

	private static Element extensions(Element root, @Nullable Node before) {
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
