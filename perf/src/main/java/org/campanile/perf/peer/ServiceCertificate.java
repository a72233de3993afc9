package org.campanile.perf.peer;

import java.io.IOException;
import java.nio.file.Path;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Reads certificates from the metadata of a service. */
final class ServiceCertificate {

	private static final String METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";

	private static final String SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";

	private ServiceCertificate() {
	}

	/**
	 * The first certificate for encryption.
	 * @return base64 of its DER, without white space
	 * @throws IOException if there is none
	 */
	static String forEncryption(Path metadata) throws IOException {
		NodeList keys = read(metadata).getElementsByTagNameNS(METADATA, "KeyDescriptor");
		for (int i = 0; i < keys.getLength(); i++) {
			if (keys.item(i) instanceof Element key && !key.getAttribute("use").equals("signing")) {
				NodeList certificates = key.getElementsByTagNameNS(SIGNATURE, "X509Certificate");
				if (certificates.getLength() > 0) {
					return certificates.item(0).getTextContent().replaceAll("\\s", "");
				}
			}
		}
		throw new IOException(metadata + " holds no certificate for encryption");
	}

	private static Document read(Path metadata) throws IOException {
		try {
			DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
			factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
			return factory.newDocumentBuilder().parse(metadata.toFile());
		}
		catch (ParserConfigurationException | SAXException ex) {
			throw new IOException(metadata + " cannot be read: " + ex.getMessage(), ex);
		}
	}

}
