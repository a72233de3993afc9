package org.campanile.saml.assertion;

/**
 * An element in canonical form, and the position of its signature: directly after the
 * Issuer (SAML Core 2.3.3, 3.2.2).
 *
 * @param signatureAt the number of bytes before the signature
 * @param typedContent whether content refers to types with the prefix {@code xs}, which
 * exclusive canonicalization does not recognize
 */
public record UnsignedElement(String id, byte[] xml, int signatureAt, boolean typedContent) {
}
