package org.campanile.storage.hazelcast;

import java.util.List;
import java.util.regex.Pattern;

/**
 * How many members a list stands for: with this one, should it have been left out, or the
 * majority would be that of a smaller cluster.
 */
final class ListedMembers {

	private static final String LOOPBACK = "127.0.0.1";

	private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

	private ListedMembers() {
	}

	/**
	 * @param bindAddress this member's; empty for loopback
	 * @return 0 if none is listed
	 */
	static int count(List<String> members, String bindAddress, int port) {
		String own = bindAddress.isBlank() ? LOOPBACK : bindAddress.strip();
		boolean leftOut = ADDRESS.matcher(own).matches()
				&& members.stream().noneMatch(member -> mayBe(member.strip(), own, port));
		return members.size() + (leftOut && !members.isEmpty() ? 1 : 0);
	}

	/** A name may stand for any address. */
	private static boolean mayBe(String member, String own, int port) {
		String host = host(member);
		boolean samePort = host.equals(member) || member.endsWith(":" + port) || member.equals("[" + host + "]");
		return !ADDRESS.matcher(host).matches() || host.equals(own) && samePort;
	}

	private static String host(String member) {
		if (member.startsWith("[")) {
			return member.substring(1, Math.max(1, member.indexOf(']')));
		}
		int colon = member.indexOf(':');
		return colon < 0 || colon != member.lastIndexOf(':') ? member : member.substring(0, colon);
	}

}
