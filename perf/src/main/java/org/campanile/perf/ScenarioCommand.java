package org.campanile.perf;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec.Initiator;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec.Tls;
import org.campanile.perf.peer.Peer.Peers;
import org.campanile.perf.profile.YourKit;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.scenario.Performance.Outcome;
import org.campanile.perf.scenario.Performance;
import org.campanile.perf.scenario.RunOptions;
import org.campanile.perf.scenario.Scenario.Scenarios;
import org.campanile.perf.scenario.Scenario;
import org.campanile.perf.scenario.Terminal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/** {@code perf SCENARIO}: brings up, loads, measures, ends, reports. */
@Command(name = "campanile perf", mixinStandardHelpOptions = true, sortOptions = false,
		description = "Measures sign-on: brings up what a scenario needs, puts a load on it, checks the answers, and "
				+ "writes a report.",
		exitCodeListHeading = "%nExit codes:%n",
		exitCodeList = { "0:measured, and every answer was for the right user",
				"1:something could not be started, " + "or failed; what was measured is kept",
				"2:the command line is wrong", "3:measured, but an assertion was about somebody else",
				"4:measured, but an answer was not sound (a signature that does not verify, nobody named, a wrong "
						+ "password accepted, or whatever else a service must reject), or in a step no login was",
				"130:interrupted; what was measured is kept" })
final class ScenarioCommand implements Callable<Integer> {

	@Parameters(index = "0", arity = "0..1", paramLabel = "SCENARIO", description = "What to measure; see --list.")
	private String name = "";

	@Option(names = "--list", description = "Lists the scenarios.")
	private boolean list;

	@Option(names = "--results", paramLabel = "DIR", defaultValue = "perf-results",
			description = "Where the folder of the run is made (default: ${DEFAULT-VALUE}).")
	private Path results = Path.of("perf-results");

	@Mixin
	private PaceOptions pace = new PaceOptions();

	@Mixin
	private CellOptions cells = new CellOptions();

	@Mixin
	private ServerOptions servers = new ServerOptions();

	@Mixin
	private AccessOptions access = new AccessOptions();

	@Mixin
	private TargetOptions external = new TargetOptions();

	@Spec
	private CommandSpec spec = CommandSpec.create();

	@Override
	public Integer call() throws IOException {
		if (list) {
			Scenarios.all()
				.forEach(scenario -> spec.commandLine()
					.getOut()
					.printf("%-14s %s%n", scenario.name(), scenario.about().description()));
			return CommandLine.ExitCode.OK;
		}
		Scenario scenario = Scenarios.named(name)
			.orElseThrow(() -> fault(
					name.isEmpty() ? "no scenario is given; --list shows them" : "no scenario is called " + name));
		RunOptions options = checked(scenario);
		Path folder = RunResults.create(results, scenario.name(), Instant.now());
		return measure(scenario, options.into(folder));
	}

	private RunOptions checked(Scenario scenario) {
		try {
			OptionRules.check(spec.commandLine().getParseResult(), scenario.name());
			RunOptions options = new RunOptions(results, pace.pace(), cells.selection(), servers.settings(),
					servers.probes(), access.access(), external.target(results));
			if (options.external().isPresent() && !scenario.about().external()) {
				throw fault(scenario.name() + " cannot be put on another server with --target");
			}
			scenario.plan(options);
			return options;
		}
		catch (IllegalArgumentException | IOException ex) {
			throw fault(String.valueOf(ex.getMessage()));
		}
	}

	private int measure(Scenario scenario, RunOptions options) throws IOException {
		Performance performance = Performance.real(results, terminal());
		Thread hook = new Thread(performance::stop, "stop");
		Runtime.getRuntime().addShutdownHook(hook);
		try {
			return exitCode(performance.run(scenario, options, words()));
		}
		finally {
			unhook(hook);
		}
	}

	static int exitCode(Outcome outcome) {
		return switch (outcome) {
			case COMPLETE -> CommandLine.ExitCode.OK;
			case WRONG_USER -> Perf.WRONG_USER;
			case UNSOUND -> Perf.UNSOUND;
			case INTERRUPTED -> Perf.INTERRUPTED;
		};
	}

	private static void unhook(Thread hook) {
		try {
			Runtime.getRuntime().removeShutdownHook(hook);
		}
		catch (IllegalStateException ex) {
			// The machine is going down, and the hook runs: that is what ended us.
		}
	}

