package org.campanile.web.factor.bypass;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.campanile.web.factor.FactorsProperties;

/**
 * The settings of administrators' permission for single users to sign in without a second
 * factor.
 *
 * @param enabled whether it can be granted
 * @param maximum how long one may last
 */
@ConfigurationProperties(BypassProperties.PREFIX)
public record BypassProperties(@DefaultValue("false") boolean enabled,
		@DefaultValue("7d") Duration maximum) implements CheckedProperties {

	/** The prefix of the settings. */
	static final String PREFIX = FactorsProperties.PREFIX + ".bypass";

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(() -> Faults.requirePositive(PREFIX + ".maximum", maximum));
	}

}
