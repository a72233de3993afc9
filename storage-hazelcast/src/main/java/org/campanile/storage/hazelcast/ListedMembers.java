package org.campanile.storage.hazelcast;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Counts the members of a list, including this one even if it is not listed; otherwise
 * the majority would be that of a smaller cluster.
 */
final class ListedMembers {

	private static final String LOOPBACK = "127.0.0.1";

	private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

	private ListedMembers() {
	}

	/**
	 * @param bindAddress this member's address; empty for loopback
	 * @return 0 if none is listed
	 */
	static int count(List<String> members, String bindAddress, int port) {
		String own = bindAddress.isBlank() ? LOOPBACK : bindAddress.strip();
		boolean leftOut = ADDRESS.matcher(own).matches()
				&& members.stream().noneMatch(member -> mayBe(member.strip(), own, port));
		return members.size() + (leftOut && !members.isEmpty() ? 1 : 0);
	}

	/** A host name may resolve to any address. */
	private static boolean mayBe(String member, String own, int port) {
		String host = host(member);
		boolean samePort = host.equals(member) || member.endsWith(":" + port) || member.equals("[" + host + "]");
		return !ADDRESS.matcher(host).matches() || host.equals(own) && samePort;
	}

	/**
	 * The port after the host; empty if there is none, which means the default port.
	 */
	static String port(String member) {
		String host = host(member);
		int end = member.startsWith("[") ? host.length() + 2 : host.length();
		return member.startsWith(":", end) ? member.substring(end + 1) : "";
	}

	/** Whether the member has no port, or a valid one. */
	static boolean hasValidPort(String member) {
		String port = port(member);
		return port.isEmpty() ? !member.endsWith(":") || host(member).equals(member)
				: port.matches("[0-9]{1,5}") && Integer.parseInt(port) >= 1 && Integer.parseInt(port) <= 65_535;
	}

	/** The member without its port. */
	static String host(String member) {
		if (member.startsWith("[")) {
			return member.substring(1, Math.max(1, member.indexOf(']')));
		}
		int colon = member.indexOf(':');
		return colon < 0 || colon != member.lastIndexOf(':') ? member : member.substring(0, colon);
	}

}
