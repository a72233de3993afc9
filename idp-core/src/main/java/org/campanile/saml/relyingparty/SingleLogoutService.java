package org.campanile.saml.relyingparty;

/**
 * An endpoint that takes part in single logout (SAML Metadata 2.4.1,
 * {@code md:SingleLogoutService}).
 *
 * @param binding the binding's URI
 * @param location where requests are sent, exactly as in metadata
 * @param responseLocation where responses are sent; the same as {@code location} unless
 * metadata says otherwise
 */
public record SingleLogoutService(String binding, String location, String responseLocation) {
}
