package org.campanile.saml.opensaml.metadata;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

import org.campanile.saml.Saml;
import org.campanile.saml.opensaml.Dom;
import org.opensaml.saml.ext.saml2mdattr.EntityAttributes;
import org.opensaml.saml.ext.saml2mdrpi.RegistrationInfo;
import org.opensaml.saml.ext.saml2mdui.Logo;
import org.opensaml.saml.ext.saml2mdui.UIInfo;
import org.w3c.dom.Element;

/**
 * Reduces an {@code md:EntityDescriptor} to the parts that define a service, before it is
 * unmarshalled: a fault in another role, in a signature that is not checked, in a time
 * that the index has already read, or in a decoration must not make the service unusable.
 */
final class EntityElement {

	/** The extensions that are read. */
	private static final Set<QName> EXTENSIONS = Set.of(UIInfo.DEFAULT_ELEMENT_NAME,
			EntityAttributes.DEFAULT_ELEMENT_NAME, RegistrationInfo.DEFAULT_ELEMENT_NAME);

	private static final Pattern PIXELS = Pattern.compile("[0-9]{1,9}");

	private EntityElement() {
	}

	/**
	 * Keeps of the entity its extensions, its organization and the first service provider
	 * role of SAML 2.0.
	 * @param remarks receives what was dropped, if it deserves attention
	 * @throws UnusableEntityException if there is no such role
	 */
	static void reduce(Element entity, List<String> remarks) throws UnusableEntityException {
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
		clean(entity, remarks);
	}

	/** Removes what is not read, and what OpenSAML would refuse or misread. */
	private static void clean(Element element, List<String> remarks) {
		// OpenSAML would choose the class by it, not by the element's name.
		element.removeAttributeNS(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type");
		QName name = name(element);
		if (name.equals(RegistrationInfo.DEFAULT_ELEMENT_NAME)) {
			element.removeAttribute("registrationInstant");
		}
		else if (name.equals(Logo.DEFAULT_ELEMENT_NAME)) {
			for (String size : List.of("width", "height")) {
				if (element.hasAttribute(size) && !PIXELS.matcher(element.getAttribute(size)).matches()) {
					element.removeAttribute(size);
					remarks.add(size + " of a Logo dropped: not a number of pixels");
				}
			}
		}
		boolean extensions = is(element, "Extensions");
		for (Element child : Dom.children(element)) {
			if (extensions && !EXTENSIONS.contains(name(child))) {
				element.removeChild(child);
			}
			else {
				clean(child, remarks);
			}
		}
	}

	private static QName name(Element element) {
		return new QName(element.getNamespaceURI(), element.getLocalName());
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
