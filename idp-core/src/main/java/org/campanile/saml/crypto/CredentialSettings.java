package org.campanile.saml.crypto;

/**
 * The settings of the server's keys.
 *
 * @param signing the name of the file in {@code credentials/} whose key signs
 * @param keyType the kind of key to create at the first start
 */
public record CredentialSettings(String signing, KeyType keyType) {
}
