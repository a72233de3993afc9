package org.campanile.testkit.serviceprovider;

import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import org.campanile.saml.Saml;
import org.campanile.saml.relyingparty.SingleLogoutService;

/** Writes a service provider's metadata (SAML Metadata 2.4.4). */
final class MetadataWriter {

	private static final String MDUI_NS = "urn:oasis:names:tc:SAML:metadata:ui";

	private MetadataWriter() {
	}

	static byte[] write(ServiceProviderSettings settings, X509Certificate certificate) {
		return XmlText.write(out -> {
			out.writeStartElement("md", "EntityDescriptor", Saml.METADATA_NS);
			out.writeNamespace("md", Saml.METADATA_NS);
			out.writeNamespace("ds", Saml.DSIG_NS);
			out.writeNamespace("mdui", MDUI_NS);
			out.writeAttribute("entityID", settings.entityId());
			out.writeStartElement("md", "SPSSODescriptor", Saml.METADATA_NS);
			out.writeAttribute("AuthnRequestsSigned", Boolean.toString(settings.authnRequestsSigned()));
			out.writeAttribute("WantAssertionsSigned", Boolean.toString(settings.wantAssertionsSigned()));
			out.writeAttribute("protocolSupportEnumeration", Saml.PROTOCOL_NS);
			writeNames(out, settings.displayNames());
			writeKey(out, "signing", certificate, List.of());
			if (settings.encryptionKeyOffered()) {
				writeKey(out, "encryption", certificate, settings.encryptionMethods());
			}
			writeSingleLogout(out, settings.singleLogoutServices());
			for (String format : settings.nameIdFormats()) {
				text(out, "md", "NameIDFormat", Saml.METADATA_NS, format);
			}
			writeEndpoints(out, settings.assertionConsumerServiceUrls());
			out.writeEndElement();
			out.writeEndElement();
		}).getBytes(StandardCharsets.UTF_8);
	}

	private static void writeNames(XMLStreamWriter out, Map<String, String> names) throws XMLStreamException {
		if (names.isEmpty()) {
			return;
		}
		out.writeStartElement("md", "Extensions", Saml.METADATA_NS);
		out.writeStartElement("mdui", "UIInfo", MDUI_NS);
		for (Map.Entry<String, String> name : new TreeMap<>(names).entrySet()) {
			out.writeStartElement("mdui", "DisplayName", MDUI_NS);
			out.writeAttribute("xml", XMLConstants.XML_NS_URI, "lang", name.getKey());
			out.writeCharacters(name.getValue());
			out.writeEndElement();
		}
		out.writeEndElement();
		out.writeEndElement();
	}

	private static void writeKey(XMLStreamWriter out, String use, X509Certificate certificate, List<String> methods)
			throws XMLStreamException {
		out.writeStartElement("md", "KeyDescriptor", Saml.METADATA_NS);
		out.writeAttribute("use", use);
		out.writeStartElement("ds", "KeyInfo", Saml.DSIG_NS);
		out.writeStartElement("ds", "X509Data", Saml.DSIG_NS);
		text(out, "ds", "X509Certificate", Saml.DSIG_NS, base64(certificate));
		out.writeEndElement();
		out.writeEndElement();
		for (String method : methods) {
			out.writeEmptyElement("md", "EncryptionMethod", Saml.METADATA_NS);
			out.writeAttribute("Algorithm", method);
		}
		out.writeEndElement();
	}

	private static void writeSingleLogout(XMLStreamWriter out, List<SingleLogoutService> services)
			throws XMLStreamException {
		for (SingleLogoutService service : services) {
			out.writeEmptyElement("md", "SingleLogoutService", Saml.METADATA_NS);
			out.writeAttribute("Binding", service.binding());
			out.writeAttribute("Location", service.location());
			if (!service.responseLocation().equals(service.location())) {
				out.writeAttribute("ResponseLocation", service.responseLocation());
			}
		}
	}

	private static void writeEndpoints(XMLStreamWriter out, List<String> urls) throws XMLStreamException {
		for (int i = 0; i < urls.size(); i++) {
			out.writeEmptyElement("md", "AssertionConsumerService", Saml.METADATA_NS);
			out.writeAttribute("Binding", Saml.BINDING_POST);
			out.writeAttribute("Location", urls.get(i));
			out.writeAttribute("index", Integer.toString(i + 1));
			if (i == 0) {
				out.writeAttribute("isDefault", "true");
			}
		}
	}

	private static void text(XMLStreamWriter out, String prefix, String element, String namespace, String text)
			throws XMLStreamException {
		out.writeStartElement(prefix, element, namespace);
		out.writeCharacters(text);
		out.writeEndElement();
	}

	private static String base64(X509Certificate certificate) {
		try {
			return Base64.getEncoder().encodeToString(certificate.getEncoded());
		}
		catch (CertificateEncodingException ex) {
			throw new IllegalStateException("a certificate just read or made cannot be encoded", ex);
		}
	}

}
