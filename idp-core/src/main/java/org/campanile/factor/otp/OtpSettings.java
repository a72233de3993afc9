package org.campanile.factor.otp;

/**
 * The settings of new keys, and how many a user may have. Existing keys keep the settings
 * with which they were enrolled.
 *
 * @param algorithm the algorithm of the HMAC
 * @param digits the length of a code, 6 to 8
 * @param maxPerUser how many apps or tokens a user may enrol, 1 to 10; each makes a guess
 * more likely
 */
public record OtpSettings(OtpKey.Algorithm algorithm, int digits, int maxPerUser) {

	private static final int MOST = 10;

	public OtpSettings {
		OtpKey.requireDigits(digits);
		if (maxPerUser < 1 || maxPerUser > MOST) {
			throw new IllegalArgumentException(maxPerUser + " for each user; give 1 to " + MOST);
		}
	}

}
