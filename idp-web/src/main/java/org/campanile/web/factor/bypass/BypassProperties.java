package org.campanile.web.factor.bypass;

import java.time.Duration;
import java.util.Optional;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.authn.FactorKind;
import org.campanile.signon.AuthnContexts;
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

	/** Warns, with key, reason and remedy, if a bypass would help nobody. */
	public Optional<String> warning(AuthnContexts contexts) {
		return !enabled || contexts.accept(FactorKind.BYPASS) ? Optional.empty()
				: Optional.of("campanile.authentication.contexts: no class accepts 'bypass', so that a bypass lets "
						+ "nobody in where a second factor is demanded; add 'password + bypass' to the factors of a "
						+ "class of your own, and name that class in campanile.access.rules");
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(() -> Faults.requirePositive(PREFIX + ".maximum", maximum));
	}

}
