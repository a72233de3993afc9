package org.campanile.saml.relyingparty;

/**
 * The block encryption (XML Encryption 1.1, 5.2) of assertions for a service whose
 * metadata lists none that is allowed; not {@code crypto.BlockCipher}, as that package
 * depends on this one.
 */
public enum EncryptionAlgorithm {

	AES128_GCM,

	AES256_GCM,

	AES128_CBC,

	AES256_CBC

}
