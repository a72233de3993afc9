package org.campanile.perf.scenario;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import org.campanile.perf.scenario.PublishedScenarios.Chicago;
import org.campanile.perf.scenario.PublishedScenarios.Memphis;
import org.campanile.perf.scenario.PublishedScenarios.Sentinel;
import org.campanile.perf.scenario.PublishedScenarios.VirginiaTech;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/** A measurement with a name. Implementations are thread-safe and hold no state. */
public interface Scenario {

	/** Returns its name, and how it may be run. */
	About about();

	/**
	 * A scenario as {@code perf --list} and the report show it.
	 *
	 * @param name the name on the command line
	 * @param description one sentence
	 * @param remarks differences from the published measurement, and anything else that a
	 * reader must know
	 * @param external whether it can measure a server that runs elsewhere
	 * @param recorded whether it always requires a flight recording
	 */
	record About(String name, String description, List<String> remarks, boolean external, boolean recorded) {

		public About {
			remarks = List.copyOf(remarks);
		}

	}

	default String name() {
		return about().name();
	}

	/**
	 * Returns the steps that it will warm up and measure with these options, roughly in
	 * order, so that the time left can be shown.
	 * @throws IllegalArgumentException if the options leave nothing to measure or do not
	 * suit the scenario; the message is for people
	 */
	List<PlannedStep> plan(RunOptions options);

	/** Measures, and passes each step to the run when it is done. */
	void measure(Run run) throws IOException, InterruptedException;

	/** All scenarios. */
	public static final class Scenarios {

		private static final List<Scenario> ALL = List.of(new Memphis(), new Chicago(), new VirginiaTech(),
				new Lafayette(), new AuthMark(), new Sentinel(), new PrivacyIdea(), new Compare(), new Overload(),
				new SessionCounts(), new Soak(), new Stages(), new Startup(), new Memory(), new Baseline(),
				new Factors());

		private Scenarios() {
		}

		/** Returns all scenarios, in the order of {@code perf --list}. */
		public static List<Scenario> all() {
			return ALL;
		}

		public static Optional<Scenario> named(String name) {
			return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
		}

	}

}
