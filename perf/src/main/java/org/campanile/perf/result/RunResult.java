package org.campanile.perf.result;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAlias;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.jspecify.annotations.Nullable;

/**
 * A run of one scenario: the whole content of {@code result.json}. Written anew after
 * every step, so that a run that was stopped leaves what it had.
 *
 * @param format version of this form
 * @param scenario its name
 * @param started when
 * @param finished when it was last written
 * @param complete false if it was stopped
 * @param options it was started with, by name
 * @param conditions of the machine
 * @param remarks what differs from the published measurement, and what a reader must know
 * @param cells what was measured
 * @param seed by which the order of rounds was drawn
 * @param samples figures of the whole run that were measured again and again, by name
 * with unit
 * @param aims what was measured of them, and what became of each
 */
public record RunResult(int format, String scenario, Instant started, Instant finished, boolean complete,
		Map<String, String> options, Conditions conditions, List<String> remarks, List<CellResult> cells, long seed,
		Map<String, List<Double>> samples, List<Aim.Judged> aims) {

	/** Without rounds. */
	public RunResult(int format, String scenario, Instant started, Instant finished, boolean complete,
			Map<String, String> options, Conditions conditions, List<String> remarks, List<CellResult> cells) {
		this(format, scenario, started, finished, complete, options, conditions, remarks, cells, 0, Map.of(),
				List.of());
	}

	/** The form that is written now. */
	public static final int FORMAT = 3;

	/**
	 * One configuration that was measured, in one or more steps.
	 *
	 * @param name such as {@code one node, memory}; unique in its run
	 * @param settings what it ran with, for people: durability, processor share,
	 * directory
	 * @param facts figures that belong to no step, by name with unit:
	 * {@code bytes a session}
	 * @param steps in the order they were measured
	 */
	public record CellResult(String name, Map<String, String> settings, Map<String, Double> facts,
			List<StepResult> steps) {
	}

	/**
	 * One measured step of a cell: so many users, or so many logins a second.
	 *
	 * @param label as the column of a table is headed, such as {@code 25}
	 * @param repeat which repeat of it, from 1
	 * @param load what the load came to
	 * @param processes what each process used meanwhile
	 * @param counters what the servers counted meanwhile, by name:
	 * {@code store operations}, {@code directory searches} …
	 * @param profile folder of its profile, relative to the results folder; empty if none
	 * was made
	 * @param machine what the whole machine did meanwhile; null if it is not known
	 */
	public record StepResult(String label, int repeat, LoadResult load, List<ProcessResult> processes,
			Map<String, Double> counters, String profile, @Nullable MachineUse machine) {

		/** Counter of what a database wrote ahead. */
		public static final String WAL = "bytes of write-ahead log";

		/** Share of {@link #compiling()} above which no cost is that of a warm server. */
		public static final double NOT_WARM = 0.1;

		/** Of a machine that nobody looked at. */
		public StepResult(String label, int repeat, LoadResult load, List<ProcessResult> processes,
				Map<String, Double> counters, String profile) {
			this(label, repeat, load, processes, counters, profile, null);
		}

		/** Why the figures may not be those of the servers. */
		public List<String> doubts() {
			List<String> doubts = new ArrayList<>(load.doubts());
			if (machine != null) {
				machine.doubt(load.generator().cpuSeconds(), processes).ifPresent(doubts::add);
			}
			return doubts;
		}

		/**
		 * Processor time of one role, in milliseconds for each login or sign-on; not a
		 * number where none was sound.
		 */
		public double cpuMillisEach(ProcessRole role) {
			double seconds = processes.stream()
				.filter(process -> process.role() == role)
				.mapToDouble(ProcessResult::cpuSeconds)
				.sum();
			return load.sound() > 0 ? seconds * 1_000 / load.sound() : Double.NaN;
		}

		/**
		 * Which part of the servers' processor time went into compiling what they run,
		 * from 0 to 1; 0 where it is not known.
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

	/**
	 * Under which conditions a run was made.
	 *
	 * @param processor its model
	 * @param processors how many
	 * @param memoryBytes the machine's
	 * @param system kernel and distribution
	 * @param java version and vendor
	 * @param flags of the servers' virtual machines
	 * @param versions of Campanile and of the servers it was measured with, by name
	 * @param noise processor time of a fixed piece of work, repeated before, between and
	 * after steps, in milliseconds; how much they differ is how noisy the machine was
	 * @param commit of the sources, such as {@code 0123abcd}, with {@code +} if they were
	 * changed since; empty if there were none
	 * @param committed the day of it, such as {@code 2026-01-31}; empty if there was none
	 */
	public record Conditions(String processor, int processors, @JsonAlias("memoryOctets") long memoryBytes,
			String system, String java, List<String> flags, Map<String, String> versions, List<Double> noise,
			String commit, String committed) {

		/** Without sources. */
		public Conditions(String processor, int processors, long memoryBytes, String system, String java,
				List<String> flags, Map<String, String> versions, List<Double> noise) {
			this(processor, processors, memoryBytes, system, java, flags, versions, noise, "", "");
		}

		/** The same with what was built. */
		public Conditions of(String sources, String day) {
			return new Conditions(processor, processors, memoryBytes, system, java, flags, versions, noise, sources,
					day);
		}

	}

}
