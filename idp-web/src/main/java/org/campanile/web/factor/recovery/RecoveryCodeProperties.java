package org.campanile.web.factor.recovery;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Codes that users keep on paper.
 *
 * @param enabled whether they are a factor, if factors are on
 */
@ConfigurationProperties(RecoveryCodeProperties.PREFIX)
public record RecoveryCodeProperties(@DefaultValue("true") boolean enabled) {

	static final String PREFIX = "campanile.factors.recovery-code";

}
