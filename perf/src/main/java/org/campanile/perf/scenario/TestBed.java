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

/** The environment of a run: systems, load, meters. Used by one thread. */
interface TestBed {

	/** Starts a system; returns when it answers. */
	RunningSystem start(SystemSpec spec) throws IOException, InterruptedException;

	/**
	 * Starts another identity provider.
	 * @param initiator who begins sign-ons there, if they are by SAML
	 */
	RunningSystem startPeer(String name, DirectorySpec directory, Initiator initiator)
			throws IOException, InterruptedException;

	LoadGenerator generator() throws IOException;

	/**
	 * Waits until servers that have been warmed up are idle, so that background
	 * compilation does not count as a cost of the logins measured next.
	 * @return whether they became idle
	 */
	boolean settle(List<MeasuredProcess> processes, Duration atMost) throws IOException, InterruptedException;

	/**
	 * Measures the bytes on the wire of one login.
	 * @return empty if users do not sign on by SAML with a password
	 * @throws IOException if the login does not lead to an assertion
	 */
	Optional<PlainLogin.Traffic> traffic(Target target, Population people) throws IOException;

	/** Starts a meter of the processes. */
	Meter meter(List<MeasuredProcess> processes) throws IOException;

	/** Starts to record the processes. */
	Recording record(List<MeasuredProcess> processes, Path folder) throws IOException, InterruptedException;

	/** Measures the processor time of a fixed piece of work, in milliseconds. */
	double noise();

	/**
	 * Measures the floor of a login.
	 * @param iteration the length of each of some dozen iterations
	 * @throws IOException if it could not be measured
	 */
	Floor floor(Duration iteration) throws IOException;

	/**
	 * Returns the conditions of this machine.
	 * @param cells the settings of each cell
	 * @param noise the results of {@link #noise()}
	 */
	Conditions conditions(List<Map<String, String>> cells, List<Double> noise) throws IOException;

	/**
	 * Renders the report of a run.
	 * @return the page to open
	 */
	Path report(Path folder) throws IOException;

	/** Measures from its creation on. */
	interface Meter {

		/**
		 * Looks at threads that may end before the meter is read; to be called every few
		 * seconds.
		 */
		default void look() throws IOException {
		}

		Used stop() throws IOException;

	}

	/**
	 * The use of resources.
	 *
	 * @param processes the use of each process
	 * @param machine the use of the whole machine; null if unknown
	 * @param compilersKnown whether the compilers' time is known for each server
	 */
	record Used(List<ProcessResult> processes, @Nullable MachineUse machine, boolean compilersKnown) {
	}

	/** Records from its creation on; its profile covers the measured time. */
	interface Recording {

		/** Begins the measured time; may be called again to begin it anew. */
		void begin() throws IOException;

		/** Ends the measured time. */
		void end() throws IOException;

		/** Ends the recording, and writes the profile into its folder. */
		void stop() throws IOException, InterruptedException;

	}

}
