package org.campanile.saml.crypto;

import java.security.interfaces.RSAPublicKey;

/**
 * The encryption of one assertion.
 *
 * @param key the service's key
 * @param keyTransport how the content key is encrypted
 * @param blockCipher how the content is encrypted
 */
public record EncryptionMethodChoice(RSAPublicKey key, KeyTransport keyTransport, BlockCipher blockCipher) {
}
