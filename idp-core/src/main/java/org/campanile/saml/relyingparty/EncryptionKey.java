package org.campanile.saml.relyingparty;

import java.security.PublicKey;
import java.util.List;
import java.util.Optional;

/**
 * A key of the service that assertions may be encrypted to.
 *
 * @param methods the {@code md:EncryptionMethod}s that are listed for it, in order of
 * preference, both block encryption and key transport; empty if metadata lists none
 */
public record EncryptionKey(PublicKey publicKey, List<Method> methods) {

	public EncryptionKey {
		methods = List.copyOf(methods);
	}

	/**
	 * An algorithm and its parameters (SAML Metadata 2.4.1.1, XML Encryption 1.1, 5.5.2).
	 *
	 * @param algorithm its URI
	 * @param digest the URI of {@code ds:DigestMethod}, if listed
	 * @param mask the URI of {@code xenc11:MGF}, if listed
	 */
	public record Method(String algorithm, Optional<String> digest, Optional<String> mask) {
	}

}
