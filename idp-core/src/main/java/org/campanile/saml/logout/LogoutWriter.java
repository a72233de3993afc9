package org.campanile.saml.logout;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import org.campanile.logout.ServiceSession;
import org.campanile.saml.Saml;
import org.campanile.saml.StatusCode;
import org.campanile.saml.assertion.MessageWriter;
import org.campanile.saml.assertion.NameIdWriter;
import org.campanile.saml.assertion.UnsignedElement;
import org.campanile.saml.nameid.NameId;
import org.campanile.xml.CanonicalXmlWriter;
import org.campanile.xml.XmlNamespace;

import static org.campanile.saml.xml.Namespaces.SAML;
import static org.campanile.saml.xml.Namespaces.SAMLP;

/** Writes the messages of single logout (SAML Core 3.7) and their SOAP envelope. */
final class LogoutWriter {

	private static final XmlNamespace SOAP = new XmlNamespace("soap", Saml.SOAP_NS);

	private LogoutWriter() {
	}

	/**
	 * A LogoutRequest.
	 * @param notOnOrAfter the end of its validity
	 */
	static UnsignedElement request(MessageWriter message, ServiceSession session, Instant notOnOrAfter) {
		return message.write("LogoutRequest", notOnOrAfter, false, xml -> {
			NameIdWriter.write(xml, NameId.of(session.handle()));
			session.sessions().forEach(index -> xml.textElement(SAMLP, "SessionIndex", index));
		});
	}

	static UnsignedElement response(MessageWriter message, StatusCode status) {
		return message.write("LogoutResponse", null, false, xml -> MessageWriter.status(xml, status, null));
	}

	/** An envelope around a message in canonical form. */
	static byte[] envelope(byte[] message) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(SOAP, "Envelope").open(SOAP, "Body").raw(message);
		return xml.close().close().toByteArray();
	}

	static byte[] fault(boolean server, String text) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(SOAP, "Envelope").open(SOAP, "Body").open(SOAP, "Fault");
		// Both elements have no namespace, which the writer supports only as raw bytes.
		xml.raw(("<faultcode>soap:" + (server ? "Server" : "Client") + "</faultcode><faultstring>")
			.getBytes(StandardCharsets.US_ASCII)).text(text).raw("</faultstring>".getBytes(StandardCharsets.US_ASCII));
		return xml.close().close().close().toByteArray();
	}

}
