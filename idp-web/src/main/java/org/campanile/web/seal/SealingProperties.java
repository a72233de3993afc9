package org.campanile.web.seal;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The sealing keys in the home's folder {@code credentials}.
 *
 * @param sealingActivationDelay how long a new sealing key is only read before it writes,
 * so that every node can read it by then; more than the ten seconds between two looks
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
