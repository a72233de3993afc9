package org.campanile.web.saml;

import java.time.Duration;

import jakarta.validation.constraints.NotNull;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.request.RequestLimits;
import org.campanile.web.config.CheckContext;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Requests of services: how old and how large they may be.
 *
 * @param validity how long after it was issued a request is accepted
 * @param clockSkew by how much the clocks of services may differ from ours, either way
 * @param maxPostedSize the largest SAMLRequest accepted by HTTP-POST, in base64
 * @param maxInflatedSize the largest SAMLRequest accepted by HTTP-Redirect, after
 * inflating
 */
@Validated
@ConfigurationProperties("campanile.requests")
record RequestsProperties(@DefaultValue("5m") @NotNull Duration validity,
		@DefaultValue("3m") @NotNull Duration clockSkew, @DefaultValue("256KB") @NotNull DataSize maxPostedSize,
		@DefaultValue("128KB") @NotNull DataSize maxInflatedSize) implements CheckedProperties {

	private static final String PREFIX = "campanile.requests.";

	/** Far above any real request, far below a harmful size. */
	private static final DataSize MAX_SIZE = DataSize.ofMegabytes(4);

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::checkValidity);
		faults.check(this::checkClockSkew);
		faults.check(() -> bytes("max-posted-size", maxPostedSize, "256KB"));
		faults.check(() -> bytes("max-inflated-size", maxInflatedSize, "128KB"));
	}

	/**
	 * The limits of time.
	 * @throws IllegalArgumentException if a duration makes no sense; the message begins
	 * with the key
	 */
	public RequestLimits requestLimits() {
		checkValidity();
		checkClockSkew();
		return new RequestLimits(validity, clockSkew);
	}

	private void checkValidity() {
		if (!validity.isPositive() || validity.compareTo(Duration.ofDays(1)) > 0) {
			throw new IllegalArgumentException(
					PREFIX + "validity: " + validity + " is not between zero and a day; the default is 5m");
		}
	}

	private void checkClockSkew() {
		if (clockSkew.isNegative() || clockSkew.compareTo(Duration.ofHours(1)) > 0) {
			throw new IllegalArgumentException(
					PREFIX + "clock-skew: " + clockSkew + " is not between zero and an hour; the default is 3m");
		}
	}

	/**
	 * The limits of size.
	 * @throws IllegalArgumentException if a size makes no sense; the message begins with
	 * the key
	 */
	public BindingLimits bindingLimits() {
		return new BindingLimits(bytes("max-inflated-size", maxInflatedSize, "128KB"),
				bytes("max-posted-size", maxPostedSize, "256KB"));
	}

	private static int bytes(String key, DataSize size, String usual) {
		if (size.toBytes() <= 0 || size.compareTo(MAX_SIZE) > 0) {
			throw new IllegalArgumentException(
					PREFIX + key + ": " + size + " is not between one byte and 4 MB; the default is " + usual);
		}
		return (int) size.toBytes();
	}

}
