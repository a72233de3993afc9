package org.campanile.saml.crypto;

import java.security.cert.X509Certificate;

/**
 * A certificate published in our metadata.
 *
 * @param name the file it came from
 * @param certificate the certificate
 */
public record PublishedCertificate(String name, X509Certificate certificate) {
}
