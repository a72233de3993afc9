package org.campanile.saml.opensaml.metadata;

import java.util.List;

import org.campanile.saml.Saml;
import org.campanile.saml.opensaml.Dom;
import org.w3c.dom.Element;

/**
 * Reduces an {@code md:EntityDescriptor} to the parts that define a service, before it is
 * unmarshalled: a fault in another role, in a signature that is not checked, or in a time
 * that the index has already read must not make the service unusable.
 */
final class EntityElement {

	private EntityElement() {
	}

	/**
	 * Keeps of the entity its extensions, its organization and the first service provider
	 * role of SAML 2.0.
	 * @throws UnusableEntityException if there is no such role
	 */
	static void reduce(Element entity) throws UnusableEntityException {
		Element role = null;
		for (Element child : Dom.children(entity)) {
			if (role == null && isServiceRole(child)) {
				role = child;
			}
			else if (!is(child, "Extensions") && !is(child, "Organization")) {
				entity.removeChild(child);
			}
		}
		if (role == null) {
			throw new UnusableEntityException("it has no SPSSODescriptor for SAML 2.0");
		}
		for (Element child : Dom.children(role)) {
			if (Saml.DSIG_NS.equals(child.getNamespaceURI())) {
				role.removeChild(child);
			}
		}
		for (Element element : List.of(entity, role)) {
			element.removeAttribute("validUntil");
			element.removeAttribute("cacheDuration");
		}
	}

	static boolean is(Element element, String localName) {
		return Dom.is(element, Saml.METADATA_NS, localName);
	}

	private static boolean isServiceRole(Element element) {
		return is(element, "SPSSODescriptor")
				&& List.of(element.getAttribute("protocolSupportEnumeration").trim().split("\\s+"))
					.contains(Saml.PROTOCOL_NS);
	}

}
