package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.campanile.perf.benchmark.Floor;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.result.RunResult.StepResult;

/**
 * A run of a scenario under way: what a scenario asks for, does and leaves. Used by one
 * thread.
 */
public interface Run {

	/** What the user asked for. */
	RunOptions options();

	/**
	 * Brings up the system of a cell, or gives the one that runs elsewhere; the run ends
	 * it if the scenario does not.
	 */
	RunningSystem start(String cell, SystemSpec spec) throws IOException, InterruptedException;

	/** Brings up another identity provider by its name; the run ends it. */
	RunningSystem startPeer(String name, DirectorySpec directory) throws IOException, InterruptedException;

	/** Stores sessions of people who never come back, and keeps what they take. */
	void preload(String cell, RunningSystem system, int sessions) throws IOException;

	/** Warms a system up by as many logins as the options say. */
	default void warmUp(String cell, RunningSystem system, Population people) throws IOException, InterruptedException {
		warmUp(cell, system, people, LoadPlan.Journey.LOGIN);
	}

	/** Warms a system up by as many journeys as the options say. */
	void warmUp(String cell, RunningSystem system, Population people, LoadPlan.Journey journey)
			throws IOException, InterruptedException;

	/**
	 * Ends a warm-up, if there is one, by a load that the system may refuse as it likes,
	 * so that it is warm in refusing as well.
	 */
	void warmUp(String cell, RunningSystem system, LoadPlan plan) throws IOException, InterruptedException;

	/**
	 * Measures one step of a cell, keeps and reports it. Measured again, it is the next
	 * repeat of it.
	 * @param cell name of the cell
	 * @param label of the step
	 */
	StepResult measure(String cell, String label, RunningSystem system, LoadPlan plan)
			throws IOException, InterruptedException;

	/**
	 * Measures what no login can do without, with nothing else under load.
	 * @param iteration how long each of some dozen iterations takes
	 */
	Floor floor(Duration iteration) throws IOException;

	/** When the measured time of the last load began. */
	Instant measuringSince();

	/** Keeps figures that belong to no step, by name with unit. */
	void facts(String cell, Map<String, Double> facts) throws IOException;

	/** Says something a reader of the report must know. */
	void remark(String sentence) throws IOException;

	/** Prints a line on the terminal. */
	void say(String line);

}
