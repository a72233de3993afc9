package org.campanile.demo.service;

import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;

/**
 * The identity provider that the demo's services trust: this server, as described by its
 * published metadata. Evaluated for each response, so that a new signing key is trusted
 * as soon as it is published.
 */
@FunctionalInterface
public interface TrustSource {

	TrustedIdentityProvider identityProvider();

}
