package org.campanile.perf.result;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * What one process, with its children, used while a load was measured.
 *
 * @param name of the process, such as {@code node1}
 * @param role what it is
 * @param userSeconds processor time outside the kernel
 * @param systemSeconds processor time in the kernel
 * @param residentBytes its resident memory at the end
 * @param heapBytes what its heap held at the end; 0 if unknown
 * @param collections how many garbage collections; 0 if unknown
 * @param collectionSeconds how long they paused it; 0 if unknown
 * @param compilationSeconds processor time of a virtual machine's compilers; 0 if unknown
 */
public record ProcessResult(String name, ProcessRole role, double userSeconds, double systemSeconds,
		@JsonAlias("residentOctets") long residentBytes, @JsonAlias("heapOctets") long heapBytes, long collections,
		double collectionSeconds, double compilationSeconds) {

	/** Of a process that compiles nothing. */
	public ProcessResult(String name, ProcessRole role, double userSeconds, double systemSeconds, long residentBytes,
			long heapBytes, long collections, double collectionSeconds) {
		this(name, role, userSeconds, systemSeconds, residentBytes, heapBytes, collections, collectionSeconds, 0);
	}

	public double cpuSeconds() {
		return userSeconds + systemSeconds;
	}

	/** What a process is to a login. */
	public enum ProcessRole {

		/** Answers it: a node of Campanile, or another identity provider. */
		IDENTITY_PROVIDER,
		/** Holds the people. */
		DIRECTORY,
		/** Holds sessions. */
		DATABASE,
		/** Stands before the nodes. */
		PROXY,
		/** Shows what people sign on for. */
		SERVICE,
		/** Makes the load. */
		LOAD

	}

}
