package org.campanile.saml.assertion;

/**
 * A response, signed and ready to be encoded.
 *
 * @param id its ID
 * @param xml its bytes, UTF-8 without an XML declaration
 */
record SignedResponse(String id, byte[] xml) {
}
