package org.campanile.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals bytes so that they cannot be read, altered or moved without the key ring
 * (AES-256-GCM, NIST SP 800-38D, with a random 96-bit nonce; rotate a key well before
 * 2<sup>32</sup> seals). Thread-safe.
 * <p>
 * A seal is one byte of version, the key's id, the nonce, and the ciphertext with its
 * tag. The purpose and the context (where it belongs) are included in the additional
 * authenticated data, so that a seal does not open for another purpose or in another
 * place.
 */
public final class Sealer {

	private static final byte VERSION = 1;

	private static final Pattern NAME = Pattern.compile("[0-9a-f]{8}");

	private static final int NONCE = 12;

	private static final int TAG_BITS = 128;

	private static final String CIPHER = "AES/GCM/NoPadding";

	/** The provider, looked up once: the search takes as long as sealing a session. */
	private static final Provider PROVIDER = provider();

	private static final int HEADER = 1 + SealingKey.ID_LENGTH + NONCE;

	private final KeyRingSource source;

	private final SecureRandom random;

	/**
	 * @param source a {@link KeyRing}, or keys that change while the server runs
	 */
	public Sealer(KeyRingSource source, SecureRandom random) {
		this.source = source;
		this.random = random;
	}

	/**
	 * Seals with the ring's first key.
	 * @param purpose the purpose of the seal; a constant of the caller
	 * @param context the place of the seal, such as the key and expiry of a record
	 */
	public byte[] seal(String purpose, String context, byte[] plain) {
		SealingKey key = ring().newest();
		byte[] nonce = RandomValues.bytes(NONCE, random);
		try {
			Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, purpose, context);
			byte[] sealed = new byte[HEADER + plain.length + TAG_BITS / 8];
			ByteBuffer.wrap(sealed).put(VERSION).put(key.id()).put(nonce);
			cipher.doFinal(plain, 0, plain.length, sealed, HEADER);
			return sealed;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("the JDK lacks AES-GCM", ex);
		}
	}

	/**
	 * Opens a seal made by any key of the ring.
	 * @return empty if it was altered, moved, made for another purpose, or made by a key
	 * that the ring no longer contains
	 */
	public Optional<byte[]> open(String purpose, String context, byte[] sealed) {
		if (sealed.length < HEADER + TAG_BITS / 8 || sealed[0] != VERSION) {
			return Optional.empty();
		}
		byte[] id = Arrays.copyOfRange(sealed, 1, 1 + SealingKey.ID_LENGTH);
		Optional<SealingKey> key = ring().byId(id).or(() -> source.renewed().byId(id));
		if (key.isEmpty()) {
			return Optional.empty();
		}
		byte[] nonce = Arrays.copyOfRange(sealed, 1 + SealingKey.ID_LENGTH, HEADER);
		try {
			Cipher cipher = cipher(Cipher.DECRYPT_MODE, key.get(), nonce, purpose, context);
			return Optional.of(cipher.doFinal(sealed, HEADER, sealed.length - HEADER));
		}
		catch (AEADBadTagException ex) {
			return Optional.empty();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("the JDK lacks AES-GCM", ex);
		}
	}

	/** Seals like {@link #seal}, in URL-safe Base64. */
	public String sealToken(String purpose, String context, byte[] plain) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(seal(purpose, context, plain));
	}

	/**
	 * Opens a token of {@link #sealToken}.
	 * @param token anything
	 * @return empty as with {@link #open}, or if it is not URL-safe Base64
	 */
	public Optional<byte[]> openToken(String purpose, String context, String token) {
		byte[] sealed;
		try {
			sealed = Base64.getUrlDecoder().decode(token);
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
		return open(purpose, context, sealed);
	}

	/**
	 * Whether {@link #seal} made it with the current sealing key; otherwise it should be
	 * sealed again before its key is removed.
	 */
	public boolean isOfNewest(byte[] sealed) {
		return sealed.length >= HEADER
				&& Arrays.equals(sealed, 1, 1 + SealingKey.ID_LENGTH, ring().newest().id(), 0, SealingKey.ID_LENGTH);
	}

	/**
	 * Returns the {@linkplain SealingKey#name() name} of the key that a seal claims to be
	 * made with, whether or not the ring contains it.
	 * @param sealed anything
	 * @return empty if it is no seal
	 */
	public static Optional<String> keyName(byte[] sealed) {
		return sealed.length < HEADER || sealed[0] != VERSION ? Optional.empty()
				: Optional.of(HexFormat.of().formatHex(sealed, 1, 1 + SealingKey.ID_LENGTH));
	}

	private static Provider provider() {
		try {
			return Cipher.getInstance(CIPHER).getProvider();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("the JDK lacks AES-GCM", ex);
		}
	}

	private static Cipher cipher(int mode, SealingKey key, byte[] nonce, String purpose, String context)
			throws GeneralSecurityException {
		Cipher cipher = Cipher.getInstance(CIPHER, PROVIDER);
		cipher.init(mode, key.encryptionKey(), new GCMParameterSpec(TAG_BITS, nonce));
		cipher.updateAAD(delimited(purpose, context));
		return cipher;
	}

	/** Computes HMAC-SHA-256 under a key of the ring, separated by purpose; 32 bytes. */
	public byte[] mac(SealingKey key, String purpose, String text) {
		return Macs.hmacSha256(key.macKey(), delimited(purpose, text));
	}

	/** Returns a sealer that uses only this key, even if the ring changes. */
	public Sealer with(SealingKey key) {
		return new Sealer(new KeyRing(List.of(key)), random);
	}

	/** The keys in force; two calls may return different rings. */
	public KeyRing ring() {
		return source.current();
	}

	/**
	 * Returns the key of that {@linkplain SealingKey#name() name}, read from the source
	 * again if it is unknown.
	 * @param name anything
	 */
	public Optional<SealingKey> key(String name) {
		return ring().byName(name)
			.or(() -> NAME.matcher(name).matches() ? source.renewed().byName(name) : Optional.empty());
	}

	/** The purpose's length comes first, so that no two pairs give the same bytes. */
	private static byte[] delimited(String purpose, String rest) {
		byte[] first = purpose.getBytes(StandardCharsets.UTF_8);
		byte[] second = rest.getBytes(StandardCharsets.UTF_8);
		return ByteBuffer.allocate(Integer.BYTES + first.length + second.length)
			.putInt(first.length)
			.put(first)
			.put(second)
			.array();
	}

}
