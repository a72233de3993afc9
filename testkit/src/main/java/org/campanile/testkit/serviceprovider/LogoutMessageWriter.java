package org.campanile.testkit.serviceprovider;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import org.campanile.saml.Saml;
import org.campanile.saml.StatusCode;
import org.campanile.saml.nameid.NameId;
import org.jspecify.annotations.Nullable;

/**
 * Writes a service provider's messages of single logout (SAML Core 3.7). Public so that a
 * test can modify a message before {@link RequestBinding} encodes it.
 */
public final class LogoutMessageWriter {

	private static final Duration VALIDITY = Duration.ofMinutes(5);

	private LogoutMessageWriter() {
	}

	/**
	 * A LogoutRequest, unsigned.
	 * @param id its ID, an NCName
	 * @param issuer the service provider's entityID
	 * @param destination the endpoint it is meant for
	 */
	public static String request(String id, String issuer, String destination, Instant issueInstant,
			LogoutSubject subject) {
		return XmlText.write(out -> {
			start(out, "LogoutRequest", id, destination, issueInstant);
			out.writeAttribute("NotOnOrAfter", text(issueInstant.plus(VALIDITY)));
			issuer(out, issuer);
			NameId nameId = subject.nameId();
			out.writeStartElement("saml", "NameID", Saml.ASSERTION_NS);
			attribute(out, "Format", nameId.format());
			attribute(out, "NameQualifier", nameId.nameQualifier());
			attribute(out, "SPNameQualifier", nameId.spNameQualifier());
			out.writeCharacters(nameId.value());
			out.writeEndElement();
			for (String index : subject.sessionIndexes()) {
				out.writeStartElement("samlp", "SessionIndex", Saml.PROTOCOL_NS);
				out.writeCharacters(index);
				out.writeEndElement();
			}
			out.writeEndElement();
		});
	}

	/** A LogoutResponse, unsigned; parameters as for {@link #request}. */
	public static String response(String id, String issuer, String destination, Instant issueInstant,
			String inResponseTo, StatusCode status) {
		return XmlText.write(out -> {
			start(out, "LogoutResponse", id, destination, issueInstant);
			out.writeAttribute("InResponseTo", inResponseTo);
			issuer(out, issuer);
			out.writeStartElement("samlp", "Status", Saml.PROTOCOL_NS);
			out.writeStartElement("samlp", "StatusCode", Saml.PROTOCOL_NS);
			out.writeAttribute("Value", status.topLevel());
			if (status.secondLevel() != null) {
				out.writeEmptyElement("samlp", "StatusCode", Saml.PROTOCOL_NS);
				out.writeAttribute("Value", status.secondLevel());
			}
			out.writeEndElement();
			out.writeEndElement();
			out.writeEndElement();
		});
	}

	/** The envelope of the SOAP binding around a message, signed or not. */
	public static String envelope(String xml) {
		return "<soap:Envelope xmlns:soap=\"" + Saml.SOAP_NS + "\"><soap:Body>" + withoutDeclaration(xml)
				+ "</soap:Body></soap:Envelope>";
	}

	private static String withoutDeclaration(String xml) {
		return xml.startsWith("<?xml") ? xml.substring(xml.indexOf("?>") + 2).stripLeading() : xml;
	}

	private static void start(XMLStreamWriter out, String name, String id, String destination, Instant issueInstant)
			throws XMLStreamException {
		out.writeStartElement("samlp", name, Saml.PROTOCOL_NS);
		out.writeNamespace("samlp", Saml.PROTOCOL_NS);
		out.writeNamespace("saml", Saml.ASSERTION_NS);
		out.writeAttribute("ID", id);
		out.writeAttribute("Version", "2.0");
		out.writeAttribute("IssueInstant", text(issueInstant));
		out.writeAttribute("Destination", destination);
	}

	private static void issuer(XMLStreamWriter out, String issuer) throws XMLStreamException {
		out.writeStartElement("saml", "Issuer", Saml.ASSERTION_NS);
		out.writeCharacters(issuer);
		out.writeEndElement();
	}

	private static void attribute(XMLStreamWriter out, String name, @Nullable String value) throws XMLStreamException {
		if (value != null) {
			out.writeAttribute(name, value);
		}
	}

	private static String text(Instant instant) {
		return instant.truncatedTo(ChronoUnit.MILLIS).toString();
	}

}
