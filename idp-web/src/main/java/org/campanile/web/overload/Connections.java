package org.campanile.web.overload;

import java.lang.management.ManagementFactory;

import com.sun.management.UnixOperatingSystemMXBean;
import org.springframework.core.env.Environment;

/**
 * The maximum number of open connections of a node, unless configured: connections that
 * are sending a request may use a third of the heap.
 */
final class Connections {

	/**
	 * The memory of a connection while a request is read or answered, in bytes: 110 KB of
	 * Tomcat's buffers, most of them for the heads, and a {@linkplain BodyValve#SMALL
	 * small body}. An idle connection takes 24 KB of buffers, and 67 KB with TLS.
	 */
	static final long COST = 128 * 1024;

	private static final int MIN = 256;

	private static final int MAX = 8192;

	private Connections() {
	}

	/** Returns the configured limit, or else that for this JVM. */
	static int limit(Environment environment) {
		int configured = environment.getProperty("server.tomcat.max-connections", Integer.class, 0);
		return configured > 0 ? configured : limit();
	}

	/**
	 * Returns the limit for this JVM; half of the file descriptors are left for other
	 * purposes.
	 */
	static int limit() {
		long descriptors = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
				? unix.getMaxFileDescriptorCount() : Long.MAX_VALUE;
		return limit(Runtime.getRuntime().maxMemory(), descriptors);
	}

	/**
	 * @param heap in bytes
	 * @param descriptors how many files the process may have open
	 */
	static int limit(long heap, long descriptors) {
		return (int) Math.min(Math.clamp(heap / 3 / COST, MIN, MAX), Math.max(descriptors / 2, 1));
	}

}
