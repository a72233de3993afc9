package org.campanile.perf.scenario;

import java.util.List;

import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;

/**
 * A configuration that a scenario measures.
 *
 * @param name its name, unique in the scenario
 * @param system the system to start
 * @param sessions the number of sessions to store in advance
 * @param steps the steps to measure, in order
 * @param protocol the protocol by which users sign on
 */
record Cell(String name, SystemSpec system, int sessions, List<Step> steps, Protocol protocol) {

	Cell {
		steps = List.copyOf(steps);
	}

	/** Creates a cell whose users sign on by SAML. */
	Cell(String name, SystemSpec system, int sessions, List<Step> steps) {
		this(name, system, sessions, steps, Protocol.SAML);
	}

	/**
	 * A step of a cell.
	 *
	 * @param label heading of its table column
	 * @param load the load to run
	 */
	record Step(String label, LoadPlan load) {
	}

	/** Whether users in one of its steps sign on with a session that they have. */
	boolean comesBack() {
		return steps.stream().anyMatch(step -> step.load().journey() != LoadPlan.Journey.LOGIN);
	}

	Cell with(SystemSpec other) {
		return new Cell(name, other, sessions, steps, protocol);
	}

	Cell named(String other) {
		return new Cell(other, system, sessions, steps, protocol);
	}

	Cell by(Protocol other) {
		return new Cell(name, system, sessions, steps, other);
	}

}
