package org.campanile.saml.assertion;

import java.util.List;

import org.campanile.attribute.AttributeValue;
import org.campanile.xml.CanonicalXmlWriter;
import org.jspecify.annotations.Nullable;

import static org.campanile.saml.xml.Namespaces.SAML;
import static org.campanile.saml.xml.Namespaces.XS;
import static org.campanile.saml.xml.Namespaces.XSI;

/** Writes the attribute statement (SAML Core 2.7.3). */
public final class AttributeStatementWriter {

	private AttributeStatementWriter() {
	}

	/** Appends it; nothing if there are no attributes. */
	public static void write(CanonicalXmlWriter xml, List<NamedAttribute> attributes) {
		if (attributes.isEmpty()) {
			return;
		}
		xml.open(SAML, "AttributeStatement");
		for (NamedAttribute attribute : attributes) {
			xml.open(SAML, "Attribute")
				.attribute("FriendlyName", present(attribute.name().friendlyName()))
				.attribute("Name", attribute.name().name())
				.attribute("NameFormat", present(attribute.name().nameFormat()));
			attribute.values().forEach(value -> value(xml, value));
			xml.close();
		}
		xml.close();
	}

	/**
	 * SAML Profiles 8.2.4 requires each value to be typed. The prefix of the type is
	 * declared on the value itself, so that it is still declared when the assertion is
	 * moved to another document.
	 */
	private static void value(CanonicalXmlWriter xml, AttributeValue value) {
		String type = (value instanceof AttributeValue.Binary) ? "xs:base64Binary" : "xs:string";
		xml.open(SAML, "AttributeValue").declare(XS).attribute(XSI, "type", type).text(value.text()).close();
	}

	private static @Nullable String present(String text) {
		return text.isEmpty() ? null : text;
	}

}
