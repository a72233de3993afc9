package org.campanile.saml.opensaml;

import java.util.HashSet;
import java.util.Set;

import javax.xml.XMLConstants;

import org.campanile.saml.Saml;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Refuses well-formed content that does not belong in a message, before the document is
 * interpreted: processing instructions (which would split a text), duplicate identifiers
 * (which readers might resolve differently), encrypted parts (whose decryption is a risk
 * of its own), and {@code xsi:type} on SAML elements (which would change their
 * interpretation). Comments have already been removed: the parser drops them and joins
 * the text around them.
 */
final class DocumentScreen {

	private static final String XENC = "http://www.w3.org/2001/04/xmlenc#";

	private static final String XENC11 = "http://www.w3.org/2009/xmlenc11#";

	private static final Set<String> TYPED_BY_NAME = Set.of(Saml.PROTOCOL_NS, Saml.ASSERTION_NS, Saml.DSIG_NS);

	private final Set<String> ids = new HashSet<>();

	private DocumentScreen() {
	}

	static void check(Document document) throws XmlRefusedException {
		new DocumentScreen().checkChildren(document);
	}

	/** The parser limits the depth. */
	private void checkChildren(Node parent) throws XmlRefusedException {
		for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
			if (child.getNodeType() == Node.PROCESSING_INSTRUCTION_NODE) {
				throw new XmlRefusedException("a processing instruction");
			}
			if (child instanceof Element element) {
				check(element);
				checkChildren(element);
			}
		}
	}

	private void check(Element element) throws XmlRefusedException {
		String namespace = element.getNamespaceURI();
		if (XENC.equals(namespace) || XENC11.equals(namespace)) {
			throw new XmlRefusedException("an encrypted part");
		}
		NamedNodeMap attributes = element.getAttributes();
		for (int i = 0; i < attributes.getLength(); i++) {
			Attr attribute = (Attr) attributes.item(i);
			if (isId(attribute) && !ids.add(attribute.getValue())) {
				throw new XmlRefusedException("two elements of the ID " + attribute.getValue());
			}
			if (XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(attribute.getNamespaceURI())
					&& "type".equals(attribute.getLocalName()) && namespace != null
					&& TYPED_BY_NAME.contains(namespace)) {
				throw new XmlRefusedException("xsi:type on " + element.getNodeName());
			}
		}
	}

	/** Attributes that any reader might treat as an identifier. */
	private static boolean isId(Attr attribute) {
		String namespace = attribute.getNamespaceURI();
		return "id".equalsIgnoreCase(attribute.getLocalName())
				&& (namespace == null || XMLConstants.XML_NS_URI.equals(namespace));
	}

}
