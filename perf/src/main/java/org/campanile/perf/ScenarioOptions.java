package org.campanile.perf;

import java.util.List;
import java.util.Map;
import java.util.Set;

import picocli.CommandLine.ParseResult;

/**
 * What a scenario lets be chosen in place of its own: what it would pass over is refused,
 * or a report would name it as if it had counted.
 */
final class ScenarioOptions {

	/** Scenarios that take none at all, one value, or several. */
	private enum Take {

		NONE, ONE, SEVERAL

	}

	private static final Map<String, Map<String, Take>> LESS_THAN_SEVERAL = Map.of("--repeats",
			Map.of("memphis", Take.NONE, "chicago", Take.NONE, "lafayette", Take.NONE, "authmark", Take.NONE,
					"sentinel", Take.NONE, "privacyidea", Take.NONE, "overload", Take.NONE, "stages", Take.NONE,
					"memory", Take.NONE),
			"--users", Map.of("sentinel", Take.NONE, "privacyidea", Take.NONE, "startup", Take.NONE, "memory",
					Take.NONE, "compare", Take.ONE, "overload", Take.ONE, "sessions", Take.ONE, "soak", Take.ONE),
			"--nodes",
			Map.of("authmark", Take.NONE, "privacyidea", Take.NONE, "sessions", Take.NONE, "startup", Take.NONE,
					"memory", Take.NONE, "baseline", Take.NONE, "overload", Take.ONE, "soak", Take.ONE),
			"--store", Map.of("privacyidea", Take.ONE, "overload", Take.ONE, "soak", Take.ONE, "startup", Take.ONE,
					"memory", Take.ONE),
			"--cpu-share", Map.of("startup", Take.NONE, "memory", Take.NONE));

	/** That store sessions before they measure. */
	private static final Map<String, Take> SESSIONS = Map.of("memphis", Take.SEVERAL, "sessions", Take.SEVERAL,
			"compare", Take.ONE);

	/** That have a cell with a database unless --store says otherwise. */
	private static final Set<String> WITH_DATABASE = Set.of("memphis", "compare", "sessions", "sentinel");

	private static final List<String> DATABASES = List.of("jpa", "jpa-fast");

	private ScenarioOptions() {
	}

	/**
	 * @param given what stands on the command line
	 * @param scenario by its name
	 * @throws IllegalArgumentException saying in one line what the scenario does not take
	 */
	static void check(ParseResult given, String scenario) {
		LESS_THAN_SEVERAL
			.forEach((option, takes) -> check(given, scenario, option, takes.getOrDefault(scenario, Take.SEVERAL)));
		check(given, scenario, "--sessions", SESSIONS.getOrDefault(scenario, Take.NONE));
		Faults.unless(!given.hasMatchedOption("--store-latency") || hasDatabase(given, scenario),
				"--store-latency is of a database: " + scenario + " has none unless --store names jpa or jpa-fast");
	}

	private static void check(ParseResult given, String scenario, String option, Take take) {
		if (given.hasMatchedOption(option)) {
			Faults.unless(take != Take.NONE, option + " is not for " + scenario + ", which would pass over it");
			Faults.unless(take != Take.ONE || values(given, option).size() == 1,
					option + " takes one value with " + scenario);
		}
	}

	private static boolean hasDatabase(ParseResult given, String scenario) {
		return given.hasMatchedOption("--store") ? values(given, "--store").stream().anyMatch(DATABASES::contains)
				: WITH_DATABASE.contains(scenario);
	}

	private static List<String> values(ParseResult given, String option) {
		return given.matchedOption(option)
			.originalStringValues()
			.stream()
			.flatMap(value -> List.of(value.split(",")).stream())
			.toList();
	}

}
