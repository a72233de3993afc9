package org.campanile.web.cas;

import java.time.Duration;
import java.util.regex.Pattern;

import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The CAS protocol. Its services are files in {@code services/} of the home folder.
 *
 * @param ticketLifetime how long a ticket can be validated
 * @param root a further path, outside the server's own, under which CAS clients find the
 * endpoints, such as {@code /cas}; null for none
 * @param proxyCallbackTimeout how long the delivery of a proxy-granting ticket may take
 */
@ConfigurationProperties("campanile.cas")
public record CasProperties(@DefaultValue("10s") Duration ticketLifetime, @Nullable String root,
		@DefaultValue("3s") Duration proxyCallbackTimeout) implements CheckedProperties {

	private static final Duration LONGEST = Duration.ofMinutes(5);

	private static final Duration LONGEST_CALLBACK = Duration.ofSeconds(10);

	private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-]+)+");

	@Override
	public void check(CheckContext context, Faults faults) {
		if (!ticketLifetime.isPositive() || ticketLifetime.compareTo(LONGEST) > 0) {
			faults.add("campanile.cas.ticket-lifetime: " + ticketLifetime.toSeconds()
					+ " s is not between 1 s and 5 min; services validate a ticket immediately, and 10s is enough");
		}
		if (!proxyCallbackTimeout.isPositive() || proxyCallbackTimeout.compareTo(LONGEST_CALLBACK) > 0) {
			faults.add("campanile.cas.proxy-callback-timeout: " + proxyCallbackTimeout.toSeconds()
					+ " s is not between 1 s and 10 s; the service that validates a ticket waits for it");
		}
		if (root != null && !PATH.matcher(root).matches()) {
			faults.add("campanile.cas.root: '" + root
					+ "' is no path such as /cas, which begins with a slash and does not end with one");
		}
		context.identityProvider()
			.filter(own -> root != null && (root + '/').startsWith(own.contextPath() + '/'))
			.ifPresent(own -> faults.add("campanile.cas.root: '" + root + "' is below " + own.contextPath()
					+ ", where the endpoints are in any case, as " + own.contextPath() + "/cas; remove it"));
	}

}
