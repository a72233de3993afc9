package org.campanile.saml.opensaml.metadata;

import java.io.ByteArrayInputStream;
import java.security.KeyException;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.apache.xml.security.exceptions.XMLSecurityException;
import org.apache.xml.security.keys.content.keyvalues.ECKeyValue;
import org.campanile.saml.Saml;
import org.campanile.saml.opensaml.Dom;
import org.opensaml.xmlsec.keyinfo.KeyInfoSupport;
import org.opensaml.xmlsec.signature.DEREncodedKeyValue;
import org.opensaml.xmlsec.signature.KeyInfo;
import org.opensaml.xmlsec.signature.KeyValue;
import org.opensaml.xmlsec.signature.X509Data;
import org.w3c.dom.Element;

/**
 * The public keys of a {@code ds:KeyInfo}. According to the SAML V2.0 Metadata
 * Interoperability Profile (2.6.1), a certificate is only a container for its key:
 * neither its validity nor its issuer matters.
 */
final class KeyInfoReader {

	private final List<String> remarks;

	KeyInfoReader(List<String> remarks) {
		this.remarks = remarks;
	}

	Set<PublicKey> keys(KeyInfo keyInfo) {
		Set<PublicKey> keys = new LinkedHashSet<>();
		keyInfo.getX509Datas().forEach(data -> add(keys, "certificate", () -> certificateKey(data)));
		keyInfo.getKeyValues().forEach(value -> add(keys, "KeyValue", () -> key(value)));
		keyInfo.getDEREncodedKeyValues().forEach(value -> add(keys, "DEREncodedKeyValue", () -> key(value)));
		if (keys.isEmpty()) {
			remarks.add("a KeyDescriptor dropped: it holds no readable key");
		}
		return keys;
	}

	private void add(Set<PublicKey> keys, String kind, KeySource source) {
		try {
			keys.add(source.key());
		}
		catch (CertificateException | KeyException | XMLSecurityException | RuntimeException ex) {
			// Decoders throw various runtime exceptions for missing or malformed parts.
			remarks.add("a " + kind + " dropped: " + ex.getMessage());
		}
	}

	/**
	 * The key of the end entity if there is a chain: the certificate that issued none of
	 * the others.
	 */
	private static PublicKey certificateKey(X509Data data) throws CertificateException {
		List<X509Certificate> certificates = new ArrayList<>();
		for (org.opensaml.xmlsec.signature.X509Certificate element : data.getX509Certificates()) {
			byte[] der = Base64.getDecoder().decode(ServiceReader.text(element).replaceAll("\\s", ""));
			certificates.add((X509Certificate) CertificateFactory.getInstance("X.509")
				.generateCertificate(new ByteArrayInputStream(der)));
		}
		if (certificates.isEmpty()) {
			throw new CertificateException("X509Data without X509Certificate");
		}
		return certificates.stream()
			.filter(candidate -> certificates.stream()
				.noneMatch(other -> other != candidate
						&& other.getIssuerX500Principal().equals(candidate.getSubjectX500Principal())))
			.findFirst()
			.orElse(certificates.get(0))
			.getPublicKey();
	}

	private static PublicKey key(KeyValue value) throws KeyException, XMLSecurityException {
		if (value.getRSAKeyValue() != null) {
			return KeyInfoSupport.getRSAKey(value.getRSAKeyValue());
		}
		Element element = value.getDOM();
		if (element != null) {
			for (Element child : Dom.children(element)) {
				if ("ECKeyValue".equals(child.getLocalName())) {
					return new ECKeyValue(child, Saml.DSIG_NS).getPublicKey();
				}
			}
		}
		throw new KeyException("neither an RSA nor an EC key");
	}

	private static PublicKey key(DEREncodedKeyValue value) throws KeyException {
		return KeyInfoSupport.getKey(value);
	}

	@FunctionalInterface
	private interface KeySource {

		PublicKey key() throws CertificateException, KeyException, XMLSecurityException;

	}

}
