package org.campanile.perf.result;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * The profile of one process in one measured step: the content of {@code profile.json} in
 * the profile folder of the step. Lists are in the order of the tables, the largest
 * first; what was not recorded is an empty list or 0.
 *
 * @param process name of the process, such as {@code node1}
 * @param seconds length of the recorded period
 * @param cpuSeconds processor time in which the shares are measured
 * @param samples number of stacks from which the shares are computed
 * @param hotMethods the methods with the most processor time
 * @param areas the whole processor time by area
 * @param allocated classes by the bytes allocated
 * @param live classes by the bytes alive at the end, shallow size
 * @param collections garbage collections, one entry for each collector
 * @param locks waits of threads for one another
 * @param stages stages of a login, from the product's own events
 * @param heapUsedBytes bytes used in the heap at the end
 * @param heapCommittedBytes bytes committed for the heap at the end
 * @param files beside {@code profile.json}, to be opened by people: flame graph, the
 * recording itself
 */
public record ProfileResult(String process, double seconds, double cpuSeconds, long samples, List<HotMethod> hotMethods,
		List<Area> areas, List<ClassUse> allocated, List<ClassUse> live, List<Collections> collections,
		List<LockWait> locks, List<Stage> stages, @JsonAlias("heapUsedOctets") long heapUsedBytes,
		@JsonAlias("heapCommittedOctets") long heapCommittedBytes, List<ProfileFile> files) {

	/** The name of its file in the profile folder of a step. */
	public static final String FILE = "profile.json";

	/**
	 * A method on the stacks.
	 *
	 * @param method class and name
	 * @param self share of the samples with the method on top of the stack, 0 to 1
	 * @param total share of the samples with the method anywhere on the stack, 0 to 1
	 */
	public record HotMethod(String method, double self, double total) {
	}

	/**
	 * A use of processor time, decided by the packages on the stack, or by the thread if
	 * it runs no Java.
	 *
	 * @param name its name, such as {@code signing} or {@code garbage collection}
	 * @param share its share of the processor time, 0 to 1
	 */
	public record Area(String name, double share) {
	}

	/**
	 * A class in the heap.
	 *
	 * @param name of the class
	 * @param count the number of objects; 0 if unknown
	 * @param bytes the bytes of all its objects
	 */
	public record ClassUse(String name, long count, @JsonAlias("octets") long bytes) {
	}

	/**
	 * The collections of one garbage collector.
	 *
	 * @param collector name of the collector
	 * @param count the number of collections
	 * @param perSecond the number of collections a second
	 * @param pauseSeconds the total time for which they stopped the process
	 * @param longestPauseMillis the longest pause
	 */
	public record Collections(String collector, long count, double perSecond, double pauseSeconds,
			double longestPauseMillis) {
	}

	/**
	 * The waits for a lock.
	 *
	 * @param lock class of the monitor, or of the object that threads were parked for
	 * @param method the method that waited
	 * @param count the number of waits
	 * @param totalMillis the total wait of all threads
	 * @param longestMillis the longest wait
	 */
	public record LockWait(String lock, String method, long count, double totalMillis, double longestMillis) {
	}

	/**
	 * A stage of a login, such as {@code bind}, {@code sign} or {@code store}.
	 *
	 * @param name name of the stage
	 * @param count the number of times it ran
	 * @param meanMillis average
	 * @param p50Millis median
	 * @param p99Millis the 99th percentile
	 * @param maxMillis the longest
	 */
	public record Stage(String name, long count, double meanMillis, double p50Millis, double p99Millis,
			double maxMillis) {
	}

	/**
	 * A file of a profile, for people.
	 *
	 * @param title what it shows, such as {@code flame graph, processor time}
	 * @param path relative to the profile folder
	 */
	public record ProfileFile(String title, String path) {
	}

}
