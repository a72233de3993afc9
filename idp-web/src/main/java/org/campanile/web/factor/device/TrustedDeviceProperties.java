package org.campanile.web.factor.device;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.factor.device.TrustedDevices;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.campanile.web.factor.FactorsProperties;

/**
 * Devices at which a second factor is not asked for each time.
 *
 * @param enabled whether that is offered
 * @param lifetime the time of the trust; whole days
 * @param maximum how many devices of one user, at most
 */
@ConfigurationProperties(TrustedDeviceProperties.PREFIX)
public record TrustedDeviceProperties(@DefaultValue("false") boolean enabled, @DefaultValue("30d") Duration lifetime,
		@DefaultValue("5") int maximum) implements CheckedProperties {

	/** The prefix of the settings. */
	static final String PREFIX = FactorsProperties.PREFIX + ".trusted-device";

	private static final int MAX_DEVICES = 20;

	/**
	 * Returns the limits of time and number.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	TrustedDevices.Settings settings() {
		if (!lifetime.isPositive() || !lifetime.equals(Duration.ofDays(lifetime.toDays()))) {
			throw new IllegalArgumentException(
					PREFIX + ".lifetime: not a whole number of days, as the page has it; " + "give one such as 30d");
		}
		if (maximum < 1 || maximum > MAX_DEVICES) {
			throw new IllegalArgumentException(PREFIX + ".maximum: give a number from 1 to " + MAX_DEVICES
					+ "; to offer no trusted devices, set " + PREFIX + ".enabled: false");
		}
		return new TrustedDevices.Settings(lifetime, maximum);
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::settings);
	}

}
