package org.campanile.perf.result;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * What a recording of one process over one measured step showed: the content of
 * {@code profile.json} in the profile folder of the step. Lists are in the order of the
 * tables, the largest first; what was not recorded is an empty list or 0.
 *
 * @param process that was recorded, such as {@code node1}
 * @param seconds how long
 * @param cpuSeconds processor time that the shares are of
 * @param samples how many stacks of running threads the shares are of
 * @param hotMethods where processor time went
 * @param areas what the processor time was used for, all of it
 * @param allocated classes by what was allocated of them
 * @param live classes by what of them was alive at the end, shallow size
 * @param collections of garbage, one entry for each collector
 * @param locks what threads waited for
 * @param stages of a login, from the product's own events
 * @param heapUsedBytes at the end
 * @param heapCommittedBytes at the end
 * @param files beside {@code profile.json}, to be opened by people: flame graph, the
 * recording itself
 */
public record ProfileResult(String process, double seconds, double cpuSeconds, long samples, List<HotMethod> hotMethods,
		List<Area> areas, List<ClassUse> allocated, List<ClassUse> live, List<Collections> collections,
		List<LockWait> locks, List<Stage> stages, @JsonAlias("heapUsedOctets") long heapUsedBytes,
		@JsonAlias("heapCommittedOctets") long heapCommittedBytes, List<ProfileFile> files) {

	/** Its name in the profile folder of a step. */
	public static final String FILE = "profile.json";

	/**
	 * A method on the stacks.
	 *
	 * @param method class and name
	 * @param self share of the samples in which it ran itself, 0 to 1
	 * @param total share of the samples in which it ran or was waited for by what it
	 * called, 0 to 1
	 */
	public record HotMethod(String method, double self, double total) {
	}

	/**
	 * What processor time was used for, as decided by the packages on the stack, or by
	 * the thread where it runs no Java.
	 *
	 * @param name such as {@code signing} or {@code garbage collection}
	 * @param share of the processor time, 0 to 1
	 */
	public record Area(String name, double share) {
	}

	/**
	 * A class in the heap.
	 *
	 * @param name of the class
	 * @param count of its objects; 0 if unknown
	 * @param bytes of them all
	 */
	public record ClassUse(String name, long count, @JsonAlias("octets") long bytes) {
	}

	/**
	 * What one collector did.
	 *
	 * @param collector its name
	 * @param count how many collections
	 * @param perSecond how many each second
	 * @param pauseSeconds that they stopped the process, together
	 * @param longestPauseMillis the longest
	 */
	public record Collections(String collector, long count, double perSecond, double pauseSeconds,
			double longestPauseMillis) {
	}

	/**
	 * Waiting for a lock.
	 *
	 * @param lock class of the monitor, or what was parked for
	 * @param method that waited
	 * @param count how often
	 * @param totalMillis of all threads together
	 * @param longestMillis the longest
	 */
	public record LockWait(String lock, String method, long count, double totalMillis, double longestMillis) {
	}

	/**
	 * A stage of a login, such as {@code bind}, {@code sign}, {@code store}.
	 *
	 * @param name of the stage
	 * @param count how often it ran
	 * @param meanMillis average
	 * @param p50Millis median
	 * @param p99Millis 99 of 100 were no longer
	 * @param maxMillis the longest
	 */
	public record Stage(String name, long count, double meanMillis, double p50Millis, double p99Millis,
			double maxMillis) {
	}

	/**
	 * A file to open.
	 *
	 * @param title for people, such as {@code flame graph, processor time}
	 * @param path relative to the profile folder
	 */
	public record ProfileFile(String title, String path) {
	}

}
