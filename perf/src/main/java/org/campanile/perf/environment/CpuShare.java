package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.campanile.perf.process.Programs;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Program;

/**
 * Holds processes to a share of a core, by the best means that the machine permits.
 */
sealed interface CpuShare {

	/**
	 * The share is given for periods of this many microseconds. Containers usually have
	 * periods of 100,000: a request that waits for another process several times then
	 * waits for the next period as often, which is of the limit and not of the server.
	 */
	long PERIOD = 20_000;

	/** Steals time by stopping and resuming a process. */
	Program CPULIMIT = new Program("cpulimit", "cpulimit");

	/** What is used, for people. */
	String describe();

	/**
	 * Holds a process, with all its threads and children to come, to a share of a core.
	 * @param share 1.0 for one core
	 * @return ends the limit once the process is gone
	 */
	Limit hold(long pid, double share, Path log) throws IOException;

	/** A limit that is in force. */
	interface Limit extends AutoCloseable {

		@Override
		void close() throws IOException;

	}

	/**
	 * Chooses.
	 * @throws org.campanile.testkit.process.MissingProgramException if none is there
	 */
	static CpuShare choose() {
		return choose(Path.of("/sys/fs/cgroup"), CPULIMIT.path());
	}

	static CpuShare choose(Path cgroups, Optional<Path> cpulimit) {
		for (Path root : List.of(cgroups, cgroups.resolve("unified"))) {
			if (permitted(root)) {
				return new ControlGroup(root, 2);
			}
		}
		for (String controller : List.of("cpu", "cpu,cpuacct")) {
			Path root = cgroups.resolve(controller);
			if (Files.exists(root.resolve("cpu.cfs_quota_us")) && Files.isWritable(root)
					&& Files.isWritable(root.resolve("cgroup.procs"))) {
				return new ControlGroup(root, 1);
			}
		}
		return new Stopping(cpulimit.orElseGet(CPULIMIT::require));
	}

	/** Whether groups below may be given a share, which it takes care of if it can. */
	private static boolean permitted(Path root) {
		Path passedOn = root.resolve("cgroup.subtree_control");
		try {
			if (!has(root.resolve("cgroup.controllers"), "cpu") || !Files.isWritable(root)) {
				return false;
			}
			if (!has(passedOn, "cpu")) {
				Files.writeString(passedOn, "+cpu");
			}
			return has(passedOn, "cpu");
		}
		catch (IOException ex) {
			// Not ours to decide on this machine: another means, then.
			return false;
		}
	}

	private static boolean has(Path list, String word) throws IOException {
		return Files.isReadable(list) && List.of(Files.readString(list).strip().split("\\s+")).contains(word);
	}

	/**
	 * Control groups with the controller {@code cpu}.
	 *
	 * @param root what the groups are made in
	 * @param version 1 or 2
	 */
	record ControlGroup(Path root, int version) implements CpuShare {

		@Override
		public String describe() {
			return version == 1 ? "cgroup v1, cpu.cfs_quota_us" : "cgroup v2, cpu.max";
		}

		@Override
		public Limit hold(long pid, double share, Path log) throws IOException {
			Path group = Files.createDirectories(root.resolve("campanile-" + pid));
			String quota = Long.toString(Math.round(share * PERIOD));
			if (version == 1) {
				Files.writeString(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD));
				Files.writeString(group.resolve("cpu.cfs_quota_us"), quota);
			}
			else {
				Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD);
			}
			Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
			return () -> {
				// A process leaves its group shortly after it has exited.
				long end = System.nanoTime() + 2_000_000_000L;
				while (!group.toFile().delete() && Files.exists(group) && System.nanoTime() < end) {
					Programs.pause(group.toString());
				}
			};
		}

	}

	/** Debian's cpulimit. */
	record Stopping(Path program) implements CpuShare {

		@Override
		public String describe() {
			return "cpulimit";
		}

		@Override
		public Limit hold(long pid, double share, Path log) throws IOException {
			ChildProcess process = ChildProcess.kept("cpulimit", "TERM", List.of(program.toString(), "-z", "-p",
					Long.toString(pid), "-l", String.format(Locale.ROOT, "%.0f", Math.max(1, share * 100))), log);
			return process::close;
		}

	}

	/**
	 * The share of a core that each node of a system is held to, from when it is asked
	 * for: what starts or warms up has the whole machine, as it would take minutes and be
	 * no warmer. Closing it once the nodes are gone ends the limits. Thread-safe.
	 */
	static final class ProcessorShares implements AutoCloseable {

		private final double share;

		private final CpuShare means;

		private final Path log;

		private final List<MeasuredNode> nodes = new ArrayList<>();

		private final List<CpuShare.Limit> limits = new ArrayList<>();

		private boolean held;

		/**
		 * @param share 1.0 for one core
		 * @param means how a process is held to it
		 * @param log of what holds it
		 */
		ProcessorShares(double share, CpuShare means, Path log) {
			this.share = share;
			this.means = means;
			this.log = log;
		}

		synchronized void of(List<MeasuredNode> those) {
			nodes.addAll(those);
		}

		/** From now on; does nothing the second time. */
		synchronized void hold() throws IOException {
			if (!held) {
				for (MeasuredNode node : nodes) {
					limits.add(means.hold(node.pid(), share, log));
				}
				held = true;
			}
		}

		String describe() {
			return share + " of a core (" + means.describe() + ")";
		}

		@Override
		public synchronized void close() throws IOException {
			for (CpuShare.Limit limit : limits) {
				limit.close();
			}
		}

	}

}
