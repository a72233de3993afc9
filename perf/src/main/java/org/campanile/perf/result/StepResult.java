package org.campanile.perf.result;

import java.util.List;
import java.util.Map;

/**
 * One measured step of a cell: so many users, or so many logins a second.
 *
 * @param label as the column of a table is headed, such as {@code 25}
 * @param repeat which repeat of it, from 1
 * @param load what the load came to
 * @param processes what each process used meanwhile
 * @param counters what the servers counted meanwhile, by name: {@code store operations},
 * {@code directory searches} …
 * @param profile folder of its profile, relative to the results folder; empty if none was
 * made
 */
public record StepResult(String label, int repeat, LoadResult load, List<ProcessResult> processes,
		Map<String, Double> counters, String profile) {

	/**
	 * Processor time of one role, in milliseconds for each login or sign-on; not a number
	 * where none was sound.
	 */
	public double cpuMillisEach(ProcessRole role) {
		double seconds = processes.stream()
			.filter(process -> process.role() == role)
			.mapToDouble(ProcessResult::cpuSeconds)
			.sum();
		return load.sound() > 0 ? seconds * 1_000 / load.sound() : Double.NaN;
	}

	/**
	 * Which part of the servers' processor time went into compiling what they run, from 0
	 * to 1; 0 where it is not known.
	 */
	public double compiling() {
		double all = 0;
		double compilers = 0;
		for (ProcessResult process : processes) {
			if (process.role() == ProcessRole.IDENTITY_PROVIDER) {
				all += process.cpuSeconds();
				compilers += process.compilationSeconds();
			}
		}
		return all > 0 ? compilers / all : 0;
	}

}
