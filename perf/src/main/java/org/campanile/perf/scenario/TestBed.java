package org.campanile.perf.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.perf.benchmark.Floor;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Initiator;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadGenerator;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.result.MachineUse;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.Conditions;
import org.jspecify.annotations.Nullable;

/** What a run works with: systems, load, meters. Used by one thread. */
interface TestBed {

	/** Brings up a system that answers. */
	RunningSystem start(SystemSpec spec) throws IOException, InterruptedException;

	/**
	 * Brings up another identity provider.
	 * @param initiator who begins sign-ons there, if they are by SAML
	 */
	RunningSystem startPeer(String name, DirectorySpec directory, Initiator initiator)
			throws IOException, InterruptedException;

	LoadGenerator generator() throws IOException;

	/**
	 * Waits until servers that have warmed up are at rest: what they compile in the
	 * background is not of the logins that are measured next.
	 * @return whether they are
	 */
	boolean settle(List<MeasuredProcess> processes, Duration atMost) throws IOException, InterruptedException;

	/**
	 * What one login takes of the wire.
	 * @return empty where sign-on is not by SAML and a password
	 * @throws IOException if it does not lead to an assertion
	 */
	Optional<PlainLogin.Traffic> traffic(Target target, Population people) throws IOException;

	/** Begins to count what processes use. */
	Meter meter(List<MeasuredProcess> processes) throws IOException;

	/** Begins to record processes. */
	Recording record(List<MeasuredProcess> processes, Path folder) throws IOException, InterruptedException;

	/** Processor time of a fixed piece of work, in milliseconds. */
	double noise();

	/**
	 * What no login can do without.
	 * @param iteration how long each of some dozen iterations takes
	 * @throws IOException if it could not be measured
	 */
	Floor floor(Duration iteration) throws IOException;

	/**
	 * Of this machine.
	 * @param cells settings of each
	 * @param noise what was probed
	 */
	Conditions conditions(List<Map<String, String>> cells, List<Double> noise) throws IOException;

	/**
	 * Renders the report of a run.
	 * @return the page to open
	 */
	Path report(Path folder) throws IOException;

	/** Counts from when it was made. */
	interface Meter {

		/**
		 * Looks at what ends before the meter is read; to be called every few seconds.
		 */
		default void look() throws IOException {
		}

		Used stop() throws IOException;

	}

	/**
	 * What was used meanwhile.
	 *
	 * @param processes by each process
	 * @param machine what the machine did; null if it is not known
	 * @param compilersKnown whether each server has compilers whose time is known
	 */
	record Used(List<ProcessResult> processes, @Nullable MachineUse machine, boolean compilersKnown) {
	}

	/** Records from when it was made; what its profile shows is of the measured time. */
	interface Recording {

		/** The measured time begins now, also if it was said before. */
		void begin() throws IOException;

		/** The measured time has ended. */
		void end() throws IOException;

		/** Ends the recording, and leaves the profile in its folder. */
		void stop() throws IOException, InterruptedException;

	}

}
