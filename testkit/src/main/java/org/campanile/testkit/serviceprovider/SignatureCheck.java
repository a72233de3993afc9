package org.campanile.testkit.serviceprovider;

import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.Set;

import org.campanile.saml.Saml;
import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;
import org.opensaml.saml.common.SignableSAMLObject;
import org.opensaml.saml.security.impl.SAMLSignatureProfileValidator;
import org.opensaml.security.credential.BasicCredential;
import org.opensaml.xmlsec.signature.Signature;
import org.opensaml.xmlsec.signature.support.SignatureConstants;
import org.opensaml.xmlsec.signature.support.SignatureException;
import org.opensaml.xmlsec.signature.support.SignatureValidator;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Verifies enveloped signatures (SAML Core 5.4) with the identity provider's keys;
 * KeyInfo is ignored.
 */
final class SignatureCheck {

	private static final int MIN_RSA_BITS = 2048;

	private static final Set<String> SIGNATURE_ALGORITHMS = Set.of(SignatureConstants.ALGO_ID_SIGNATURE_RSA_SHA256,
			SignatureConstants.ALGO_ID_SIGNATURE_RSA_SHA384, SignatureConstants.ALGO_ID_SIGNATURE_RSA_SHA512,
			SignatureConstants.ALGO_ID_SIGNATURE_ECDSA_SHA256, SignatureConstants.ALGO_ID_SIGNATURE_ECDSA_SHA384,
			SignatureConstants.ALGO_ID_SIGNATURE_ECDSA_SHA512);

	private static final Set<String> DIGESTS = Set.of(SignatureConstants.ALGO_ID_DIGEST_SHA256,
			SignatureConstants.ALGO_ID_DIGEST_SHA384, SignatureConstants.ALGO_ID_DIGEST_SHA512);

	private final SAMLSignatureProfileValidator profile = new SAMLSignatureProfileValidator();

	/**
	 * @return the URI of the signature algorithm
	 */
	String verify(SignableSAMLObject signed, List<PublicKey> keys) throws ResponseRejectedException {
		String what = signed.getElementQName().getLocalPart();
		Signature signature = signed.getSignature();
		if (signature == null) {
			throw new ResponseRejectedException(Reason.SIGNATURE_MISSING, what + " is not signed");
		}
		try {
			profile.validate(signature);
		}
		catch (SignatureException ex) {
			throw new ResponseRejectedException(Reason.SIGNATURE_INVALID,
					what + " has a signature of another form than SAML's: " + ex.getMessage(), ex);
		}
		checkAlgorithms(signature, what);
		verifyWithAny(signature, keys, what);
		return String.valueOf(signature.getSignatureAlgorithm());
	}

	private static void checkAlgorithms(Signature signature, String what) throws ResponseRejectedException {
		Element dom = signature.getDOM();
		if (dom == null || !SIGNATURE_ALGORITHMS.contains(String.valueOf(signature.getSignatureAlgorithm()))) {
			throw new ResponseRejectedException(Reason.ALGORITHM_REFUSED,
					what + " is signed with " + signature.getSignatureAlgorithm());
		}
		NodeList digests = dom.getElementsByTagNameNS(Saml.DSIG_NS, "DigestMethod");
		for (int i = 0; i < digests.getLength(); i++) {
			String digest = ((Element) digests.item(i)).getAttribute("Algorithm");
			if (!DIGESTS.contains(digest)) {
				throw new ResponseRejectedException(Reason.ALGORITHM_REFUSED, what + " is digested with " + digest);
			}
		}
	}

	private static void verifyWithAny(Signature signature, List<PublicKey> keys, String what)
			throws ResponseRejectedException {
		SignatureException last = null;
		for (PublicKey key : keys) {
			if (key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() < MIN_RSA_BITS) {
				continue;
			}
			try {
				SignatureValidator.validate(signature, new BasicCredential(key));
				return;
			}
			catch (SignatureException ex) {
				last = ex;
			}
		}
		throw new ResponseRejectedException(Reason.SIGNATURE_INVALID,
				what + " has a signature that verifies with none of the identity provider's " + keys.size() + " keys",
				last);
	}

}
