package org.campanile.saml.assertion;

import org.campanile.saml.xml.CanonicalXmlWriter;
import org.jspecify.annotations.Nullable;

import static org.campanile.saml.xml.XmlNamespace.SAML;
import static org.campanile.saml.xml.XmlNamespace.SAMLP;

/** Writes responses (SAML Core 3.2.2, 3.3.3). */
final class ResponseWriter {

	private ResponseWriter() {
	}

	/** A response without an assertion. */
	static UnsignedElement write(ResponseHeader header) {
		return write(header, null, false);
	}

	/**
	 * A response with an assertion.
	 * @param assertion an Assertion or EncryptedAssertion in canonical form
	 * @param typedContent whether types are named in it in clear
	 */
	static UnsignedElement write(ResponseHeader header, byte @Nullable [] assertion, boolean typedContent) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(SAMLP, "Response")
			.attribute("Destination", header.destination())
			.attribute("ID", header.id())
			.attribute("InResponseTo", header.inResponseTo())
			.attribute("IssueInstant", XmlTime.of(header.issueInstant()))
			.attribute("Version", "2.0");
		xml.textElement(SAML, "Issuer", header.issuer());
		int signatureAt = xml.position();
		StatusWriter.write(xml, header.status(), header.statusMessage());
		if (assertion != null) {
			xml.raw(assertion);
		}
		xml.close();
		return new UnsignedElement(header.id(), xml.toByteArray(), signatureAt, typedContent);
	}

}
