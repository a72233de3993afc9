package org.campanile.web.overload;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Overload protection.
 *
 * @param enabled whether requests wait for a permit, and are refused with status 503 if
 * there is none in time; otherwise overload slows all requests down
 * @param maxWait how long a request may wait for a permit, between 0 and 10 seconds
 */
@ConfigurationProperties("campanile.overload")
record OverloadProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue("1s") Duration maxWait) implements CheckedProperties {

	private static final Duration MAX = Duration.ofSeconds(10);

	@Override
	public void check(CheckContext context, Faults faults) {
		if (maxWait.isNegative() || maxWait.compareTo(MAX) > 0) {
			faults
				.add("campanile.overload.max-wait: " + maxWait + " is not between 0 and 10 seconds; the default is 1s");
		}
	}

}
