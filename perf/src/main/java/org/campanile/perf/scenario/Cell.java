package org.campanile.perf.scenario;

import java.util.List;

import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;

/**
 * A configuration that a scenario measures.
 *
 * @param name unique in the scenario
 * @param system what is brought up for it
 * @param sessions how many are preloaded
 * @param steps what is measured of it, in order
 * @param protocol by which users sign on
 */
record Cell(String name, SystemSpec system, int sessions, List<Step> steps, Protocol protocol) {

	Cell {
		steps = List.copyOf(steps);
	}

	/** By SAML. */
	Cell(String name, SystemSpec system, int sessions, List<Step> steps) {
		this(name, system, sessions, steps, Protocol.SAML);
	}

	/**
	 * One step.
	 *
	 * @param label as its column is headed
	 * @param load what is put on
	 */
	record Step(String label, LoadPlan load) {
	}

	/** Whether people of its load sign on with a session that they have. */
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
