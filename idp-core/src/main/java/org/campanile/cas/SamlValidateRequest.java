package org.campanile.cas;

import java.io.ByteArrayInputStream;
import java.util.Optional;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A request of {@code /samlValidate}: the ticket as the AssertionArtifact of a SAML 1.1
 * Request in SOAP (CAS Protocol 3.0.3, 2.8).
 *
 * @param id the id of the request; empty if it has none
 * @param ticket the ticket, not validated; empty if there is none
 */
public record SamlValidateRequest(String id, String ticket) {

	/** The maximum nesting depth of elements; a valid request has four. */
	private static final int MAX_DEPTH = 8;

	private static final XMLInputFactory XML = factory();

	private static XMLInputFactory factory() {
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		// A document type is an error, and entities are then errors as well.
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		factory.setProperty(XMLInputFactory.IS_COALESCING, true);
		return factory;
	}

	/**
	 * Reads an envelope.
	 * @param bytes at most one byte more than the limit
	 * @return empty if it is longer, or is not XML
	 */
	public static Optional<SamlValidateRequest> read(byte[] bytes, int limit) {
		if (bytes.length > limit) {
			return Optional.empty();
		}
		try {
			XMLStreamReader xml = XML.createXMLStreamReader(new ByteArrayInputStream(bytes));
			try {
				return read(xml);
			}
			finally {
				xml.close();
			}
		}
		catch (XMLStreamException ex) {
			return Optional.empty();
		}
	}

	private static Optional<SamlValidateRequest> read(XMLStreamReader xml) throws XMLStreamException {
		String id = "";
		int depth = 0;
		while (xml.hasNext()) {
			switch (xml.next()) {
				case XMLStreamConstants.DTD -> {
					return Optional.empty();
				}
				case XMLStreamConstants.END_ELEMENT -> depth--;
				case XMLStreamConstants.START_ELEMENT -> {
					depth++;
					if (depth > MAX_DEPTH) {
						return Optional.empty();
					}
					String requestId = xml.getAttributeValue(null, "RequestID");
					if (xml.getLocalName().equals("Request") && requestId != null) {
						id = requestId;
					}
					if (xml.getLocalName().equals("AssertionArtifact")) {
						return Optional.of(new SamlValidateRequest(id, xml.getElementText().strip()));
					}
				}
				default -> {
				}
			}
		}
		return Optional.of(new SamlValidateRequest(id, ""));
	}

}
