package org.campanile.saml.relyingparty;

/**
 * An endpoint to which a response may be sent (SAML Metadata 2.4.4,
 * {@code md:AssertionConsumerService}).
 *
 * @param binding the binding's URI
 * @param location the URL, exactly as in metadata; compared character by character
 * @param index the endpoint's index, 0 to 65535
 * @param isDefault whether it is the default of its binding: the one marked as such in
 * metadata, otherwise the first that is not marked at all
 */
public record AssertionConsumerService(String binding, String location, int index, boolean isDefault) {
}
