package org.campanile.testkit.factor;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.text.ParseException;
import java.time.Instant;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.unboundid.util.Base32;

/** An authenticator app or token (RFC 4226, RFC 6238). */
public final class TestApp {

	private final byte[] secret;

	private final boolean counted;

	/**
	 * @param challenge what an enrolment shows
	 */
	public TestApp(Map<String, String> challenge) {
		try {
			this.secret = Base32.decode(challenge.getOrDefault("secret", ""));
		}
		catch (ParseException ex) {
			throw new IllegalArgumentException("the secret is not in Base32", ex);
		}
		this.counted = challenge.containsKey("counter");
	}

	/** Returns the code at that time; for a counter-based token, its first code. */
	public String code(Instant now) {
		return code(this.counted ? 0 : now.getEpochSecond() / 30);
	}

	/** The code of a counter or step. */
	public String code(long counter) {
		try {
			Mac mac = Mac.getInstance("HmacSHA1");
			mac.init(new SecretKeySpec(this.secret, "HmacSHA1"));
			byte[] hash = mac.doFinal(ByteBuffer.allocate(8).putLong(counter).array());
			int offset = hash[19] & 0xf;
			BigInteger number = new BigInteger(1, hash, offset, 4).clearBit(31);
			return String.format("%06d", number.mod(BigInteger.valueOf(1_000_000)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** A secret as enrolments show it (RFC 4648, 6), without padding. */
	public static String base32(byte[] secret) {
		return Base32.encode(secret).replace("=", "");
	}

}
