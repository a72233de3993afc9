package org.campanile.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports on loopback for servers that bind them later. They are below the range of
 * ephemeral ports, any of which an outgoing connection could take meanwhile.
 */
public final class FreePort {

	/** The first port tried, above the last one that browsers refuse. */
	private static final int FIRST = 10_081;

	private static final int OUTGOING = 32_768;

	private static final int TRIES = 100_000;

	private FreePort() {
	}

	public static int find() {
		return find(1).getFirst();
	}

	/** Finds {@code count} different ports. */
	public static List<Integer> find(int count) {
		List<Integer> found = ThreadLocalRandom.current()
			.ints(FIRST, OUTGOING)
			.limit(TRIES)
			.filter(FreePort::isFree)
			.distinct()
			.limit(count)
			.boxed()
			.toList();
		if (found.size() < count) {
			throw new IllegalStateException("no port is free");
		}
		return found;
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
