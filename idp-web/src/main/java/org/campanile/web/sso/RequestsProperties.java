package org.campanile.web.sso;

import java.time.Duration;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Requests of services: how old they may be.
 *
 * @param validity how long after it was issued a request is accepted
 * @param clockSkew the largest difference between the clocks of services and ours, in
 * either direction
 */
@Validated
@ConfigurationProperties("campanile.requests")
public record RequestsProperties(@DefaultValue("5m") @NotNull Duration validity,
		@DefaultValue("3m") @NotNull Duration clockSkew) implements CheckedProperties {

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::checkedValidity);
		faults.check(this::checkedClockSkew);
	}

	/**
	 * @throws IllegalArgumentException if it makes no sense; the message begins with the
	 * key
	 */
	public Duration checkedValidity() {
		if (!validity.isPositive() || validity.compareTo(Duration.ofDays(1)) > 0) {
			throw new IllegalArgumentException(
					"campanile.requests.validity: " + validity + " is not between zero and a day; the default is 5m");
		}
		return validity;
	}

	/** Returns the clock skew, checked like {@link #checkedValidity}. */
	public Duration checkedClockSkew() {
		if (clockSkew.isNegative() || clockSkew.compareTo(Duration.ofHours(1)) > 0) {
			throw new IllegalArgumentException("campanile.requests.clock-skew: " + clockSkew
					+ " is not between zero and an hour; the default is 3m");
		}
		return clockSkew;
	}

}
