package org.campanile.saml.crypto;

/**
 * Which keys we use.
 *
 * @param signing the name of the file in {@code credentials/} that signs
 * @param keyType the kind of key to make on first start
 */
public record CredentialSettings(String signing, KeyType keyType) {
}
