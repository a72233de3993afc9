package org.campanile.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Free ports on loopback, each returned only once. Instances are not thread-safe.
 * <p>
 * They are below the range of ephemeral ports (Linux: {@code ip_local_port_range}, from
 * 32,768; elsewhere from 49,152), because a server binds its port only seconds later, and
 * until then an outgoing connection of any program could use it.
 */
public final class Ports {

	private static final int LAST = 65_535;

	/** The first port given, above the last one that browsers refuse. */
	private static final int FIRST_GIVEN = 10_081;

	private static final int OUTGOING = 32_768;

	private static final int TRIES = 100_000;

	private final Set<Integer> given = new HashSet<>();

	/** Returns the wanted port, or any other one if it is taken; any port for 0. */
	public int near(int wanted) {
		if (wanted > 0 && wanted <= LAST && isFree(wanted) && given.add(wanted) && claim(wanted)) {
			return wanted;
		}
		return claimed().filter(port -> given.add(port))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("no port is free"));
	}

	/** Returns a port, a different one at each call. */
	public static int free() {
		return free(1).getFirst();
	}

	/** Returns that many ports, different ones at each call. */
	public static List<Integer> free(int count) {
		List<Integer> free = claimed().limit(count).boxed().toList();
		if (free.size() < count) {
			throw new IllegalStateException("no port is free");
		}
		return free;
	}

	/** Returns free ports, each claimed when it is taken from the stream. */
	private static IntStream claimed() {
		return ThreadLocalRandom.current()
			.ints(FIRST_GIVEN, OUTGOING)
			.limit(TRIES)
			.filter(port -> isFree(port) && claim(port));
	}

	/**
	 * Claims the port for this process until it exits: another one that chooses at the
	 * same time, such as the tests of another module, leaves it alone although nothing
	 * listens on it yet.
	 */
	private static boolean claim(int port) {
		try {
			return Claims.FILE.tryLock(port, 1, false) != null;
		}
		catch (OverlappingFileLockException ex) {
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("port " + port + " cannot be claimed", ex);
		}
	}

	/** Whether the port is free. */
	public static boolean isFree(int port) {
		try (ServerSocket probe = new ServerSocket()) {
			// Connections of a server that has just stopped may linger, but do no harm.
			probe.setReuseAddress(true);
			probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * The claims, in a class of their own, so that nothing is created where only the
	 * state of a port is queried.
	 */
	private static final class Claims {

		/**
		 * The file of claims, empty and shared by the processes of a user: each locks the
		 * bytes at the offsets of its ports. Never closed, which would give up the
		 * claims.
		 */
		static final FileChannel FILE = open();

		private static FileChannel open() {
			Path file = Path.of(System.getProperty("java.io.tmpdir"),
					"campanile-ports-" + System.getProperty("user.name") + ".lock");
			try {
				return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(file + ": ports cannot be claimed", ex);
			}
		}

	}

}
