package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What Linux tells of all processes at one moment ({@code proc_pid_stat(5)}).
 *
 * @param processes by process id
 */
record ProcessTable(Map<Long, Line> processes) {

	/** USER_HZ: 100 for every program, whatever the kernel ticks at. */
	private static final double TICKS_A_SECOND = 100;

	private static final long PAGE = 4_096;

	/**
	 * One process. Times are ticks; those of children that have ended and were waited for
	 * count as its own.
	 */
	record Line(long parent, long userTicks, long systemTicks, long residentBytes) {
	}

	/**
	 * What a process and all below it have used.
	 */
	record Use(double userSeconds, double systemSeconds, long residentBytes) {
	}

	/** Reads it. */
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
			// It has just ended; whoever waits for it has its time.
			return Optional.empty();
		}
	}

	static Line parse(String stat) {
		// The name, in brackets, may hold anything.
		String[] fields = stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ");
		return new Line(Long.parseLong(fields[1]), Long.parseLong(fields[11]) + Long.parseLong(fields[13]),
				Long.parseLong(fields[12]) + Long.parseLong(fields[14]), Long.parseLong(fields[21]) * PAGE);
	}

	/** The use of a process and all below it; nothing if it is not there. */
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
		return new Use(user / TICKS_A_SECOND, system / TICKS_A_SECOND, resident);
	}

	/** A process and all below it. */
	List<Long> tree(long pid) {
		Map<Long, List<Long>> children = new HashMap<>();
		processes
			.forEach((child, line) -> children.computeIfAbsent(line.parent(), parent -> new ArrayList<>()).add(child));
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
