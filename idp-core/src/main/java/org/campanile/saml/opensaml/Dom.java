package org.campanile.saml.opensaml;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Reads those parts of a document that OpenSAML does not. */
public final class Dom {

	private Dom() {
	}

	public static boolean is(Element element, String namespace, String localName) {
		return namespace.equals(element.getNamespaceURI()) && localName.equals(element.getLocalName());
	}

	/** The child elements of a node. */
	public static List<Element> children(Node parent) {
		List<Element> children = new ArrayList<>();
		for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
			if (child instanceof Element element) {
				children.add(element);
			}
		}
		return children;
	}

	static @Nullable String emptyToNull(@Nullable String value) {
		return value == null || value.isEmpty() ? null : value;
	}

	/** The value of an attribute without a namespace; null if it is absent. */
	static @Nullable String attribute(Element element, String name) {
		Attr attribute = element.getAttributeNodeNS(null, name);
		return attribute == null ? null : attribute.getValue();
	}

}
