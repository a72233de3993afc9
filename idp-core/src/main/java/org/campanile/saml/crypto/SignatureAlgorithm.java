package org.campanile.saml.crypto;

/** The signature algorithms that this server signs with (XML Signature 1.1, 6.4). */
public enum SignatureAlgorithm {

	/** RSASSA-PKCS1-v1_5 with SHA-256. */
	RSA_SHA256("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "SHA256withRSA"),

	/**
	 * ECDSA with SHA-256. XML Signature concatenates r and s, instead of the ASN.1
	 * structure that JCA produces by default.
	 */
	ECDSA_SHA256("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "SHA256withECDSAinP1363Format");

	private final String uri;

	private final String jcaName;

	SignatureAlgorithm(String uri, String jcaName) {
		this.uri = uri;
		this.jcaName = jcaName;
	}

	public String uri() {
		return uri;
	}

	String jcaName() {
		return jcaName;
	}

}
