package org.campanile.access;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A network (RFC 4632, RFC 4291 2.3). An IPv4 address that is written as IPv6 is that
 * IPv4 address. Immutable.
 */
public final class Network {

	/** Without the short forms, in which 10.1 is 10.0.0.1. */
	private static final Pattern LITERAL = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

	private final String text;

	private final byte[] address;

	private final int bits;

	private Network(String text, byte[] address, int bits) {
		this.text = text;
		this.address = address;
		this.bits = bits;
	}

	/**
	 * Reads an address or a range.
	 * @throws IllegalArgumentException if it is neither, or has bits behind its prefix
	 */
	public static Network of(String text) {
		String[] halves = text.strip().split("/", -1);
		byte[] address = bytes(halves[0]).filter(some -> halves.length <= 2).orElseThrow(() -> none(text));
		int all = address.length * 8;
		int bits = all;
		if (halves.length == 2) {
			if (!halves[1].matches("\\d{1,3}") || Integer.parseInt(halves[1]) > all) {
				throw none(text);
			}
			bits = Integer.parseInt(halves[1]);
		}
		for (int bit = bits; bit < all; bit++) {
			if ((address[bit / 8] & 0x80 >> bit % 8) != 0) {
				throw new IllegalArgumentException("\"" + text + "\" has bits behind its prefix of " + bits
						+ "; write the network's first address, or a longer prefix");
			}
		}
		return new Network(text.strip(), address, bits);
	}

	private static IllegalArgumentException none(String text) {
		return new IllegalArgumentException("\"" + text
				+ "\" is neither an address nor a CIDR range; write one such as 10.0.0.0/24 or 2001:db8::/32");
	}

	/** The bytes of an address; empty if it is none. */
	static Optional<byte[]> bytes(String literal) {
		int zone = literal.indexOf('%');
		String plain = zone < 0 ? literal : literal.substring(0, zone);
		try {
			return LITERAL.matcher(plain).matches() ? Optional.of(InetAddress.ofLiteral(plain).getAddress())
					: Optional.empty();
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/** Whether it contains an address, as {@link #bytes} returns it. */
	boolean contains(byte[] other) {
		if (other.length != address.length) {
			return false;
		}
		int whole = bits / 8;
		for (int i = 0; i < whole; i++) {
			if (other[i] != address[i]) {
				return false;
			}
		}
		int rest = bits % 8;
		return rest == 0 || ((other[whole] ^ address[whole]) & 0xFF) >> 8 - rest == 0;
	}

	@Override
	public String toString() {
		return text;
	}

}
