package org.campanile.perf;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import picocli.CommandLine.ParseResult;

/** Rejects options that have no effect together, or that make a comparison unfair. */
final class OptionRules {

	/** Options that only affect servers that perf starts itself. */
	private static final List<String> OF_OUR_SERVERS = List.of("--jfr", "--yourkit", "--cpu-share", "--store",
			"--nodes", "--proxy", "--sessions", "--tls", "--directory", "--directory-latency", "--store-latency");

	/** Options that describe how people sign in to a server that is named by --target. */
	private static final List<String> OF_A_TARGET = List.of("--metadata", "--service-provider", "--preset", "--start",
			"--redirect", "--form", "--username-field", "--password-field", "--user-attribute");

	/** Options that would slow down Campanile but not its peers. */
	private static final List<String> UNFAIR = List.of("--cpu-share", "--proxy", "--tls", "--directory-latency",
			"--store-latency");

	/** Scenarios whose systems are up at the same time and are measured in turns. */
	private static final List<String> IN_TURNS = List.of("baseline", "compare", "sessions", "factors", "privacyidea");

	/** How many values of an option a scenario accepts: none, one or several. */
	private enum Take {

		NONE, ONE, SEVERAL

	}

	private static final Map<String, Map<String, Take>> LESS_THAN_SEVERAL = Map.of(
			"--repeats", Map.of("memphis", Take.NONE, "chicago", Take.NONE, "lafayette", Take.NONE, "authmark",
					Take.NONE, "sentinel", Take.NONE, "overload", Take.NONE, "stages", Take.NONE, "memory", Take.NONE),
			"--users",
			Map.of("sentinel", Take.NONE, "privacyidea", Take.NONE, "startup", Take.NONE, "memory", Take.NONE,
					"factors", Take.NONE, "compare", Take.ONE, "overload", Take.ONE, "sessions", Take.ONE, "soak",
					Take.ONE),
			"--nodes",
			Map.of("authmark", Take.NONE, "privacyidea", Take.NONE, "sessions", Take.NONE, "startup", Take.NONE,
					"memory", Take.NONE, "baseline", Take.NONE, "factors", Take.NONE, "overload", Take.ONE, "soak",
					Take.ONE),
			"--store", Map.of("privacyidea", Take.ONE, "factors", Take.ONE, "overload", Take.ONE, "soak", Take.ONE,
					"startup", Take.ONE, "memory", Take.ONE),
			"--cpu-share", Map.of("startup", Take.NONE, "memory", Take.NONE));

	/** Scenarios that store sessions first, and how many counts they accept. */
	private static final Map<String, Take> SESSIONS = Map.of("memphis", Take.SEVERAL, "sessions", Take.SEVERAL,
			"compare", Take.ONE);

	/** Scenarios that have a cell with a database unless --store says otherwise. */
	private static final Set<String> WITH_DATABASE = Set.of("memphis", "compare", "sessions", "sentinel");

	/** Scenarios without a load generator: their logins come one after the other. */
	private static final Set<String> WITHOUT_LOAD = Set.of("startup", "memory");

	/** Scenarios whose users sign on by CAS tickets or the gate, not by SAML. */
	private static final Set<String> WITHOUT_SAML = Set.of("lafayette", "authmark");

	private static final List<String> DATABASES = List.of("jpa", "jpa-fast");

	private OptionRules() {
	}

	/**
	 * Checks that the options go together.
	 * @param given the parsed command line
	 * @param scenario name of the scenario
	 * @throws IllegalArgumentException naming the conflicting options in one line
	 */
	static void check(ParseResult given, String scenario) {
		if (given.hasMatchedOption("--target")) {
			none(given, OF_OUR_SERVERS, "applies only to servers that perf starts, not with --target");
		}
		else {
			none(given, OF_A_TARGET, "needs --target");
		}
		rounds(given, scenario);
		if (given.hasMatchedOption("--peer")) {
			require(scenario.equals("baseline"),
					"--peer is an option of baseline: " + scenario + " starts no other servers");
			none(given, UNFAIR, "would slow Campanile and not the servers of --peer");
		}
		require(scenario.equals("baseline") || !given.hasMatchedOption("--protocol"),
				"--protocol is an option of baseline: " + scenario + " has its own protocols");
		require(scenario.equals("lafayette") || !given.hasMatchedOption("--pause-scale"),
				"--pause-scale is an option of lafayette: " + scenario + " has no such pauses");
		require(List.of("sentinel", "factors").contains(scenario) || !given.hasMatchedOption("--rate"),
				"--rate is an option of sentinel and factors: " + scenario + " has no rate to choose");
		initiator(given, scenario);
		tls(given, scenario);
		require(!WITHOUT_LOAD.contains(scenario) || !given.hasMatchedOption("--connections"),
				"--connections is not for " + scenario + ", whose one browser keeps its connection");
		require(!WITHOUT_LOAD.contains(scenario) || !given.hasMatchedOption("--think-time"),
				"--think-time is not for " + scenario + ", which would ignore it");
		choices(given, scenario);
	}

