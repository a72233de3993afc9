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

/** Limits processes to a share of a core, by the best means that the machine permits. */
sealed interface CpuShare {

	/**
	 * The period of the limit, in microseconds. Containers usually have 100,000: a
	 * request that waits for other processes several times may then wait for the next
	 * period each time, which is an effect of the limit and not of the server.
	 */
	long PERIOD = 20_000;

	/** cpulimit, which enforces a share by stopping and resuming a process. */
	Program CPULIMIT = new Program("cpulimit", "cpulimit");

	/** Describes the means, for people. */
	String describe();

	/**
	 * Limits a process, with all its threads and future children, to a share of a core.
	 * @param share 1.0 for one core
	 * @return the limit, to be closed once the process has ended
	 */
	Limit hold(long pid, double share, Path log) throws IOException;

	/** A limit that is in force. */
	interface Limit extends AutoCloseable {

		@Override
		void close() throws IOException;

	}

	/**
	 * Chooses the means for this machine.
	 * @throws org.campanile.testkit.process.MissingProgramException if this machine has
	 * none
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

	/** Whether groups below may be given a share; enables that if possible. */
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
			// This group must not be changed on this machine, so another means is needed.
			return false;
		}
	}

	private static boolean has(Path list, String word) throws IOException {
		return Files.isReadable(list) && List.of(Files.readString(list).strip().split("\\s+")).contains(word);
	}

	/**
	 * Limits by control groups with the controller {@code cpu}.
	 *
	 * @param root the group in which groups are created
	 * @param version of control groups, 1 or 2
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
				// A process leaves its group shortly after its exit.
				long end = System.nanoTime() + 2_000_000_000L;
				while (!group.toFile().delete() && Files.exists(group) && System.nanoTime() < end) {
					Programs.pause(group.toString());
				}
			};
		}

	}

	/** Limits by Debian's cpulimit. */
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
	 * The limits of all nodes of a system, which apply once {@link #hold} is called:
	 * starting and warming up with the whole machine saves minutes and leaves a node just
	 * as warm. Close it once the nodes have ended. Thread-safe.
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
		 * @param means how a process is limited
		 * @param log the log of the limiting program
		 */
		ProcessorShares(double share, CpuShare means, Path log) {
			this.share = share;
			this.means = means;
			this.log = log;
		}

		synchronized void of(List<MeasuredNode> those) {
			nodes.addAll(those);
		}

		/** Applies the limits from now on; does nothing the second time. */
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
