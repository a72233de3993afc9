package org.campanile.saml.message;

import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Optional;

/**
 * Signature algorithms that a request may use (XML Signature 1.1, section 6.4): RSA and
 * ECDSA over SHA-2. Those over SHA-1 are included so that a refusal can name them, and so
 * that they can be allowed for a service; no others are (no HMAC, whose key would be
 * public; no DSA; no MD5).
 */
public enum RequestSignatureAlgorithm {

	RSA_SHA256("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "RSA", "SHA256"),
	RSA_SHA384("http://www.w3.org/2001/04/xmldsig-more#rsa-sha384", "RSA", "SHA384"),
	RSA_SHA512("http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "RSA", "SHA512"),
	ECDSA_SHA256("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "EC", "SHA256"),
	ECDSA_SHA384("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384", "EC", "SHA384"),
	ECDSA_SHA512("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512", "EC", "SHA512"),
	RSA_SHA1("http://www.w3.org/2000/09/xmldsig#rsa-sha1", "RSA", "SHA1"),
	ECDSA_SHA1("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1", "EC", "SHA1");

	private static final int MIN_RSA_BITS = 2048;

	private static final int MIN_EC_BITS = 256;

	private final String uri;

	private final String keyType;

	private final String digest;

	RequestSignatureAlgorithm(String uri, String keyType, String digest) {
		this.uri = uri;
		this.keyType = keyType;
		this.digest = digest;
	}

	/** The algorithm of that URI, if it is one of these. */
	public static Optional<RequestSignatureAlgorithm> of(String uri) {
		return Arrays.stream(values()).filter(algorithm -> algorithm.uri.equals(uri)).findFirst();
	}

	public String uri() {
		return uri;
	}

	/** Whether the algorithm uses SHA-1, for which collisions can be found. */
	public boolean isSha1() {
		return digest.equals("SHA1");
	}

	/** The name of the algorithm in the JDK, with signatures of ECDSA in DER. */
	public String jcaName() {
		return digest + "with" + (isElliptic() ? "ECDSA" : keyType);
	}

	/** Whether the algorithm signs with elliptic curves. */
	public boolean isElliptic() {
		return keyType.equals("EC");
	}

	/** Whether a key is of the algorithm's type, whatever its size. */
	boolean fits(PublicKey key) {
		return isElliptic() ? key instanceof ECPublicKey : key instanceof RSAPublicKey;
	}

	/** Whether a key is long enough: RSA from 2048 bits, elliptic curves from 256. */
	static boolean isStrong(PublicKey key) {
		return switch (key) {
			case RSAPublicKey rsa -> rsa.getModulus().bitLength() >= MIN_RSA_BITS;
			case ECPublicKey ec -> ec.getParams().getCurve().getField().getFieldSize() >= MIN_EC_BITS;
			default -> false;
		};
	}

}
