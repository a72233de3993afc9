package org.campanile.web.factor.otp;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.factor.otp.HotpMethod;
import org.campanile.factor.otp.OtpKey;
import org.campanile.factor.otp.OtpSettings;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Codes that follow each other at the press of a button (RFC 4226). Tokens that are
 * enrolled keep the algorithm and digits they were enrolled with.
 *
 * @param enabled whether they are a factor, if factors are on
 * @param algorithm the hash function of new tokens
 * @param digits the length of the codes of new tokens, 6 to 8
 * @param lookAhead how many codes after the last one are accepted, 1 to 50
 * @param resynchronization among how many codes two in a row are accepted, 10 to 10000
 * @param maxPerUser how many tokens a user may have, 1 to 10
 */
@ConfigurationProperties(HotpProperties.PREFIX)
public record HotpProperties(@DefaultValue("false") boolean enabled, @DefaultValue("sha1") OtpKey.Algorithm algorithm,
		@DefaultValue("6") int digits, @DefaultValue("10") int lookAhead, @DefaultValue("1000") int resynchronization,
		@DefaultValue("5") int maxPerUser) implements CheckedProperties {

	static final String PREFIX = "campanile.factors.hotp";

	/**
	 * The settings of the method.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	HotpMethod.Settings settings() {
		return Faults.named(PREFIX, () -> new HotpMethod.Settings(new OtpSettings(algorithm, digits, maxPerUser),
				lookAhead, resynchronization));
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::settings);
	}

}
