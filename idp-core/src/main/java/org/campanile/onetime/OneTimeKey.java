package org.campanile.onetime;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

import org.campanile.seal.Sha256;

/**
 * The digest of a kind and key that backends store in their place: of fixed length, and
 * irreversible. Immutable.
 *
 * @param hex SHA-256 of kind and key, 64 hexadecimal digits in lower case
 */
public record OneTimeKey(String hex) {

	/**
	 * @throws IllegalArgumentException if the key is longer than
	 * {@link OneTimeStore#MAX_KEY}
	 */
	public static OneTimeKey of(String kind, String key) {
		byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
		if (bytes.length > OneTimeStore.MAX_KEY) {
			throw new IllegalArgumentException("a one-time key has at most " + OneTimeStore.MAX_KEY + " bytes");
		}
		byte[] prefix = kind.getBytes(StandardCharsets.UTF_8);
		MessageDigest digest = Sha256.begin();
		// The length comes first, so that no two pairs give the same bytes.
		digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(prefix.length).flip());
		digest.update(prefix);
		return new OneTimeKey(HexFormat.of().formatHex(digest.digest(bytes)));
	}

	/** The digest itself, 32 bytes. */
	public byte[] bytes() {
		return HexFormat.of().parseHex(hex);
	}

}
