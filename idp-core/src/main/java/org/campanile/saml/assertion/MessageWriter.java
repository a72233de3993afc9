package org.campanile.saml.assertion;

import java.time.Instant;
import java.util.function.Consumer;

import org.campanile.saml.StatusCode;
import org.campanile.xml.CanonicalXmlWriter;
import org.jspecify.annotations.Nullable;

import static org.campanile.saml.xml.Namespaces.SAML;
import static org.campanile.saml.xml.Namespaces.SAMLP;

/**
 * The parts common to all outgoing messages (SAML Core 3.2.1, 3.2.2), and their writer.
 *
 * @param issueInstant when it was issued
 * @param issuer this server's entityID
 * @param destination the URL it is sent to; null if it has none of its own
 * @param inResponseTo the ID of the request it answers; null for none
 */
public record MessageWriter(String id, Instant issueInstant, String issuer, @Nullable String destination,
		@Nullable String inResponseTo) {

	/**
	 * Writes the message.
	 * @param notOnOrAfter the end of its validity; null if none is stated
	 * @param typedContent whether unencrypted content contains xsi:type
	 * @param content writes the content after the Issuer
	 */
	public UnsignedElement write(String element, @Nullable Instant notOnOrAfter, boolean typedContent,
			Consumer<CanonicalXmlWriter> content) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(SAMLP, element)
			.attribute("Destination", destination)
			.attribute("ID", id)
			.attribute("InResponseTo", inResponseTo)
			.attribute("IssueInstant", XmlTime.of(issueInstant))
			.attribute("NotOnOrAfter", notOnOrAfter == null ? null : XmlTime.of(notOnOrAfter))
			.attribute("Version", "2.0");
		xml.textElement(SAML, "Issuer", issuer);
		int signatureAt = xml.position();
		content.accept(xml);
		return new UnsignedElement(id, xml.close().toByteArray(), signatureAt, typedContent);
	}

	/** Writes the Status of a response (SAML Core 3.2.2.1). */
	public static void status(CanonicalXmlWriter xml, StatusCode status, @Nullable String message) {
		xml.open(SAMLP, "Status");
		xml.open(SAMLP, "StatusCode").attribute("Value", status.topLevel());
		if (status.secondLevel() != null) {
			xml.open(SAMLP, "StatusCode").attribute("Value", status.secondLevel()).close();
		}
		xml.close();
		if (message != null) {
			xml.textElement(SAMLP, "StatusMessage", message);
		}
		xml.close();
	}

}
