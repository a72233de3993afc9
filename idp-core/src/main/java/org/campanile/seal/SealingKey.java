package org.campanile.seal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.HexFormat;

import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key of the ring: 256 random bits, from which a key for each purpose is derived (HKDF,
 * RFC 5869). Immutable.
 */
public final class SealingKey {

	/** The length of a key, in bytes. */
	public static final int LENGTH = 32;

	/** The length of a key's id, in bytes. */
	static final int ID_LENGTH = 4;

	private final byte[] id;

	private final String name;

	private final SecretKey encryptionKey;

	private final byte[] macKey;

	/**
	 * Creates a key. Derives the required keys from the bytes, which are not kept.
	 * @param bytes exactly {@link #LENGTH} random bytes
	 */
	public SealingKey(byte[] bytes) {
		if (bytes.length != LENGTH) {
			throw new IllegalArgumentException("a sealing key has " + LENGTH + " bytes, not " + bytes.length);
		}
		this.id = derive(bytes, "campanile id", ID_LENGTH);
		this.name = HexFormat.of().formatHex(id);
		this.encryptionKey = new SecretKeySpec(derive(bytes, "campanile seal", LENGTH), "AES");
		this.macKey = derive(bytes, "campanile mac", LENGTH);
	}

	/**
	 * Derives a key for data that must outlive the ring, from another secret, and lost
	 * only with it.
	 * @param secret any length; determines the strength of the key
	 * @param purpose distinguishes it from other keys of the same secret
	 */
	public static SealingKey derivedFrom(byte[] secret, String purpose) {
		return new SealingKey(derive(secret, purpose, LENGTH));
	}

	private static byte[] derive(byte[] bytes, String purpose, int length) {
		try {
			AlgorithmParameterSpec spec = HKDFParameterSpec.ofExtract()
				.addIKM(bytes)
				.thenExpand(purpose.getBytes(StandardCharsets.US_ASCII), length);
			return KDF.getInstance("HKDF-SHA256").deriveData(spec);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("the JDK lacks HKDF-SHA256", ex);
		}
	}

	byte[] id() {
		return id;
	}

	/**
	 * A public name of the key, for logs and tokens: 8 hexadecimal digits that disclose
	 * nothing of the key.
	 */
	public String name() {
		return name;
	}

	SecretKey encryptionKey() {
		return encryptionKey;
	}

	byte[] macKey() {
		return macKey;
	}

}
