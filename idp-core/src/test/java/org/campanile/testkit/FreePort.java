package org.campanile.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port on loopback for a server that is told its port and binds it later. It lies below
 * the range of outgoing connections, any of which could take it meanwhile.
 */
public final class FreePort {

	private static final int FIRST = 10_000;

	private static final int OUTGOING = 32_768;

	private FreePort() {
	}

	public static int find() {
		return find(1).getFirst();
	}

	/** That many, none twice. */
	public static List<Integer> find(int count) {
		return ThreadLocalRandom.current()
			.ints(FIRST, OUTGOING)
			.filter(FreePort::isFree)
			.distinct()
			.limit(count)
			.boxed()
			.toList();
	}

	private static boolean isFree(int port) {
		try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return probe.isBound();
		}
		catch (IOException taken) {
			return false;
		}
	}

}
