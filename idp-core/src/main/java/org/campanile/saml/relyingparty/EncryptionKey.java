package org.campanile.saml.relyingparty;

import java.security.PublicKey;
import java.util.List;

/**
 * A key of the service that assertions may be encrypted to.
 *
 * @param publicKey the key
 * @param algorithms the URIs of the {@code md:EncryptionMethod}s that are listed for it,
 * in order of preference, both block encryption and key transport; empty if metadata
 * lists none
 */
public record EncryptionKey(PublicKey publicKey, List<String> algorithms) {

	public EncryptionKey {
		algorithms = List.copyOf(algorithms);
	}

}
