package org.campanile.factor.otp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.OptionalLong;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.campanile.seal.RandomValues;

/**
 * A secret shared with an app or a token, and how codes are computed from it (RFC 4226).
 * The array must not be modified.
 *
 * @param secret the shared secret
 * @param algorithm the algorithm of the HMAC
 * @param digits the length of a code, 6 to 8
 */
public record OtpKey(byte[] secret, Algorithm algorithm, int digits) {

	private static final int[] POWERS = { 1_000_000, 10_000_000, 100_000_000 };

	private static final int FEWEST_DIGITS = 6;

	private static final int MOST_DIGITS = 8;

	/** The hash function of the HMAC, under its name in key URIs (RFC 6238 1.2). */
	public enum Algorithm {

		/** The algorithm that every app supports. */
		SHA1("HmacSHA1", 20),
		/** Not supported by every app. */
		SHA256("HmacSHA256", 32),
		/** Not supported by every app. */
		SHA512("HmacSHA512", 64);

		private final String jcaName;

		private final int secretLength;

		Algorithm(String jcaName, int secretLength) {
			this.jcaName = jcaName;
			this.secretLength = secretLength;
		}

	}

	public OtpKey {
		requireDigits(digits);
		if (secret.length == 0) {
			throw new IllegalArgumentException("an empty secret");
		}
	}

	static void requireDigits(int digits) {
		if (digits < FEWEST_DIGITS || digits > MOST_DIGITS) {
			throw new IllegalArgumentException(
					"codes of " + digits + " digits; give " + FEWEST_DIGITS + " to " + MOST_DIGITS);
		}
	}

	/** A new key, whose secret is as long as the algorithm's hash (RFC 4226 4, R6). */
	static OtpKey create(Algorithm algorithm, int digits, SecureRandom random) {
		return new OtpKey(RandomValues.bytes(algorithm.secretLength, random), algorithm, digits);
	}

	/** The code of a counter (RFC 4226 5.3). */
	String code(long counter) {
		return code(mac(), counter);
	}

	private String code(Mac mac, long counter) {
		byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(counter).array());
		int offset = hash[hash.length - 1] & 0xf;
		int truncated = ByteBuffer.wrap(hash).getInt(offset) & 0x7fff_ffff;
		int code = truncated % POWERS[digits - FEWEST_DIGITS];
		return String.format(Locale.ROOT, "%0" + digits + 'd', code);
	}

	/**
	 * Looks for codes in a range of counters; computes and compares all of it, found or
	 * not.
	 * @param codes as typed, one after the other
	 * @param successive how many codes of successive counters these are
	 * @param first the beginning of the range
	 * @param count how many counters it has
	 * @return the counter of the last of these codes, at their first occurrence; empty if
	 * there is none
	 */
	OptionalLong find(String codes, int successive, long first, int count) {
		Mac mac = mac();
		byte[] entered = codes.getBytes(StandardCharsets.UTF_8);
		StringBuilder latest = new StringBuilder();
		OptionalLong found = OptionalLong.empty();
		for (long counter = first; counter < first + count; counter++) {
			latest.append(code(mac, counter));
			latest.delete(0, Math.max(0, latest.length() - successive * digits));
			boolean fits = MessageDigest.isEqual(latest.toString().getBytes(StandardCharsets.UTF_8), entered);
			if (fits && found.isEmpty()) {
				found = OptionalLong.of(counter);
			}
		}
		return found;
	}

	private Mac mac() {
		try {
			Mac mac = Mac.getInstance(algorithm.jcaName);
			mac.init(new SecretKeySpec(secret, algorithm.jcaName));
			return mac;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("the JDK lacks " + algorithm.jcaName, ex);
		}
	}

	/** Omits the secret. */
	@Override
	public String toString() {
		return "OtpKey[" + algorithm + ", " + digits + " digits]";
	}

}
