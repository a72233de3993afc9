package org.campanile.web.config;

import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.security.web.util.matcher.IpAddressMatcher;

/**
 * HTTP.
 *
 * @param trustedProxies addresses or CIDR ranges of the proxies whose
 * {@code X-Forwarded-For} is believed; it decides the address that is throttled and
 * audited and nothing else
 */
@ConfigurationProperties("campanile.http")
public record HttpProperties(@DefaultValue List<String> trustedProxies) implements CheckedProperties {

	/**
	 * The ranges of the trusted proxies.
	 * @throws IllegalArgumentException naming the key and what is neither an address nor
	 * a range
	 */
	public List<IpAddressMatcher> trusted() {
		return trustedProxies.stream().map(HttpProperties::matcher).toList();
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		trustedProxies.forEach(range -> faults.check(() -> matcher(range)));
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
