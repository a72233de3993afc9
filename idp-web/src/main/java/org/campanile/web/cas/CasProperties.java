package org.campanile.web.cas;

import java.time.Duration;

import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The CAS protocol. Its services are files in {@code services/} of the home folder.
 *
 * @param ticketLifetime how long a ticket can be validated
 */
@ConfigurationProperties("campanile.cas")
public record CasProperties(@DefaultValue("10s") Duration ticketLifetime) implements CheckedProperties {

	private static final Duration LONGEST = Duration.ofMinutes(5);

	@Override
	public void check(CheckContext context, Faults faults) {
		if (!ticketLifetime.isPositive() || ticketLifetime.compareTo(LONGEST) > 0) {
			faults.add("campanile.cas.ticket-lifetime: " + ticketLifetime.toSeconds()
					+ " s is not between 1 s and 5 min; a service validates a ticket at once, 10s suits all");
		}
	}

}
