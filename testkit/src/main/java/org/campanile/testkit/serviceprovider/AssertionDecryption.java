package org.campanile.testkit.serviceprovider;

import java.util.List;
import java.util.Set;

import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;
import org.opensaml.saml.saml2.core.Assertion;
import org.opensaml.saml.saml2.core.EncryptedAssertion;
import org.opensaml.saml.saml2.encryption.Decrypter;
import org.opensaml.saml.saml2.encryption.EncryptedElementTypeEncryptedKeyResolver;
import org.opensaml.security.x509.BasicX509Credential;
import org.opensaml.xmlsec.encryption.EncryptedData;
import org.opensaml.xmlsec.encryption.support.ChainingEncryptedKeyResolver;
import org.opensaml.xmlsec.encryption.support.DecryptionException;
import org.opensaml.xmlsec.encryption.support.EncryptionConstants;
import org.opensaml.xmlsec.encryption.support.InlineEncryptedKeyResolver;
import org.opensaml.xmlsec.keyinfo.impl.StaticKeyInfoCredentialResolver;
import org.w3c.dom.Element;

/**
 * Decrypts an assertion with the service provider's own key, with the algorithms in its
 * metadata, or any AES-GCM if it lists none.
 */
final class AssertionDecryption {

	private static final Set<String> GCM = Set.of(EncryptionConstants.ALGO_ID_BLOCKCIPHER_AES128_GCM,
			EncryptionConstants.ALGO_ID_BLOCKCIPHER_AES192_GCM, EncryptionConstants.ALGO_ID_BLOCKCIPHER_AES256_GCM);

	private final ServiceProviderKeys keys;

	private final Set<String> accepted;

	AssertionDecryption(ServiceProviderSettings settings, ServiceProviderKeys keys) {
		this.keys = keys;
		this.accepted = settings.encryptionMethods().isEmpty() ? GCM : Set.copyOf(settings.encryptionMethods());
	}

	Decrypted decrypt(EncryptedAssertion encrypted) throws ResponseRejectedException {
		EncryptedData data = encrypted.getEncryptedData();
		if (data == null || data.getEncryptionMethod() == null || refersElsewhere(BackingDom.of(encrypted))) {
			throw new ResponseRejectedException(Reason.UNDECRYPTABLE, "not EncryptedData that holds its own bytes");
		}
		String method = String.valueOf(data.getEncryptionMethod().getAlgorithm());
		if (!accepted.contains(method)) {
			throw new ResponseRejectedException(Reason.ALGORITHM_REFUSED, "the assertion is encrypted with " + method
					+ ", the service provider's metadata lists " + accepted);
		}
		// A Decrypter keeps state, so each response has its own.
		Decrypter decrypter = new Decrypter(null,
				new StaticKeyInfoCredentialResolver(new BasicX509Credential(keys.certificate(), keys.privateKey())),
				new ChainingEncryptedKeyResolver(
						List.of(new InlineEncryptedKeyResolver(), new EncryptedElementTypeEncryptedKeyResolver())));
		decrypter.setRootInNewDocument(true);
		try {
			return new Decrypted(decrypter.decrypt(encrypted), method);
		}
		catch (DecryptionException | RuntimeException ex) {
			// Also parses and unmarshalls the content, which may throw various runtime
			// exceptions for unexpected content.
			throw new ResponseRejectedException(Reason.UNDECRYPTABLE, String.valueOf(ex.getMessage()), ex);
		}
	}

	private static boolean refersElsewhere(Element element) {
		return element.getElementsByTagNameNS("*", "CipherReference").getLength() > 0
				|| element.getElementsByTagNameNS("*", "RetrievalMethod").getLength() > 0
				|| element.getElementsByTagNameNS("*", "KeyInfoReference").getLength() > 0;
	}

	/**
	 * The decrypted assertion.
	 *
	 * @param method the URI of the block encryption
	 */
	record Decrypted(Assertion assertion, String method) {
	}

}
