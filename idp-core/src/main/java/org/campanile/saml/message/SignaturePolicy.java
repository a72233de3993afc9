package org.campanile.saml.message;

import java.security.PublicKey;
import java.util.List;
import java.util.Set;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;

/**
 * The rules by which a service's signatures are verified. Keys come only from its
 * metadata; a key given in a message is never used.
 *
 * @param keys the service's signing keys
 * @param allowSha1 whether the local configuration allows the service SHA-1
 * @param allowInclusive whether the local configuration allows the service inclusive
 * canonicalization
 */
public record SignaturePolicy(List<PublicKey> keys, boolean allowSha1, boolean allowInclusive) {

	private static final String SHA1_DIGEST = "http://www.w3.org/2000/09/xmldsig#sha1";

	private static final Set<String> DIGESTS = Set.of("http://www.w3.org/2001/04/xmlenc#sha256",
			"http://www.w3.org/2001/04/xmldsig-more#sha384", "http://www.w3.org/2001/04/xmlenc#sha512");

	public SignaturePolicy {
		keys = List.copyOf(keys);
	}

	/**
	 * Returns the algorithm of that URI, even if only some services may use it.
	 * @throws SamlFault {@link FaultCode#SIGNATURE_ALGORITHM_REFUSED} if no service may
	 */
	public static RequestSignatureAlgorithm known(String uri) throws SamlFault {
		return RequestSignatureAlgorithm.of(uri)
			.orElseThrow(() -> refused("the signature algorithm " + uri
					+ " is not accepted; let the service sign with RSA or ECDSA over SHA-256"));
	}

	/**
	 * Refuses a digest that no service may use.
	 * @throws SamlFault {@link FaultCode#SIGNATURE_ALGORITHM_REFUSED}
	 */
	public static void requireKnownDigest(String uri) throws SamlFault {
		if (!DIGESTS.contains(uri) && !SHA1_DIGEST.equals(uri)) {
			throw refused("the digest algorithm " + uri + " is not accepted; let the service use SHA-256");
		}
	}

	/**
	 * Refuses an algorithm that this service may not use.
	 * @throws SamlFault {@link FaultCode#SIGNATURE_ALGORITHM_REFUSED}
	 */
	public void requireAllowed(RequestSignatureAlgorithm algorithm) throws SamlFault {
		if (algorithm.isSha1()) {
			requireSha1Allowed("signature", algorithm.uri());
		}
	}

	/**
	 * Refuses a digest that this service may not use.
	 * @throws SamlFault {@link FaultCode#SIGNATURE_ALGORITHM_REFUSED}
	 */
	public void requireAllowedDigest(String uri) throws SamlFault {
		requireKnownDigest(uri);
		if (SHA1_DIGEST.equals(uri)) {
			requireSha1Allowed("digest", uri);
		}
	}

	/**
	 * Refuses inclusive canonicalization of the message unless this service may use it.
	 * @param uri the algorithm that its signature names
	 * @throws SamlFault {@link FaultCode#SIGNATURE_ALGORITHM_REFUSED}
	 */
	public void requireInclusiveAllowed(String uri) throws SamlFault {
		if (!allowInclusive) {
			throw refused("the canonicalization " + uri + " is not accepted; let the service use exclusive "
					+ "canonicalization, http://www.w3.org/2001/10/xml-exc-c14n#, in CanonicalizationMethod and Transform, "
					+ "or set allow-inclusive-canonicalization for it under campanile.services");
		}
	}

	/**
	 * The keys to try.
	 * @return at least one
	 * @throws SamlFault if metadata contains none for the algorithm, or none that is long
	 * enough
	 */
	public List<PublicKey> keysFor(RequestSignatureAlgorithm algorithm) throws SamlFault {
		List<PublicKey> fitting = keys.stream().filter(algorithm::fits).toList();
		if (fitting.isEmpty()) {
			throw SamlFault.local(FaultCode.SIGNATURE_INVALID, "the request is signed with " + algorithm
					+ ", but the service's metadata holds no signing key of that type");
		}
		List<PublicKey> strong = fitting.stream().filter(RequestSignatureAlgorithm::isStrong).toList();
		if (strong.isEmpty()) {
			throw refused("the service's signing key is too short; RSA needs 2048 bits, an elliptic curve 256");
		}
		return strong;
	}

	private void requireSha1Allowed(String use, String uri) throws SamlFault {
		if (!allowSha1) {
			throw refused(
					"the " + use + " algorithm is SHA-1 (" + uri + "), which is refused; let the service sign with "
							+ "RSA-SHA256, or set allow-sha1-signatures for it under campanile.services");
		}
	}

	private static SamlFault refused(String detail) {
		return SamlFault.local(FaultCode.SIGNATURE_ALGORITHM_REFUSED, detail);
	}

}
