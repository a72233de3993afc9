package org.campanile.web.config;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.security.web.util.matcher.IpAddressMatcher;

/**
 * The settings of HTTP.
 *
 * @param trustedProxies addresses or CIDR ranges of the proxies whose
 * {@code X-Forwarded-For} is trusted, for the address that is throttled and audited, and
 * who may ask the gate
 * @param drain how long a server continues to serve requests after it was told to stop,
 * readiness being off, so that the proxy stops using it; longer than the proxy keeps idle
 * connections, a minute at most; by default 6 seconds with a store that nodes share, and
 * 0 with {@code memory}
 */
@ConfigurationProperties("campanile.http")
public record HttpProperties(@DefaultValue List<String> trustedProxies,
		@Nullable Duration drain) implements CheckedProperties {

	private static final Duration MAX_DRAIN = Duration.ofMinutes(1);

	private static final Duration DRAIN_OF_A_CLUSTER = Duration.ofSeconds(6);

	/**
	 * The ranges of the trusted proxies.
	 * @throws IllegalArgumentException if a value is neither an address nor a range; the
	 * message names the key
	 */
	public List<IpAddressMatcher> trusted() {
		return trustedProxies.stream().map(HttpProperties::matcher).toList();
	}

	/**
	 * Returns how long to drain; zero for not at all.
	 * @param alone whether the store is not shared with other nodes
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
