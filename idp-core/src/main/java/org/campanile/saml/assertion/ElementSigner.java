package org.campanile.saml.assertion;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;

import org.campanile.jfr.LoginEvent;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.SigningCredential;
import org.campanile.seal.Sha256;
import org.campanile.xml.CanonicalXmlWriter;

import static org.campanile.saml.xml.Namespaces.DS;
import static org.campanile.saml.xml.Namespaces.EXC_C14N;
import static org.campanile.saml.xml.Namespaces.XS;

/**
 * Adds an enveloped signature to an element (SAML Core 5.4, XML Signature 1.1). The
 * element is already in canonical form, so its bytes are digested directly. Thread-safe.
 */
public final class ElementSigner {

	private static final String ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

	private static final String SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";

	/**
	 * SignedInfo is digested as an apex element, which declares its namespace, but is
	 * embedded in a Signature, which already declares it. The two forms differ by this
	 * declaration.
	 */
	private static final byte[] DECLARATION = (" xmlns:" + DS.prefix() + "=\"" + DS.uri() + '"')
		.getBytes(StandardCharsets.US_ASCII);

	/** Bytes of elements around the values of a signature. */
	private static final int MARKUP = 512;

	private static final int DECLARATION_AT = "<ds:SignedInfo".length();

	private final SigningCredential credential;

	private final CryptoProvider crypto;

	private final byte[] certificate;

	public ElementSigner(SigningCredential credential, CryptoProvider crypto) {
		this.credential = credential;
		this.crypto = crypto;
		try {
			this.certificate = Base64.getEncoder().encode(credential.certificate().getEncoded());
		}
		catch (CertificateEncodingException ex) {
			throw new IllegalArgumentException(credential.name() + ": the certificate cannot be encoded", ex);
		}
	}

	/** The element with its signature. */
	public byte[] sign(UnsignedElement element) {
		LoginEvent.Sign event = new LoginEvent.Sign();
		event.begin();
		byte[] signedInfo = signedInfo(element);
		byte[] signature = signature(signedInfo, crypto.sign(credential, signedInfo));
		byte[] xml = element.xml();
		byte[] signed = ByteBuffer.allocate(xml.length + signature.length)
			.put(xml, 0, element.signatureAt())
			.put(signature)
			.put(xml, element.signatureAt(), xml.length - element.signatureAt())
			.array();
		event.algorithm = credential.algorithm().name();
		event.bytes = xml.length;
		event.commit();
		return signed;
	}

	private byte[] signedInfo(UnsignedElement element) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(DS, "SignedInfo");
		algorithm(xml, "CanonicalizationMethod", EXC_C14N.uri());
		algorithm(xml, "SignatureMethod", credential.algorithm().uri());
		xml.open(DS, "Reference").attribute("URI", '#' + element.id());
		xml.open(DS, "Transforms");
		algorithm(xml, "Transform", ENVELOPED);
		xml.open(DS, "Transform").attribute("Algorithm", EXC_C14N.uri());
		if (element.typedContent()) {
			xml.open(EXC_C14N, "InclusiveNamespaces").attribute("PrefixList", XS.prefix()).close();
		}
		xml.close().close();
		algorithm(xml, "DigestMethod", SHA256);
		xml.open(DS, "DigestValue").raw(Base64.getEncoder().encode(Sha256.of(element.xml()))).close();
		xml.close();
		return xml.close().toByteArray();
	}

	private byte[] signature(byte[] signedInfo, byte[] value) {
		int rest = DECLARATION_AT + DECLARATION.length;
		byte[] embedded = ByteBuffer.allocate(signedInfo.length - DECLARATION.length)
			.put(signedInfo, 0, DECLARATION_AT)
			.put(signedInfo, rest, signedInfo.length - rest)
			.array();
		byte[] encoded = Base64.getEncoder().encode(value);
		CanonicalXmlWriter xml = new CanonicalXmlWriter(embedded.length + encoded.length + certificate.length + MARKUP);
		xml.open(DS, "Signature").raw(embedded);
		xml.open(DS, "SignatureValue").raw(encoded).close();
		xml.open(DS, "KeyInfo").open(DS, "X509Data");
		xml.open(DS, "X509Certificate").raw(certificate).close();
		return xml.close().close().close().toByteArray();
	}

	private static void algorithm(CanonicalXmlWriter xml, String element, String uri) {
		xml.open(DS, element).attribute("Algorithm", uri).close();
	}

}
