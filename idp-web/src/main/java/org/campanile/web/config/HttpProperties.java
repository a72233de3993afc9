package org.campanile.web.config;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.security.web.util.matcher.IpAddressMatcher;

/**
 * HTTP.
 *
 * @param trustedProxies addresses or CIDR ranges of the proxies whose
 * {@code X-Forwarded-For} is believed; it decides the address that is throttled and
 * audited and nothing else
 * @param drain how long a server continues to serve after a stop request, readiness off,
 * so that the proxy lets go of it; longer than the proxy keeps idle connections, a minute
 * at most; without it 6 seconds with a store that nodes share, and 0 with {@code memory}
 */
@ConfigurationProperties("campanile.http")
public record HttpProperties(@DefaultValue List<String> trustedProxies,
		@Nullable Duration drain) implements CheckedProperties {

	private static final Duration MAX_DRAIN = Duration.ofMinutes(1);

	private static final Duration DRAIN_OF_A_CLUSTER = Duration.ofSeconds(6);

	/**
	 * The ranges of the trusted proxies.
	 * @throws IllegalArgumentException naming the key and what is neither an address nor
	 * a range
	 */
	public List<IpAddressMatcher> trusted() {
		return trustedProxies.stream().map(HttpProperties::matcher).toList();
	}

	/**
	 * How long to drain, zero for not at all.
	 * @param alone whether no other node sees what is stored
	 */
	public Duration drain(boolean alone) {
		if (drain != null) {
			return drain;
		}
		return alone ? Duration.ZERO : DRAIN_OF_A_CLUSTER;
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		trustedProxies.forEach(range -> faults.check(() -> matcher(range)));
		if (drain != null && (drain.isNegative() || drain.compareTo(MAX_DRAIN) > 0)) {
			faults.add("campanile.http.drain: " + drain + " is not between 0 and a minute; write one such as 6s");
		}
	}

	private static IpAddressMatcher matcher(String range) {
		try {
			return new IpAddressMatcher(range);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					"campanile.http.trusted-proxies: \"" + range
							+ "\" is neither an address nor a CIDR range; write one such as 10.0.0.5 or 10.0.0.0/24",
					ex);
		}
	}

}
