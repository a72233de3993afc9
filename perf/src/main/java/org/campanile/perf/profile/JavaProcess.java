package org.campanile.perf.profile;

import java.util.Optional;
import java.util.stream.Stream;

import org.campanile.perf.environment.MeasuredProcess;

/** Finds the virtual machine of a process, which may have been started by a script. */
final class JavaProcess {

	private JavaProcess() {
	}

	/**
	 * Its process id.
	 * @throws ProfilingException if there is none, or more than one
	 */
	static long of(MeasuredProcess process) throws ProfilingException {
		ProcessHandle root = ProcessHandle.of(process.pid())
			.orElseThrow(() -> new ProfilingException(process.name() + ": process " + process.pid() + " has ended"));
		if (isJava(root)) {
			return root.pid();
		}
		long[] found = Stream.of(root)
			.flatMap(ProcessHandle::descendants)
			.filter(JavaProcess::isJava)
			.mapToLong(ProcessHandle::pid)
			.toArray();
		if (found.length != 1) {
			throw new ProfilingException(process.name() + ": process " + process.pid() + " has " + found.length
					+ " Java processes below it, and one is needed; name its process id");
		}
		return found[0];
	}

	private static boolean isJava(ProcessHandle process) {
		Optional<String> command = process.info().command();
		return command.filter(path -> path.endsWith("/java")).isPresent();
	}

}