	/** Checks options for TLS; a {@code SystemSpec} checks that there is an nginx. */
	private static void tls(ParseResult given, String scenario) {
		boolean on = given.hasMatchedOption("--tls") && !values(given, "--tls").contains("off");
		for (String detail : List.of("--tls-certificate", "--tls-resumption")) {
			require(on || !given.hasMatchedOption(detail), detail + " needs --tls proxy or --tls node");
		}
		require(!on || !scenario.equals("authmark"),
				"--tls is not for authmark, whose pages are behind a web server of their own without TLS");
	}

	/** Checks --initiated-by: CAS tickets and the gate always begin at the service. */
	private static void initiator(ParseResult given, String scenario) {
		if (given.hasMatchedOption("--initiated-by")) {
			require(!given.hasMatchedOption("--target"),
					"--initiated-by applies only to servers that perf starts: use --redirect, for an AuthnRequest over "
							+ "HTTP-Redirect, with --target");
			boolean saml = scenario.equals("baseline")
					? !given.hasMatchedOption("--protocol") || values(given, "--protocol").contains("saml")
					: !WITHOUT_SAML.contains(scenario);
			require(saml, "--initiated-by applies to SAML, which this run of " + scenario + " does not use");
			require(!scenario.equals("overload") || !values(given, "--initiated-by").contains("post"),
					"--initiated-by post is not for overload: requests over HTTP-POST are never refused early");
		}
	}

	/**
	 * @throws IllegalArgumentException with the message, if the condition does not hold
	 */
	static void require(boolean holds, String message) {
		if (!holds) {
			throw new IllegalArgumentException(message);
		}
	}

	/**
	 * Finds the entry with that name.
	 * @param kind what the entries are, for the error message
	 * @throws IllegalArgumentException listing all names, if there is no such entry
	 */
	static <T> T named(String option, String kind, String name, List<T> all, Function<T, String> label) {
		return all.stream()
			.filter(one -> label.apply(one).equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(option + ": no " + kind + " is called " + name + ", only "
					+ all.stream().map(label).collect(Collectors.joining(", "))));
	}

	private static void rounds(ParseResult given, String scenario) {
		if (given.hasMatchedOption("--until")) {
			require(IN_TURNS.contains(scenario), "--until is an option of scenarios measured in turns ("
					+ String.join(", ", IN_TURNS) + "): " + scenario + " has no rounds to repeat");
			require(!values(given, "--until").contains("0"), "--until must be above 0 %");
		}
		require(given.hasMatchedOption("--until") || !given.hasMatchedOption("--limit"), "--limit needs --until");
	}

	private static void none(ParseResult given, List<String> options, String reason) {
		options.forEach(option -> require(!given.hasMatchedOption(option), option + " " + reason));
	}

	/**
	 * Rejects values that a scenario would ignore, as the report would list them as if
	 * they had counted.
	 */
	private static void choices(ParseResult given, String scenario) {
		LESS_THAN_SEVERAL
			.forEach((option, takes) -> check(given, scenario, option, takes.getOrDefault(scenario, Take.SEVERAL)));
		check(given, scenario, "--sessions", SESSIONS.getOrDefault(scenario, Take.NONE));
		require(!given.hasMatchedOption("--store-latency") || hasDatabase(given, scenario),
				"--store-latency needs a database: " + scenario + " has none unless --store names jpa or jpa-fast");
	}

	private static void check(ParseResult given, String scenario, String option, Take take) {
		if (given.hasMatchedOption(option)) {
			require(take != Take.NONE, option + " is not for " + scenario + ", which would ignore it");
			require(take != Take.ONE || values(given, option).size() == 1,
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