	private Terminal terminal() {
		boolean changes = System.console() != null && System.console().isTerminal();
		return new Terminal(spec.commandLine().getOut(), changes);
	}

	/** The options that were given, for the report. */
	private Map<String, String> words() {
		Map<String, String> words = new LinkedHashMap<>();
		spec.commandLine()
			.getParseResult()
			.matchedOptions()
			.forEach(option -> words.put(option.longestName(), String.join(" ", option.originalStringValues())));
		return words;
	}

	private ParameterException fault(String message) {
		return new ParameterException(spec.commandLine(), message);
	}

	/** How long and how often. */
	static final class PaceOptions {

		@Option(names = "--time-scale", paramLabel = "N", defaultValue = "1",
				description = "What published durations and counts are multiplied by, 0.01 for a quick look (default: ${DEFAULT-VALUE}).")
		private double timeScale = 1;

		@Option(names = "--pause-scale", paramLabel = "N", defaultValue = "1",
				description = "What lives and pauses of lafayette's users are multiplied by (default: ${DEFAULT-VALUE}).")
		private double pauseScale = 1;

		@Option(names = "--warm-up", paramLabel = "LOGINS", defaultValue = "20000",
				description = "Logins of each node before anything is measured (default: ${DEFAULT-VALUE}).")
		private int warmUp;

		@Option(names = "--repeats", paramLabel = "N", defaultValue = "0",
				description = "Rounds or repeats of each step, where a scenario repeats (default: its own number).")
		private int repeats;

		@Option(names = "--until", paramLabel = "PERCENT", defaultValue = "0", converter = Percent.class,
				description = "Measures rounds until the 95 %% interval of each ratio is no wider than this to either side, "
						+ "such as 5%%, where systems are measured in turns (default: a number of rounds).")
		private double until;

		@Option(names = "--limit", paramLabel = "TIME", defaultValue = "30m", converter = Minutes.class,
				description = "With --until: after this no round of a comparison begins (default: ${DEFAULT-VALUE}).")
		private Duration limit = Duration.ofMinutes(30);

		@Option(names = "--check", paramLabel = "1/N", defaultValue = "1/1",
				description = "Which part of the answers is verified; the others are decrypted, and status, audience, user and "
						+ "request checked, without signatures and times (default: every one is verified).")
		private String check = "1/1";

		RunOptions.Pace pace() {
			OptionRules.require(timeScale > 0 && timeScale <= 100,
					"--time-scale must be above 0 and at most 100: " + timeScale);
			OptionRules.require(pauseScale > 0 && pauseScale <= 100,
					"--pause-scale must be above 0 and at most 100: " + pauseScale);
			OptionRules.require(warmUp >= 0, "--warm-up must not be negative: " + warmUp);
			OptionRules.require(repeats >= 0, "--repeats must not be negative: " + repeats);
			return new RunOptions.Pace(timeScale, pauseScale, warmUp, checkEvery(), repeats,
					new RunOptions.Precision(until, limit));
		}

		/** Such as {@code 5%}, which is 0.05. */
		static final class Percent implements ITypeConverter<Double> {

			@Override
			public Double convert(String text) {
				if (text.equals("0")) {
					return 0.0;
				}
				if (text.matches("[0-9]{1,2}(\\.[0-9]{1,2})?%") && !text.matches("0+(\\.0+)?%")) {
					return Double.parseDouble(text.substring(0, text.length() - 1)) / 100;
				}
				throw new IllegalArgumentException("a percentage such as 5%, not " + text);
			}

		}

		/** Such as {@code 30m}, {@code 2h}, {@code 90s}. */
		static final class Minutes implements ITypeConverter<Duration> {

			@Override
			public Duration convert(String text) {
				String lower = text.toLowerCase(Locale.ROOT);
				if (!lower.matches("[1-9][0-9]{0,4}[smh]")) {
					throw new IllegalArgumentException("a time such as 30m or 2h, not " + text);
				}
				return Duration.parse("PT" + lower.toUpperCase(Locale.ROOT));
			}

		}

		private int checkEvery() {
			String number = check.startsWith("1/") ? check.substring(2) : "";
			OptionRules.require(number.matches("[1-9][0-9]{0,5}"), "--check must be 1/N, such as 1/10: " + check);
			return Integer.parseInt(number);
		}

	}

