package org.campanile.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * Resolves only names of servers on the public internet. What the check has seen is what
 * the connection goes to, so that a name which is resolved twice to different addresses
 * gains nothing (DNS rebinding).
 */
final class InsideAddresses implements DnsResolver {

	/**
	 * Special-purpose addresses (RFC 6890) that {@link InetAddress} has no word for:
	 * {@code 0.0.0.0/8}, shared ({@code 100.64.0.0/10}), protocol assignments,
	 * benchmarks, reserved; unique local ({@code fc00::/7}), and those that contain an
	 * IPv4 address: NAT64, 6to4, Teredo.
	 */
	private static final List<Block> BLOCKS = List.of(Block.of(8, 0), Block.of(10, 100, 64), Block.of(24, 192, 0, 0),
			Block.of(15, 198, 18), Block.of(4, 240), Block.of(7, 0xfc, 0).wide(),
			Block.of(32, 0, 0x64, 0xff, 0x9b).wide(), Block.of(16, 0x20, 0x02).wide(),
			Block.of(32, 0x20, 0x01, 0, 0).wide(), Block.of(96).wide());

	/** Leading bits that an address has in common with others. */
	private record Block(int bits, byte[] prefix, int size) {

		static Block of(int bits, int... prefix) {
			byte[] bytes = new byte[16];
			for (int i = 0; i < prefix.length; i++) {
				bytes[i] = (byte) prefix[i];
			}
			return new Block(bits, bytes, 4);
		}

		Block wide() {
			return new Block(bits, prefix, 16);
		}

		boolean contains(byte[] address) {
			if (address.length != size) {
				return false;
			}
			int whole = bits / 8;
			int mask = 0xff00 >> bits % 8 & 0xff;
			return Arrays.equals(address, 0, whole, prefix, 0, whole)
					&& (mask == 0 || (address[whole] & mask) == (prefix[whole] & mask));
		}

	}

	@Override
	public InetAddress[] resolve(String host) throws UnknownHostException {
		InetAddress[] addresses = SystemDefaultDnsResolver.INSTANCE.resolve(host);
		for (InetAddress address : addresses) {
			if (isInside(address)) {
				// Without the address, which services that asked are not to learn.
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

	/** Whether an address is not one of the public internet. */
	static boolean isInside(InetAddress address) {
		return address.isAnyLocalAddress() || address.isLoopbackAddress() || address.isLinkLocalAddress()
				|| address.isSiteLocalAddress() || address.isMulticastAddress()
				|| BLOCKS.stream().anyMatch(block -> block.contains(address.getAddress()))
				|| address instanceof Inet4Address && address.getAddress()[0] == (byte) 0xff;
	}

}
