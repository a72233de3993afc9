package org.campanile.perf.load;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.ProcessRole;

/** What this process has used. Thread-safe. */
final class GeneratorMeter {

	private static final Path STAT = Path.of("/proc/self/stat");

	private static final double TICKS_IN_SECOND = 100;

	private GeneratorMeter() {
	}

	static Reading read() {
		OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
		return new Reading(system.getProcessCpuTime() / 1e9, kernelSeconds(),
				collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
				collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum() / 1e3);
	}

	private static double kernelSeconds() {
		try {
			String stat = Files.readString(STAT);
			return Long.parseLong(stat.substring(stat.lastIndexOf(')')).split(" ")[13]) / TICKS_IN_SECOND;
		}
		catch (IOException ex) {
			// No Linux: all is told as spent outside the kernel.
			return 0;
		}
	}

	/**
	 * The counts at a moment.
	 *
	 * @param cpuSeconds of processor time
	 * @param kernelSeconds of them in the kernel; 0 if unknown
	 * @param collections of garbage
	 * @param collectionSeconds they took
	 */
	record Reading(double cpuSeconds, double kernelSeconds, long collections, double collectionSeconds) {

		/** What was used since an earlier reading. */
		ProcessResult since(Reading earlier) {
			double kernel = kernelSeconds - earlier.kernelSeconds;
			long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
			return new ProcessResult("load", ProcessRole.LOAD, cpuSeconds - earlier.cpuSeconds - kernel, kernel, 0,
					heap, collections - earlier.collections, collectionSeconds - earlier.collectionSeconds);
		}

	}

}
