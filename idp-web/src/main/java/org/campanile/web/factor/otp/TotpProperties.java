package org.campanile.web.factor.otp;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.factor.otp.OtpKey;
import org.campanile.factor.otp.OtpSettings;
import org.campanile.factor.otp.TotpMethod;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Codes of authenticator apps, which change with time (RFC 6238). Apps that are enrolled
 * keep the algorithm, digits and step they were enrolled with.
 *
 * @param enabled whether they are a factor, if factors are on
 * @param algorithm the hash function of new apps; SHA-1 is what every app supports
 * @param digits the length of the codes of new apps, 6 to 8
 * @param step the time for which a new app shows a code
 * @param window how many codes before and after the present one are accepted, 0 to 5
 * @param maxPerUser how many apps a user may have, 1 to 10
 */
@ConfigurationProperties(TotpProperties.PREFIX)
public record TotpProperties(@DefaultValue("true") boolean enabled, @DefaultValue("sha1") OtpKey.Algorithm algorithm,
		@DefaultValue("6") int digits, @DefaultValue("30s") Duration step, @DefaultValue("1") int window,
		@DefaultValue("5") int maxPerUser) implements CheckedProperties {

	static final String PREFIX = "campanile.factors.totp";

	/**
	 * The settings of the method.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	TotpMethod.Settings settings() {
		return Faults.named(PREFIX,
				() -> new TotpMethod.Settings(new OtpSettings(algorithm, digits, maxPerUser), step, window));
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::settings);
	}

}