	/** What is measured in place of a scenario's own cells and steps. */
	static final class CellOptions {

		private static final String OWN = " (default: the scenario's own).";

		@Option(names = "--store", split = ",", paramLabel = "STORE",
				description = "Stores: memory, jpa, jpa-fast, hazelcast" + OWN)
		private List<String> stores = List.of();

		@Option(names = "--nodes", split = ",", paramLabel = "N", description = "Numbers of nodes" + OWN)
		private List<Integer> nodes = List.of();

		@Option(names = "--users", split = ",", paramLabel = "N",
				description = "Users at once, a step for each number" + OWN)
		private List<Integer> users = List.of();

		@Option(names = "--sessions", split = ",", paramLabel = "N",
				description = "Sessions stored before, where a scenario stores some" + OWN)
		private List<Integer> sessions = List.of();

		@Option(names = "--rate", paramLabel = "N", defaultValue = "0",
				description = "Logins a second, where a scenario offers a fixed rate" + OWN)
		private double rate;

		@Option(names = "--peer", split = ",", paramLabel = "NAME",
				description = "Other servers that baseline fetches where it may, starts and measures beside: keycloak, "
						+ "simplesamlphp, or the path of the executable jar of another build of this server.")
		private List<String> peers = List.of();

		@Option(names = "--protocol", split = ",", paramLabel = "NAME",
				description = "Protocols that baseline measures: saml, cas, gate (default: those of its peers, or saml).")
		private List<String> protocols = List.of();

		RunOptions.Selection selection() {
			positive("--nodes", nodes, 1, 9);
			positive("--users", users, 1, 100_000);
			positive("--sessions", sessions, 0, 100_000_000);
			OptionRules.require(rate >= 0, "--rate must not be negative: " + rate);
			peers.forEach(peer -> OptionRules.require(Peers.named(peer).isPresent(), "--peer: no server is called "
					+ peer + ", only " + Peers.names() + ", or the path of an executable jar"));
			return new RunOptions.Selection(stores.stream().map(CellOptions::store).toList(), nodes, users, sessions,
					rate, peers, protocols.stream().map(CellOptions::protocol).toList());
		}

		private static void positive(String option, List<Integer> numbers, int least, int most) {
			for (int number : numbers) {
				OptionRules.require(number >= least && number <= most,
						"%s must be from %d to %d: %d".formatted(option, least, most, number));
			}
		}

		private static Protocol protocol(String label) {
			return Stream.of(Protocol.SAML, Protocol.CAS, Protocol.GATE)
				.filter(protocol -> protocol.label().equalsIgnoreCase(label))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException(
						"--protocol: no protocol is called " + label + ", only saml, cas, gate"));
		}

