package org.campanile.perf.result;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * The use of one process, with its children, during a load.
 *
 * @param name of the process, such as {@code node1}
 * @param role what it does for a login
 * @param userSeconds processor time outside the kernel
 * @param systemSeconds processor time in the kernel
 * @param residentBytes its resident memory at the end
 * @param heapBytes bytes in its heap at the end; 0 if unknown
 * @param collections the number of garbage collections; 0 if unknown
 * @param collectionSeconds the time for which they paused it; 0 if unknown
 * @param compilationSeconds processor time of its virtual machine's compilers; 0 if
 * unknown
 */
public record ProcessResult(String name, ProcessRole role, double userSeconds, double systemSeconds,
		@JsonAlias("residentOctets") long residentBytes, @JsonAlias("heapOctets") long heapBytes, long collections,
		double collectionSeconds, double compilationSeconds) {

	/** Creates the result of a process that compiles nothing. */
	public ProcessResult(String name, ProcessRole role, double userSeconds, double systemSeconds, long residentBytes,
			long heapBytes, long collections, double collectionSeconds) {
		this(name, role, userSeconds, systemSeconds, residentBytes, heapBytes, collections, collectionSeconds, 0);
	}

	public double cpuSeconds() {
		return userSeconds + systemSeconds;
	}

	/** What a process does for a login. */
	public enum ProcessRole {

		/** Answers logins: a node of Campanile, or another identity provider. */
		IDENTITY_PROVIDER,
		/** Holds the people: the directory. */
		DIRECTORY,
		/** Holds sessions. */
		DATABASE,
		/** Stands in front of the nodes. */
		PROXY,
		/** Serves the pages that people sign on for. */
		SERVICE,
		/** Makes the load. */
		LOAD

	}

}
