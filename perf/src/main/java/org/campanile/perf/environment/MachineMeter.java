package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.campanile.perf.result.MachineUse;

/**
 * Measures what the whole machine does over a period, and for how long the control groups
 * of the measured processes and of this one are throttled. Used by one thread.
 */
final class MachineMeter {

	private final Path root;

	private final Set<Path> groups = new LinkedHashSet<>();

	private final Counted before;

	private MachineMeter(Path root, List<Long> processes) throws IOException {
		this.root = root;
		for (long process : processes) {
			group(process).ifPresent(groups::add);
		}
		this.before = read();
	}

	/** Begins a period; empty if there is no {@code /proc/stat}. */
	static Optional<MachineMeter> start(List<Long> processes) throws IOException {
		return start(Path.of("/"),
				Stream.concat(processes.stream(), Stream.of(ProcessHandle.current().pid())).toList());
	}

	/**
	 * @param root folder that contains {@code proc} and {@code sys}
	 */
	static Optional<MachineMeter> start(Path root, List<Long> processes) throws IOException {
		return Files.isReadable(root.resolve("proc/stat")) ? Optional.of(new MachineMeter(root, processes))
				: Optional.empty();
	}

	/** Returns the use since the beginning; may be called several times. */
	MachineUse use() throws IOException {
		return read().since(before);
	}

	private Counted read() throws IOException {
		String all = Files.readAllLines(root.resolve("proc/stat"))
			.stream()
			.filter(line -> line.startsWith("cpu "))
			.findFirst()
			.orElseThrow(() -> new IOException("/proc/stat has no line of all processors"));
		// The fields are user, nice, system, idle, iowait, irq, softirq and steal; guests
		// are part of user.
		long[] ticks = Stream.of(all.substring(4).strip().split(" +")).mapToLong(Long::parseLong).toArray();
		long throttledPeriods = 0;
		double throttledSeconds = 0;
		for (Path group : groups) {
			throttledPeriods += counter(group, "nr_throttled");
			throttledSeconds += counter(group, "throttled_usec") / 1e6 + counter(group, "throttled_time") / 1e9;
		}
		return new Counted((ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) / ThreadTimes.TICKS_PER_SECOND,
				(ticks[3] + ticks[4]) / ThreadTimes.TICKS_PER_SECOND, ticks[7] / ThreadTimes.TICKS_PER_SECOND,
				throttledPeriods, throttledSeconds);
	}

	/** Returns a counter of a group; 0 if the group is gone or does not count it. */
	private static long counter(Path group, String name) {
		try {
			return Files.readAllLines(group)
				.stream()
				.filter(line -> line.startsWith(name + " "))
				.mapToLong(line -> Long.parseLong(line.substring(name.length() + 1).strip()))
				.findFirst()
				.orElse(0);
		}
		catch (IOException ex) {
			return 0;
		}
	}

	/**
	 * Returns the {@code cpu.stat} of a process's group: that of the controller
	 * {@code cpu} in version 1, else that of version 2; empty if there is none.
	 */
	private Optional<Path> group(long process) throws IOException {
		Path groupsOf = root.resolve("proc").resolve(Long.toString(process)).resolve("cgroup");
		if (!Files.isReadable(groupsOf)) {
			return Optional.empty();
		}
		Path mounted = root.resolve("sys/fs/cgroup");
		return Files.readAllLines(groupsOf).stream().map(line -> line.split(":", 3)).flatMap(parts -> {
			String path = parts[2].replaceFirst("^/", "");
			if (parts[1].isEmpty()) {
				return Stream.of(mounted.resolve(path), mounted.resolve("unified").resolve(path));
			}
			return List.of(parts[1].split(",")).contains("cpu") ? Stream.of(mounted.resolve(parts[1]).resolve(path))
					: Stream.empty();
		}).map(folder -> folder.resolve("cpu.stat")).filter(Files::isReadable).findFirst();
	}

	/** The counters at a moment, in seconds of all processors together. */
	private record Counted(double busy, double idle, double steal, long throttledPeriods, double throttledSeconds) {

		/** Returns the use since an earlier reading; counters set back count as 0. */
		MachineUse since(Counted before) {
			return new MachineUse(Math.max(0, busy - before.busy), Math.max(0, idle - before.idle),
					Math.max(0, steal - before.steal), Math.max(0, throttledPeriods - before.throttledPeriods),
					Math.max(0, throttledSeconds - before.throttledSeconds));
		}

	}

}
