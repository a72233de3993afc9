package org.campanile.web.overload;

import java.lang.management.ManagementFactory;

import com.sun.management.UnixOperatingSystemMXBean;

/**
 * How many connections a node may have open at once, unless an administrator says so:
 * those that are sending a request, slowly perhaps, may take a third of the heap.
 */
final class Connections {

	/**
	 * In bytes, while a request is read or answered: 100 KB of Tomcat's buffers, most of
	 * them for the head, and a {@linkplain BodyValve#SMALL small body}. An idle
	 * connection takes 20 KB.
	 */
	static final long COST = 128 * 1024;

	private static final int FEWEST = 256;

	private static final int MOST = 8192;

	private Connections() {
	}

	/**
	 * For this virtual machine; half of the file descriptors are left for other things.
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
		return (int) Math.min(Math.clamp(heap / 3 / COST, FEWEST, MOST), Math.max(descriptors / 2, 1));
	}

}
