package org.campanile.saml.crypto;

import java.util.Arrays;
import java.util.Optional;

/** The block encryption algorithms that are allowed (XML Encryption 1.1, 5.2). */
public enum BlockCipher {

	AES_128_GCM("http://www.w3.org/2009/xmlenc11#aes128-gcm", 128, true),

	AES_192_GCM("http://www.w3.org/2009/xmlenc11#aes192-gcm", 192, true),

	AES_256_GCM("http://www.w3.org/2009/xmlenc11#aes256-gcm", 256, true),

	AES_128_CBC("http://www.w3.org/2001/04/xmlenc#aes128-cbc", 128, false),

	AES_192_CBC("http://www.w3.org/2001/04/xmlenc#aes192-cbc", 192, false),

	AES_256_CBC("http://www.w3.org/2001/04/xmlenc#aes256-cbc", 256, false);

	private final String uri;

	private final int keyBits;

	private final boolean authenticated;

	BlockCipher(String uri, int keyBits, boolean authenticated) {
		this.uri = uri;
		this.keyBits = keyBits;
		this.authenticated = authenticated;
	}

	static Optional<BlockCipher> of(String uri) {
		return Arrays.stream(values()).filter(cipher -> cipher.uri.equals(uri)).findFirst();
	}

	/** The algorithm's URI. */
	public String uri() {
		return uri;
	}

	/** Returns the size of the key, in bytes. */
	public int keyBytes() {
		return keyBits / 8;
	}

	/**
	 * Whether the cipher also protects integrity (GCM); CBC does not, and is used only if
	 * the service supports nothing else or is configured so.
	 */
	public boolean authenticated() {
		return authenticated;
	}

}
