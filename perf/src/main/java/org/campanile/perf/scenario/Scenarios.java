package org.campanile.perf.scenario;

import java.util.List;
import java.util.Optional;

/** All scenarios. */
public final class Scenarios {

	private static final List<Scenario> ALL = List.of(Memphis.scenario(), Chicago.scenario(), VirginiaTech.scenario(),
			Lafayette.scenario(), AuthMark.scenario(), Sentinel.scenario(), PrivacyIdea.scenario(), new Compare(),
			new Overload(), new SessionCounts(), new Soak(), new Stages(), new Startup(), new Memory(), new Baseline());

	private Scenarios() {
	}

	/** In the order of {@code perf --list}. */
	public static List<Scenario> all() {
		return ALL;
	}

	public static Optional<Scenario> named(String name) {
		return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
	}

}
