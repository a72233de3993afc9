package org.campanile.saml.assertion;

import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

import org.campanile.jfr.LoginEvent;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.EncryptionMethodChoice;
import org.campanile.saml.crypto.KeyTransport;
import org.campanile.seal.RandomValues;
import org.campanile.xml.CanonicalXmlWriter;

import static org.campanile.saml.xml.Namespaces.DS;
import static org.campanile.saml.xml.Namespaces.SAML;
import static org.campanile.saml.xml.Namespaces.XENC;
import static org.campanile.saml.xml.Namespaces.XENC11;

/**
 * Encrypts an assertion (SAML Core 2.3.4, XML Encryption 1.1). The encrypted key is
 * placed inside the encrypted data, where every service finds it, and has no KeyInfo:
 * several libraries search their keys for a certificate named there and fail if it is
 * written differently, but try all their keys if none is named. Thread-safe.
 */
final class AssertionEncrypter {

	private static final String ELEMENT = "http://www.w3.org/2001/04/xmlenc#Element";

	/** Bytes of elements and of the wrapped key around the content. */
	private static final int MARKUP = 2048;

	private final CryptoProvider crypto;

	private final SecureRandom random;

	AssertionEncrypter(CryptoProvider crypto, SecureRandom random) {
		this.crypto = crypto;
		this.random = random;
	}

	/**
	 * The EncryptedAssertion, in canonical form.
	 * @param assertion an Assertion in canonical form
	 * @throws InvalidKeyException if the service's key is unusable
	 */
	byte[] encrypt(byte[] assertion, EncryptionMethodChoice choice) throws InvalidKeyException {
		LoginEvent.Encrypt event = new LoginEvent.Encrypt();
		event.begin();
		byte[] contentKey = RandomValues.bytes(choice.blockCipher().keyBytes(), random);
		byte[] wrappedKey = crypto.wrap(choice.keyTransport(), choice.key(), contentKey, random);
		byte[] content = crypto.encrypt(choice.blockCipher(), contentKey, assertion, random);
		Arrays.fill(contentKey, (byte) 0);

		CanonicalXmlWriter xml = new CanonicalXmlWriter(content.length * 4 / 3 + MARKUP);
		xml.open(SAML, "EncryptedAssertion");
		xml.open(XENC, "EncryptedData").attribute("Type", ELEMENT);
		xml.open(XENC, "EncryptionMethod").attribute("Algorithm", choice.blockCipher().uri()).close();
		xml.open(DS, "KeyInfo").open(XENC, "EncryptedKey");
		keyTransport(xml, choice.keyTransport());
		cipherData(xml, wrappedKey);
		xml.close().close();
		cipherData(xml, content);
		byte[] encrypted = xml.close().close().toByteArray();
		event.algorithm = choice.blockCipher().name();
		event.keyTransport = choice.keyTransport().uri();
		event.bytes = assertion.length;
		event.commit();
		return encrypted;
	}

	private static void keyTransport(CanonicalXmlWriter xml, KeyTransport transport) {
		xml.open(XENC, "EncryptionMethod").attribute("Algorithm", transport.uri());
		xml.open(DS, "DigestMethod").attribute("Algorithm", transport.digestUri()).close();
		transport.maskUri().ifPresent(mask -> xml.open(XENC11, "MGF").attribute("Algorithm", mask).close());
		xml.close();
	}

	private static void cipherData(CanonicalXmlWriter xml, byte[] bytes) {
		xml.open(XENC, "CipherData").open(XENC, "CipherValue").raw(Base64.getEncoder().encode(bytes)).close().close();
	}

}
