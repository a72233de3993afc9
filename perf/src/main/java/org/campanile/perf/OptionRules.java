package org.campanile.perf;

import java.util.List;

import picocli.CommandLine.ParseResult;

/** Options that would be ignored together, or make a comparison unfair. */
final class OptionRules {

	/** What the harness does with servers that it starts itself. */
	private static final List<String> OF_OUR_SERVERS = List.of("--jfr", "--yourkit", "--cpu-share", "--store",
			"--nodes", "--proxy", "--sessions", "--directory", "--directory-latency", "--store-latency");

	/** How people sign in to a server of somebody else. */
	private static final List<String> OF_A_TARGET = List.of("--metadata", "--service-provider", "--preset", "--start",
			"--redirect", "--form", "--username-field", "--password-field", "--user-attribute");

	/** What Campanile would be slowed by, and peers would not. */
	private static final List<String> UNFAIR = List.of("--cpu-share", "--proxy", "--directory-latency",
			"--store-latency");

	private OptionRules() {
	}

	/**
	 * @param given what stands on the command line
	 * @param scenario by its name
	 * @throws IllegalArgumentException saying in one line what does not go with what
	 */
	static void check(ParseResult given, String scenario) {
		if (given.hasMatchedOption("--target")) {
			none(given, OF_OUR_SERVERS,
					"is of servers that are started here, and --target names one that runs elsewhere");
		}
		else {
			none(given, OF_A_TARGET, "needs --target");
		}
		if (given.hasMatchedOption("--peer")) {
			Faults.unless(scenario.equals("baseline"), "--peer is of baseline alone: " + scenario + " starts no peers");
			none(given, UNFAIR, "would slow Campanile and not the servers of --peer");
		}
		Faults.unless(scenario.equals("sentinel") || !given.hasMatchedOption("--rate"),
				"--rate is of sentinel alone: " + scenario + " has no rate to choose");
		ScenarioOptions.check(given, scenario);
	}

	private static void none(ParseResult given, List<String> options, String reason) {
		options.forEach(option -> Faults.unless(!given.hasMatchedOption(option), option + " " + reason));
	}

}
