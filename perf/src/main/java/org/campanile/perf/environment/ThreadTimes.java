package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The processor time of a virtual machine and of its own threads, which run no Java and
 * are never sampled, as Linux counted it until now.
 *
 * @param process seconds of the whole process, including threads that have ended
 * @param own seconds of the virtual machine's own threads, by kind of work
 */
public record ThreadTimes(double process, Map<String, Double> own) {

	public static final String COLLECTION = "garbage collection";

	public static final String COMPILATION = "JIT compilation";

	public static final String RECORDING = "recording";

	public static final String MACHINE = "virtual machine";

	/** Stands for times that the operating system does not report. */
	public static final ThreadTimes UNKNOWN = new ThreadTimes(0, Map.of());

	/** USER_HZ, which is 100 for every program, whatever the kernel's own tick is. */
	static final double TICKS_PER_SECOND = 100;

	public ThreadTimes {
		own = Map.copyOf(own);
	}

	/** Reads the times of a process; {@link #UNKNOWN} if there is no {@code /proc}. */
	public static ThreadTimes of(long pid) throws IOException {
		Path process = Path.of("/proc", Long.toString(pid));
		Map<Long, String> threads = threads(process);
		if (threads.isEmpty()) {
			return UNKNOWN;
		}
		Map<String, Double> own = new HashMap<>();
		threads.values().forEach(stat -> own.merge(work(name(stat)), seconds(stat), Double::sum));
		own.remove("");
		return new ThreadTimes(seconds(read(process)), own);
	}

	/**
	 * Returns the seconds of each compiler thread of a virtual machine; empty if there is
	 * none.
	 */
	static Map<CompilerThread, Double> compilers(long pid) throws IOException {
		Map<CompilerThread, Double> compilers = new HashMap<>();
		threads(Path.of("/proc", Long.toString(pid))).forEach((id, stat) -> {
			if (work(name(stat)).equals(COMPILATION)) {
				compilers.put(new CompilerThread(id, Long.parseLong(fields(stat)[19])), seconds(stat));
			}
		});
		return compilers;
	}

	/** Returns the {@code stat} of each thread by its id; empty without the process. */
	private static Map<Long, String> threads(Path process) throws IOException {
		Map<Long, String> stats = new HashMap<>();
		try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
			for (Path thread : threads) {
				try {
					stats.put(Long.valueOf(thread.getFileName().toString()), read(thread));
				}
				catch (NoSuchFileException ex) {
					// It has ended since it was listed; its time is part of the
					// process's.
				}
			}
		}
		catch (NoSuchFileException | DirectoryIteratorException ex) {
			// The process has ended, or there is no /proc.
		}
		return stats;
	}

	/**
	 * A compiler thread. Linux reuses its id some time after it has ended.
	 *
	 * @param id its thread id
	 * @param started its start, in ticks since the system booted
	 */
	record CompilerThread(long id, long started) {
	}

	/** Returns what was used since an earlier reading. */
	public ThreadTimes since(ThreadTimes before) {
		Map<String, Double> used = new HashMap<>();
		own.forEach((work, seconds) -> used.put(work, Math.max(0, seconds - before.own.getOrDefault(work, 0.0))));
		return new ThreadTimes(process - before.process, used);
	}

	/**
	 * Returns the share of the process's time that was spent in Java, which is what the
	 * samples show; 1 if the threads' times are unknown.
	 */
	public double javaShare() {
		double machine = own.values().stream().mapToDouble(Double::doubleValue).sum();
		return process <= 0 ? 1 : Math.clamp(1 - machine / process, 0, 1);
	}

	/**
	 * Returns the kind of work of a thread by its name, of which Linux keeps 15
	 * characters; "" if it runs Java.
	 */
	static String work(String name) {
		if (name.startsWith("C1 Comp") || name.startsWith("C2 Comp")) {
			return COMPILATION;
		}
		if (name.startsWith("GC Thread") || name.startsWith("G1 ") || name.startsWith("Shenandoah")
				|| name.startsWith("ZWorker") || name.startsWith("ZDriver") || name.startsWith("ZDirector")) {
			return COLLECTION;
		}
		if (name.startsWith("JFR ")) {
			return RECORDING;
		}
		return name.startsWith("VM Thread") || name.startsWith("VM Periodic") ? MACHINE : "";
	}

	private static String read(Path folder) throws IOException {
		try {
			return Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
		}
		catch (NoSuchFileException ex) {
			throw ex;
		}
		catch (IOException ex) {
			// Linux reports "no such process" if the process ends while its file is read.
			if (Files.notExists(folder)) {
				throw new NoSuchFileException(folder.toString());
			}
			throw ex;
		}
	}

	/** Returns the name, which stands in brackets and may contain some itself. */
	private static String name(String stat) {
		return stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
	}

	private static double seconds(String stat) {
		String[] fields = fields(stat);
		return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
	}

	/**
	 * Returns the fields after the name, which stands in brackets and may contain any
	 * character. The first is the state.
	 */
	static String[] fields(String stat) {
		return stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ");
	}

}
