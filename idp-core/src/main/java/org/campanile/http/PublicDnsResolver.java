package org.campanile.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * Resolves only names of servers on the public internet. The connection goes to the
 * address that was checked, so that a name which is resolved twice to different addresses
 * gains nothing (DNS rebinding).
 */
final class PublicDnsResolver implements DnsResolver {

	/**
	 * The special-purpose addresses (RFC 6890) that {@link InetAddress} does not
	 * distinguish, including those that contain an IPv4 address: NAT64, 6to4, Teredo, and
	 * the first.
	 */
	private static final List<Network> SPECIAL = Stream
		.of("::/96", "0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4", "fc00::/7",
				"64:ff9b::/32", "2002::/16", "2001::/32")
		.map(Network::of)
		.toList();

	@Override
	public InetAddress[] resolve(String host) throws UnknownHostException {
		InetAddress[] addresses = SystemDefaultDnsResolver.INSTANCE.resolve(host);
		for (InetAddress address : addresses) {
			if (isInternal(address)) {
				// The message omits the address, which the services that caused the
				// request must not learn.
				throw new UnknownHostException(
						host + " is inside this network, and the configuration does not name it");
			}
		}
		return addresses;
	}

	@Override
	public String resolveCanonicalHostname(String host) throws UnknownHostException {
		return host;
	}

	/** Whether an address does not belong to the public internet. */
	static boolean isInternal(InetAddress address) {
		return address.isAnyLocalAddress() || address.isLoopbackAddress() || address.isLinkLocalAddress()
				|| address.isSiteLocalAddress() || address.isMulticastAddress()
				|| SPECIAL.stream().anyMatch(network -> network.contains(address));
	}

}
