package org.campanile.saml.assertion;

import org.campanile.saml.nameid.NameId;
import org.campanile.xml.CanonicalXmlWriter;

import static org.campanile.saml.xml.Namespaces.SAML;

/**
 * Writes a name identifier (SAML Core 2.2.3), in logout messages exactly as in
 * assertions, because services compare the two.
 */
public final class NameIdWriter {

	private NameIdWriter() {
	}

	public static void write(CanonicalXmlWriter xml, NameId nameId) {
		xml.open(SAML, "NameID")
			.attribute("Format", nameId.format())
			.attribute("NameQualifier", nameId.nameQualifier())
			.attribute("SPNameQualifier", nameId.spNameQualifier())
			.text(nameId.value())
			.close();
	}

}
