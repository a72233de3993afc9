package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.ProcessRole;

/**
 * What processes use over a period: processor time, memory, heap, collections,
 * compilation. Started at its beginning, read at its end. Used by one thread.
 */
public final class ProcessMeter {

	private final Map<MeasuredProcess, Reading> before;

	private ProcessMeter(Map<MeasuredProcess, Reading> before) {
		this.before = before;
	}

	/**
	 * Begins a period.
	 * @param processes what is measured
	 * @throws IOException if a virtual machine's metrics cannot be read
	 */
	public static ProcessMeter start(List<MeasuredProcess> processes) throws IOException {
		return new ProcessMeter(read(processes));
	}

	/**
	 * What was used since the beginning; may be asked again.
	 * @throws IOException if a virtual machine's metrics cannot be read
	 */
	public List<ProcessResult> read() throws IOException {
		List<ProcessResult> results = new ArrayList<>();
		read(List.copyOf(before.keySet())).forEach((process, now) -> {
			Reading then = before.getOrDefault(process, now);
			// A process that has ended has less than it had: nothing rather than less.
			results.add(new ProcessResult(process.name(), process.role(),
					Math.max(0, now.use().userSeconds() - then.use().userSeconds()),
					Math.max(0, now.use().systemSeconds() - then.use().systemSeconds()), now.use().residentBytes(),
					(long) now.machine().heap(), (long) (now.machine().collections() - then.machine().collections()),
					now.machine().pauses() - then.machine().pauses(), Math.max(0, now.compiling() - then.compiling())));
		});
		return results;
	}

	private static Map<MeasuredProcess, Reading> read(List<MeasuredProcess> processes) throws IOException {
		ProcessTable table = ProcessTable.read();
		Map<MeasuredProcess, Reading> readings = new LinkedHashMap<>();
		for (MeasuredProcess process : processes) {
			readings.put(process, new Reading(table.use(process.pid()), machine(process), compiling(process, table)));
		}
		return readings;
	}

	/** Of servers alone: it is asked of each of their threads. */
	private static double compiling(MeasuredProcess process, ProcessTable table) throws IOException {
		double seconds = 0;
		if (process.role() == ProcessRole.IDENTITY_PROVIDER) {
			for (long member : table.tree(process.pid())) {
				seconds += ThreadTimes.of(member).own().getOrDefault(ThreadTimes.COMPILATION, 0.0);
			}
		}
		return seconds;
	}

	private static Machine machine(MeasuredProcess process) throws IOException {
		URI metrics = process.metrics();
		return metrics == null ? new Machine(0, 0, 0) : Machine.of(Prometheus.read(metrics));
	}

	/** One process at one moment, with the seconds its compilers have used. */
	private record Reading(ProcessTable.Use use, Machine machine, double compiling) {
	}

	/**
	 * A virtual machine at one moment: bytes of heap, collections and their pauses in
	 * seconds since it started.
	 */
	private record Machine(double heap, double collections, double pauses) {

		static Machine of(Prometheus metrics) {
			return new Machine(metrics.sum("jvm_memory_used_bytes", Map.of("area", "heap")),
					metrics.sum("jvm_gc_pause_seconds_count", Map.of()),
					metrics.sum("jvm_gc_pause_seconds_sum", Map.of()));
		}

	}

}
