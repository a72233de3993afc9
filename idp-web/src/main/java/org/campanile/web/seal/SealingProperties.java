package org.campanile.web.seal;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The sealing keys in the home's folder {@code credentials}.
 *
 * @param sealingActivationDelay how long a new sealing key is used only for opening
 * before it seals, so that every node has loaded it by then; longer than the ten seconds
 * between two reloads
 */
@ConfigurationProperties("campanile.credentials")
record SealingProperties(@DefaultValue("1m") Duration sealingActivationDelay) implements CheckedProperties {

	@Override
	public void check(CheckContext context, Faults faults) {
		if (sealingActivationDelay.isNegative()) {
			faults.add("campanile.credentials.sealing-activation-delay: must not be negative; 0s lets a new key write "
					+ "at once, on a single node");
		}
	}

}
