package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.ThreadTimes.CompilerThread;
import org.campanile.perf.result.MachineUse;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;

/**
 * Measures what processes use over a period: processor time, memory, heap, collections,
 * compilation, and what the machine does meanwhile. Started at the beginning of the
 * period, read at its end. Used by one thread.
 */
public final class ProcessMeter {

	private final Map<MeasuredProcess, Reading> before;

	private final Optional<MachineMeter> machine;

	/** The processor time of each compiler thread at the beginning, in seconds. */
	private final Map<MeasuredProcess, Map<CompilerThread, Double>> compilersBefore = new LinkedHashMap<>();

	/** The processor time of each compiler thread when it was last seen, in seconds. */
	private final Map<MeasuredProcess, Map<CompilerThread, Double>> compilersNow = new LinkedHashMap<>();

	private ProcessMeter(List<MeasuredProcess> processes) throws IOException {
		ProcessTable table = ProcessTable.read();
		look(processes, table);
		compilersNow.forEach((process, threads) -> compilersBefore.put(process, Map.copyOf(threads)));
		this.machine = MachineMeter.start(processes.stream().map(MeasuredProcess::pid).toList());
		// Last, as a busy server takes a while to answer.
		this.before = read(processes, table);
	}

	/**
	 * Begins a period.
	 * @param processes the processes to measure
	 * @throws IOException if a virtual machine's metrics cannot be read
	 */
	public static ProcessMeter start(List<MeasuredProcess> processes) throws IOException {
		return new ProcessMeter(processes);
	}

	/**
	 * Reads the compiler threads, which a virtual machine starts and ends as needed: one
	 * that has ended counts with the time read last. They end after five idle seconds, so
	 * that nothing is missed if this is called more often.
	 */
	public void look() throws IOException {
		look(before.keySet(), ProcessTable.read());
	}

	private void look(Collection<MeasuredProcess> processes, ProcessTable table) throws IOException {
		for (MeasuredProcess process : processes) {
			// Only servers have their compilers measured, as every thread must be read.
			if (process.role() == ProcessRole.IDENTITY_PROVIDER) {
				Map<CompilerThread, Double> threads = compilersNow.computeIfAbsent(process,
						absent -> new LinkedHashMap<>());
				for (long member : table.tree(process.pid())) {
					threads.putAll(ThreadTimes.compilers(member));
				}
			}
		}
	}

	/** Whether the processor time of the compilers is known for every server. */
	public boolean knowsCompilers() {
		return !compilersNow.isEmpty() && compilersNow.values().stream().noneMatch(Map::isEmpty);
	}

	/** Returns what the machine did since the beginning; empty if unknown. */
	public Optional<MachineUse> machine() throws IOException {
		return machine.isEmpty() ? Optional.empty() : Optional.of(machine.get().use());
	}

	/**
	 * Returns what was used since the beginning; may be called several times.
	 * @throws IOException if a virtual machine's metrics cannot be read
	 */
	public List<ProcessResult> read() throws IOException {
		List<ProcessResult> results = new ArrayList<>();
		ProcessTable table = ProcessTable.read();
		look(before.keySet(), table);
		read(List.copyOf(before.keySet()), table).forEach((process, now) -> {
			Reading then = before.getOrDefault(process, now);
			// If a process ended, the counts are lower than before; never report a
			// negative use.
			results.add(new ProcessResult(process.name(), process.role(),
					Math.max(0, now.use().userSeconds() - then.use().userSeconds()),
					Math.max(0, now.use().systemSeconds() - then.use().systemSeconds()), now.use().residentBytes(),
					(long) now.machine().heap(), (long) (now.machine().collections() - then.machine().collections()),
					now.machine().pauses() - then.machine().pauses(), compiling(process)));
		});
		return results;
	}

	private static Map<MeasuredProcess, Reading> read(List<MeasuredProcess> processes, ProcessTable table)
			throws IOException {
		Map<MeasuredProcess, Reading> readings = new LinkedHashMap<>();
		for (MeasuredProcess process : processes) {
			readings.put(process, new Reading(table.use(process.pid()), machine(process)));
		}
		return readings;
	}

