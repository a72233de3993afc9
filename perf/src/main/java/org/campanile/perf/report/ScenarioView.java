package org.campanile.perf.report;

import java.util.List;

import org.campanile.perf.report.document.Block;

/** The main tables and plots of a scenario, in the shape in which it was published. */
@FunctionalInterface
interface ScenarioView {

	/** Whether figures that are not of the load are among {@link #blocks}. */
	default boolean tellsFacts() {
		return false;
	}

	/** Of one run. */
	List<Block> blocks(MeasuredRun run);

	/** Of a scenario by its name; what is not known has none of its own. */
	static ScenarioView of(String scenario) {
		return switch (scenario) {
			case "memphis", "chicago" -> new UsersView();
			case "virginia-tech" -> new VirginiaTechView();
			case "lafayette" -> new LafayetteView();
			case "authmark" -> new AuthmarkView();
			case "sentinel" -> new SentinelView();
			case "privacyidea" -> new PrivacyideaView();
			case "overload" -> new OverloadView();
			case "soak" -> new SoakView();
			case "stages" -> new StagesView();
			case "startup", "memory" -> new StartupView();
			default -> new StepsView();
		};
	}

}