		private static Store store(String label) {
			return Arrays.stream(Store.values())
				.filter(store -> store.label().equals(label))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException("--store: no store is called " + label + ", only "
						+ Arrays.stream(Store.values()).map(Store::label).collect(Collectors.joining(", "))));
		}

	}

	/** How people reach the servers. */
	static final class AccessOptions {

		@Option(names = "--initiated-by", paramLabel = "WHO",
				description = "service or idp: whether a SAML sign-on begins with an AuthnRequest, new each time, whose answer "
						+ "must name it, or by a link to the identity provider, without a request (default: service; idp "
						+ "in memphis and chicago, as published).")
		@Nullable private Initiator initiator;

		@Option(names = "--connections", paramLabel = "HOW", defaultValue = "new",
				description = "new: each login opens a connection, which serves it from the form to the answer; kept: logins "
						+ "take the connections of those before them (default: ${DEFAULT-VALUE}).")
		private Connections connections = Connections.NEW;

		@Option(names = "--think-time", paramLabel = "TIME", converter = ServerOptions.Time.class,
				description = "Median of the pause between login form and password, drawn log-normally as people type, such "
						+ "as 6s; users in it are among --users (default: 0; 6s in overload).")
		@Nullable private Duration typing;

		@Option(names = "--tls", paramLabel = "WHERE", defaultValue = "off",
				description = "Where TLS of browsers ends: proxy, at an nginx before the nodes, or before the one; node, at the "
						+ "single node; off (default: ${DEFAULT-VALUE}).")
		private TlsChoice tls = TlsChoice.OFF;

		@Option(names = "--tls-certificate", paramLabel = "KIND", defaultValue = "rsa",
				description = "Key of the certificate, generated for the run: rsa, of 2048 bits, or ecdsa, P-256 (default: "
						+ "${DEFAULT-VALUE}).")
		private Tls.Certificate certificate = Tls.Certificate.RSA;

		@Option(names = "--tls-resumption", paramLabel = "on|off", defaultValue = "off",
				description = "Whether browsers resume sessions, which spares them and the server a signature; off: each "
						+ "connection is negotiated in full, as that of a new browser is (default: ${DEFAULT-VALUE}).")
		private Resumption resumption = Resumption.OFF;

		RunOptions.Access access() {
			return new RunOptions.Access(Optional.ofNullable(initiator), connections == Connections.KEPT,
					Optional.ofNullable(typing), tls());
		}

		private Tls tls() {
			return tls == TlsChoice.OFF ? Tls.NONE : new Tls(tls == TlsChoice.PROXY ? Tls.End.PROXY : Tls.End.NODE,
					certificate, resumption == Resumption.ON);
		}

		/** Where TLS ends. */
		enum TlsChoice {

			PROXY, NODE, OFF

		}

		/** Whether sessions are resumed. */
		enum Resumption {

			ON, OFF

		}

		/** What a login does about connections. */
		enum Connections {

			NEW, KEPT

		}

	}

	/** What the servers run with, and how they are watched. */
	static final class ServerOptions {

		@Option(names = "--people", paramLabel = "N", defaultValue = "0",
				description = "How many people the directory has (default: the scenario's own).")
		private int people;

		@Option(names = "--directory", paramLabel = "KIND",
				description = "embedded or openldap (default: embedded up to 100,000 people).")
		private DirectorySpec.@Nullable Kind directory;

		@Option(names = "--directory-latency", paramLabel = "TIME", defaultValue = "0", converter = Time.class,
				description = "Added to each answer of the directory, such as 30ms.")
		private Duration directoryLatency = Duration.ZERO;

		@Option(names = "--store-latency", paramLabel = "TIME", defaultValue = "0", converter = Time.class,
				description = "Added to each answer of the database, such as 2ms.")
		private Duration storeLatency = Duration.ZERO;

		@Option(names = "--cpu-share", paramLabel = "CORES", defaultValue = "0",
				description = "Holds each node to that share of a core, such as 0.5 (default: no limit).")
		private double cpuShare;

		@Option(names = "--proxy",
				description = "Puts nginx before a single node as well; several nodes have it in any case.")
		private boolean proxied;

		@Option(names = "--jfr",
				description = "Records each measured period, for hot methods, allocations and a flame graph.")
		private boolean flightRecording;

		@Option(names = "--yourkit", paramLabel = "AGENT", description = "YourKit's agent, which every node loads.")
		@Nullable private Path yourKit;

		RunOptions.ServerSettings settings() {
			OptionRules.require(people >= 0 && people <= 10_000_000,
					"--people must be from 1 to 10,000,000: " + people);
			OptionRules.require(cpuShare >= 0 && cpuShare <= 64, "--cpu-share must be from 0 to 64: " + cpuShare);
			return new RunOptions.ServerSettings(people, Optional.ofNullable(directory), directoryLatency, storeLatency,
					cpuShare, proxied);
		}

		RunOptions.Probes probes() throws IOException {
			return new RunOptions.Probes(flightRecording,
					yourKit == null ? Optional.empty() : Optional.of(YourKit.option(yourKit)));
		}

		/** Such as {@code 30ms}, {@code 1s}; a number alone is milliseconds. */
		static final class Time implements ITypeConverter<Duration> {

			@Override
			public Duration convert(String text) {
				String lower = text.toLowerCase(Locale.ROOT);
				if (lower.matches("[0-9]{1,6}(ms)?")) {
					return Duration.ofMillis(Long.parseLong(lower.replace("ms", "")));
				}
				if (lower.matches("[0-9]{1,3}s")) {
					return Duration.ofSeconds(Long.parseLong(lower.replace("s", "")));
				}
				throw new IllegalArgumentException("a time such as 30ms or 1s, not " + text);
			}

		}

	}

}
