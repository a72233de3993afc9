package org.campanile.saml.logout;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import org.campanile.logout.ServiceSession;
import org.campanile.saml.Saml;
import org.campanile.saml.StatusCode;
import org.campanile.saml.assertion.NameIdWriter;
import org.campanile.saml.assertion.StatusWriter;
import org.campanile.saml.assertion.UnsignedElement;
import org.campanile.saml.assertion.XmlTime;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.xml.CanonicalXmlWriter;
import org.campanile.saml.xml.XmlNamespace;

import static org.campanile.saml.xml.XmlNamespace.SAML;
import static org.campanile.saml.xml.XmlNamespace.SAMLP;

/** Writes the messages of single logout (SAML Core 3.7) and their SOAP envelope. */
final class LogoutWriter {

	private static final XmlNamespace SOAP = new XmlNamespace("soap", Saml.SOAP_NS);

	private LogoutWriter() {
	}

	/**
	 * What every message of ours says.
	 *
	 * @param id its ID
	 * @param issueInstant when it was made
	 * @param issuer our entityID
	 * @param destination where it goes
	 */
	record Header(String id, Instant issueInstant, String issuer, String destination) {
	}

	/**
	 * A LogoutRequest.
	 * @param notOnOrAfter until when it holds
	 */
	static UnsignedElement request(Header header, ServiceSession session, Instant notOnOrAfter) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(SAMLP, "LogoutRequest")
			.attribute("Destination", header.destination())
			.attribute("ID", header.id())
			.attribute("IssueInstant", XmlTime.of(header.issueInstant()))
			.attribute("NotOnOrAfter", XmlTime.of(notOnOrAfter))
			.attribute("Version", "2.0");
		xml.textElement(SAML, "Issuer", header.issuer());
		int signatureAt = xml.position();
		NameIdWriter.write(xml, NameId.of(session.handle()));
		session.sessions().forEach(index -> xml.textElement(SAMLP, "SessionIndex", index));
		return new UnsignedElement(header.id(), xml.close().toByteArray(), signatureAt, false);
	}

	/** A LogoutResponse. */
	static UnsignedElement response(Header header, String inResponseTo, StatusCode status) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(SAMLP, "LogoutResponse")
			.attribute("Destination", header.destination())
			.attribute("ID", header.id())
			.attribute("InResponseTo", inResponseTo)
			.attribute("IssueInstant", XmlTime.of(header.issueInstant()))
			.attribute("Version", "2.0");
		xml.textElement(SAML, "Issuer", header.issuer());
		int signatureAt = xml.position();
		StatusWriter.write(xml, status, null);
		return new UnsignedElement(header.id(), xml.close().toByteArray(), signatureAt, false);
	}

	/** An envelope around a message in canonical form. */
	static byte[] envelope(byte[] message) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(SOAP, "Envelope").open(SOAP, "Body").raw(message);
		return xml.close().close().toByteArray();
	}

	/** An envelope with a fault. */
	static byte[] fault(boolean server, String text) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(SOAP, "Envelope").open(SOAP, "Body").open(SOAP, "Fault");
		// Both are without a namespace, which the writer knows only as raw bytes.
		xml.raw(("<faultcode>soap:" + (server ? "Server" : "Client") + "</faultcode><faultstring>")
			.getBytes(StandardCharsets.US_ASCII)).text(text).raw("</faultstring>".getBytes(StandardCharsets.US_ASCII));
		return xml.close().close().close().toByteArray();
	}

}
