package org.campanile.saml.assertion;

/**
 * An element in canonical form, and where in it its signature belongs: directly after the
 * Issuer (SAML Core 2.3.3, 3.2.2).
 *
 * @param id its ID
 * @param xml its bytes
 * @param signatureAt how many bytes stand before the signature
 * @param typedContent whether content names types with the prefix {@code xs}, which
 * exclusive canonicalisation cannot see
 */
public record UnsignedElement(String id, byte[] xml, int signatureAt, boolean typedContent) {
}
