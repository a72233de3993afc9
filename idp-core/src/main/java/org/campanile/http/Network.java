package org.campanile.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A range of addresses, which have their leading bits in common (RFC 4632, RFC 4291 2.3).
 *
 * @param text as it was written
 * @param address one of them
 * @param bits how many bits
 */
public record Network(String text, InetAddress address, int bits) {

	/** Matches addresses with all four numbers of IPv4; the JDK would accept fewer. */
	private static final Pattern FULL = Pattern
		.compile("((\\d{1,3}\\.){3}\\d{1,3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(/\\d{1,3})?");

	/**
	 * @throws IllegalArgumentException if it is neither an address nor a range
	 */
	public static Network of(String text) {
		if (!FULL.matcher(text).matches()) {
			throw new IllegalArgumentException("'" + text + "' is neither an address nor a range");
		}
		int slash = text.indexOf('/');
		InetAddress address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
		int most = address.getAddress().length * Byte.SIZE;
		int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
		if (bits > most) {
			throw new IllegalArgumentException("'" + text + "' has more bits than an address");
		}
		return new Network(text, address, bits);
	}

	/**
	 * Returns what counts as one client: the first 64 bits of an IPv6 address, as
	 * hexadecimal digits; any other text itself.
	 */
	public static String ofClient(String address) {
		return leading(8, address);
	}

	/**
	 * Returns what counts as one customer, who may have many networks: the first 48 bits
	 * of an IPv6 address, as hexadecimal digits; any other text itself.
	 */
	public static String ofSite(String address) {
		return leading(6, address);
	}

	private static String leading(int bytes, String address) {
		try {
			if (InetAddress.ofLiteral(address) instanceof Inet6Address v6) {
				return HexFormat.of().formatHex(v6.getAddress(), 0, bytes);
			}
		}
		catch (IllegalArgumentException ex) {
			// Not an address literal: the text itself is the key.
		}
		return address;
	}

	/** Whether an address is in the network; false for a text that is not an address. */
	public boolean contains(String other) {
		try {
			return contains(InetAddress.ofLiteral(other));
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	boolean contains(InetAddress other) {
		byte[] ours = address.getAddress();
		byte[] theirs = other.getAddress();
		int whole = bits / Byte.SIZE;
		int mask = 0xff00 >> bits % Byte.SIZE & 0xff;
		return theirs.length == ours.length && Arrays.equals(ours, 0, whole, theirs, 0, whole)
				&& (mask == 0 || (ours[whole] & mask) == (theirs[whole] & mask));
	}

}
