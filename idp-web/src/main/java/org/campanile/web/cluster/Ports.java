package org.campanile.web.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;

/** Free ports on loopback, none given twice. Not thread-safe. */
public final class Ports {

	private static final int LAST = 65_535;

	private final Set<Integer> given = new HashSet<>();

	/** The port itself, or any other one if it is taken; 0 for any. */
	public int near(int wanted) {
		if (wanted > 0 && wanted <= LAST && isFree(wanted) && given.add(wanted)) {
			return wanted;
		}
		while (true) {
			try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
				if (given.add(probe.getLocalPort())) {
					return probe.getLocalPort();
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException("no port is free", ex);
			}
		}
	}

	/** Whether nothing listens there. */
	public static boolean isFree(int port) {
		try (ServerSocket probe = new ServerSocket()) {
			// Connections of a server that has just ended may linger; they are in
			// nobody's
			// way.
			probe.setReuseAddress(true);
			probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
