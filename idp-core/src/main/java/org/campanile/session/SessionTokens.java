package org.campanile.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

import org.campanile.seal.RandomValues;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;

/**
 * Creates the tokens of sessions, and derives from them the keys under which sessions are
 * stored. Thread-safe.
 * <p>
 * A token is {@code keyName.value}: the name of the sealing key under which its stored
 * key was derived, so that a session survives the addition of a newer key, and the Base64
 * of 192 random bits followed by the first 64 bits of a MAC over key name and random bits
 * under that key. The MAC detects forged tokens without querying the store.
 */
final class SessionTokens {

	private static final int RANDOM_BYTES = 24;

	private static final int MAC_BYTES = 8;

	private static final int KEY_NAME_LENGTH = 8;

	/** The offset of the MAC: 24 bytes are exactly 32 characters of Base64. */
	private static final int MAC_START = KEY_NAME_LENGTH + 1 + 32;

	private static final int TOKEN_LENGTH = MAC_START + 11;

	private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

	private final Sealer sealer;

	private final SecureRandom random;

	SessionTokens(Sealer sealer, SecureRandom random) {
		this.sealer = sealer;
		this.random = random;
	}

	/**
	 * A token and the key of its session.
	 *
	 * @param token the value of the browser's cookie
	 * @param key under which the session is stored
	 */
	record Issued(String token, SessionKey key) {

		/** Omits the token, which is as good as a password while the session lasts. */
		@Override
		public String toString() {
			return "Issued[" + key.value() + "]";
		}

	}

	Issued issue() {
		SealingKey key = sealer.ring().newest();
		String unsigned = key.name() + '.' + RandomValues.token(RANDOM_BYTES, random);
		String token = unsigned + mac(key, unsigned);
		return new Issued(token, keyOf(key, token));
	}

	/**
	 * Returns the key like {@link #keyOf}, under the sealing keys that this node has
	 * loaded.
	 * @param token anything
	 */
	Optional<SessionKey> loadedKeyOf(String token) {
		return isShaped(token) ? keyOf(sealer.ring().byName(keyName(token)), token) : Optional.empty();
	}

	/**
	 * The key of a token's session; reloads the sealing keys if the token's key is
	 * unknown.
	 * @param token anything
	 * @return empty if the token was not issued, or its sealing key has left the ring
	 */
	Optional<SessionKey> keyOf(String token) {
		return isShaped(token) ? keyOf(sealer.key(keyName(token)), token) : Optional.empty();
	}

	private Optional<SessionKey> keyOf(Optional<SealingKey> sealing, String token) {
		return sealing.filter(key -> isAuthentic(key, token)).map(key -> keyOf(key, token));
	}

	private static boolean isShaped(String token) {
		return token.length() == TOKEN_LENGTH && token.charAt(KEY_NAME_LENGTH) == '.';
	}

	private static String keyName(String token) {
		return token.substring(0, KEY_NAME_LENGTH);
	}

	/** Compares the texts, because different texts can decode to the same bytes. */
	private boolean isAuthentic(SealingKey key, String token) {
		byte[] expected = mac(key, token.substring(0, MAC_START)).getBytes(StandardCharsets.UTF_8);
		return MessageDigest.isEqual(expected, token.substring(MAC_START).getBytes(StandardCharsets.UTF_8));
	}

	private String mac(SealingKey key, String unsigned) {
		return BASE64.encodeToString(Arrays.copyOf(sealer.mac(key, "session-token", unsigned), MAC_BYTES));
	}

	private SessionKey keyOf(SealingKey key, String token) {
		return SessionKey.of(sealer.mac(key, "session-key", token));
	}

}
