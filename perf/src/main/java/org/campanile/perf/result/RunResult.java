package org.campanile.perf.result;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAlias;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.jspecify.annotations.Nullable;

/**
 * A run of one scenario: the whole content of {@code result.json}. It is written anew
 * after every step, so that a run that was stopped keeps its results.
 *
 * @param format version of the file format
 * @param scenario name of the scenario
 * @param started start of the run
 * @param finished time of the last write
 * @param complete false if it was stopped
 * @param options the given options, by name
 * @param conditions the conditions on the machine
 * @param remarks differences from the published measurement, and anything else that a
 * reader must know
 * @param cells the measured cells
 * @param seed the seed of the order of rounds
 * @param samples figures of the whole run that were measured repeatedly, by name with
 * unit
 * @param aims the judged aims
 */
public record RunResult(int format, String scenario, Instant started, Instant finished, boolean complete,
		Map<String, String> options, Conditions conditions, List<String> remarks, List<CellResult> cells, long seed,
		Map<String, List<Double>> samples, List<Aim.Judged> aims) {

	/** The current version of the file format. */
	public static final int FORMAT = 3;

	/**
	 * A measured configuration with one or more steps.
	 *
	 * @param name such as {@code one node, memory}; unique in its run
	 * @param settings what it ran with, for people: durability, processor share,
	 * directory
	 * @param facts figures that belong to no step, by name with unit, such as
	 * {@code bytes a session}
	 * @param steps its steps, in the order of their measurement
	 */
	public record CellResult(String name, Map<String, String> settings, Map<String, Double> facts,
			List<StepResult> steps) {

		/**
		 * The fact of the bytes in the tables of sessions or, without a database, in
		 * heaps after a collection.
		 */
		public static final String STORED = "bytes stored or in heaps";

		/** The fact of the number of a process's threads. */
		public static final String THREADS = "threads";

		/** The fact of the number of a process's open file descriptors. */
		public static final String DESCRIPTORS = "descriptors";

	}

	/**
	 * A measured step of a cell: with a number of users, or a rate of logins.
	 *
	 * @param label heading of its table column, such as {@code 25}
	 * @param repeat number of the repeat, from 1
	 * @param load the result of the load
	 * @param processes the use of each process
	 * @param counters what the servers counted, by name: {@code store operations},
	 * {@code directory searches} …
	 * @param profile folder of its profile, relative to the results folder; empty if none
	 * was made
	 * @param machine the use of the whole machine; null if unknown
	 */
	public record StepResult(String label, int repeat, LoadResult load, List<ProcessResult> processes,
			Map<String, Double> counters, String profile, @Nullable MachineUse machine) {

		/** The counter of bytes that a database wrote to its write-ahead log. */
		public static final String WAL = "bytes of write-ahead log";

		/** The share of {@link #compiling()} above which a server counts as not warm. */
		public static final double NOT_WARM = 0.1;

		/** Creates the result of a step on a machine whose use is unknown. */
		public StepResult(String label, int repeat, LoadResult load, List<ProcessResult> processes,
				Map<String, Double> counters, String profile) {
			this(label, repeat, load, processes, counters, profile, null);
		}

		/** Returns why the figures may not be those of the servers. */
		public List<String> doubts() {
			List<String> doubts = new ArrayList<>(load.doubts());
			if (machine != null) {
				machine.doubt(load.generator().cpuSeconds(), processes).ifPresent(doubts::add);
			}
			return doubts;
		}

		/**
		 * Returns the processor time of one role, in milliseconds for each sound login or
		 * sign-on; not a number if there was none.
		 */
		public double cpuMillisEach(ProcessRole role) {
			double seconds = processes.stream()
				.filter(process -> process.role() == role)
				.mapToDouble(ProcessResult::cpuSeconds)
				.sum();
			return load.sound() > 0 ? seconds * 1_000 / load.sound() : Double.NaN;
		}

		/**
		 * Returns the share of the servers' processor time that was used by their
		 * compilers, from 0 to 1; 0 if unknown.
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
	 * The conditions of a run.
	 *
	 * @param processor the processor's model
	 * @param processors the number of processors
	 * @param memoryBytes the memory of the machine
	 * @param system kernel and distribution
	 * @param java version and vendor
	 * @param flags of the servers' virtual machines
	 * @param versions of Campanile and of the servers it was measured with, by name
	 * @param noise processor time of a fixed piece of work before, between and after
	 * steps, in milliseconds; its variation shows how noisy the machine was
	 * @param commit the commit of the sources, such as {@code 0123abcd}, with {@code +}
	 * if files were changed since; empty without sources
	 * @param committed the day of the commit, such as {@code 2026-01-31}; empty without
	 * sources
	 */
	public record Conditions(String processor, int processors, @JsonAlias("memoryOctets") long memoryBytes,
			String system, String java, List<String> flags, Map<String, String> versions, List<Double> noise,
			String commit, String committed) {

		/** Creates the conditions of a build without sources. */
		public Conditions(String processor, int processors, long memoryBytes, String system, String java,
				List<String> flags, Map<String, String> versions, List<Double> noise) {
			this(processor, processors, memoryBytes, system, java, flags, versions, noise, "", "");
		}

		/** Returns the same conditions with the commit of the sources. */
		public Conditions of(String sources, String day) {
			return new Conditions(processor, processors, memoryBytes, system, java, flags, versions, noise, sources,
					day);
		}

	}

}
