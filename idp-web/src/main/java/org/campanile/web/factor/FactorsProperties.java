package org.campanile.web.factor;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Factors beyond the password.
 *
 * @param enabled whether there are any
 * @param enrolAtLogin whether a user who lacks a factor that is asked for may enrol one
 * at the login, after the password
 */
@ConfigurationProperties(FactorsProperties.PREFIX)
public record FactorsProperties(@DefaultValue("false") boolean enabled, @DefaultValue("true") boolean enrolAtLogin) {

	/** The prefix of the settings. */
	public static final String PREFIX = "campanile.factors";

	/** Turns on all beans of factors beyond the password. */
	public static final String ENABLED = PREFIX + ".enabled";

}