	private double compiling(MeasuredProcess process) {
		return compiling(compilersBefore.getOrDefault(process, Map.of()), compilersNow.getOrDefault(process, Map.of()));
	}

	/** Adds up the time of compiler threads, including those that started or ended. */
	static double compiling(Map<CompilerThread, Double> before, Map<CompilerThread, Double> lastSeen) {
		return lastSeen.entrySet()
			.stream()
			.mapToDouble(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0.0))
			.sum();
	}

	private static Machine machine(MeasuredProcess process) throws IOException {
		URI metrics = process.metrics();
		return metrics == null ? new Machine(0, 0, 0) : Machine.of(Prometheus.read(metrics));
	}

	/** The state of one process at one moment. */
	private record Reading(ProcessTable.Use use, Machine machine) {
	}

	/**
	 * The counters of a virtual machine at one moment: bytes of heap, collections, and
	 * seconds of pauses since it started.
	 */
	private record Machine(double heap, double collections, double pauses) {

		static Machine of(Prometheus metrics) {
			return new Machine(metrics.sum("jvm_memory_used_bytes", Map.of("area", "heap")),
					metrics.sum("jvm_gc_pause_seconds_count", Map.of()),
					metrics.sum("jvm_gc_pause_seconds_sum", Map.of()));
		}

	}

	/**
	 * All processes at one moment, as Linux reports them ({@code proc_pid_stat(5)}).
	 *
	 * @param processes by process id
	 */
	record ProcessTable(Map<Long, Line> processes) {

		private static final long PAGE = 4_096;

		/**
		 * The entry of one process. Times are in ticks and include children that have
		 * ended and were waited for.
		 */
		record Line(long parent, long userTicks, long systemTicks, long residentBytes) {
		}

		/** The resources that a process and its descendants have used. */
		record Use(double userSeconds, double systemSeconds, long residentBytes) {
		}

		/** Reads the table of this machine. */
		static ProcessTable read() throws IOException {
			return read(Path.of("/proc"));
		}

		static ProcessTable read(Path proc) throws IOException {
			Map<Long, Line> processes = new HashMap<>();
			try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
				for (Path folder : folders) {
					line(folder.resolve("stat"))
						.ifPresent(line -> processes.put(Long.valueOf(folder.getFileName().toString()), line));
				}
			}
			return new ProcessTable(processes);
		}

		private static Optional<Line> line(Path stat) {
			try {
				return Optional.of(parse(Files.readString(stat)));
			}
			catch (IOException ex) {
				// The process has just ended; its parent accounts for its time.
				return Optional.empty();
			}
		}

		static Line parse(String stat) {
			String[] fields = ThreadTimes.fields(stat);
			return new Line(Long.parseLong(fields[1]), Long.parseLong(fields[11]) + Long.parseLong(fields[13]),
					Long.parseLong(fields[12]) + Long.parseLong(fields[14]), Long.parseLong(fields[21]) * PAGE);
		}

		/** Returns the use of a process and its descendants; zero if there is none. */
		Use use(long pid) {
			long user = 0;
			long system = 0;
			long resident = 0;
			for (long member : tree(pid)) {
				Line line = processes.get(member);
				if (line != null) {
					user += line.userTicks();
					system += line.systemTicks();
					resident += line.residentBytes();
				}
			}
			return new Use(user / ThreadTimes.TICKS_PER_SECOND, system / ThreadTimes.TICKS_PER_SECOND, resident);
		}

		/** Returns the ids of a process and its descendants. */
		List<Long> tree(long pid) {
			Map<Long, List<Long>> children = new HashMap<>();
			processes.forEach(
					(child, line) -> children.computeIfAbsent(line.parent(), parent -> new ArrayList<>()).add(child));
			List<Long> tree = new ArrayList<>();
			Deque<Long> waiting = new ArrayDeque<>(List.of(pid));
			while (!waiting.isEmpty()) {
				Long next = waiting.removeFirst();
				if (processes.containsKey(next)) {
					tree.add(next);
				}
				waiting.addAll(children.getOrDefault(next, List.of()));
			}
			return tree;
		}

	}

}
