package org.campanile.perf;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.load.Population;
import org.campanile.perf.result.Aim.Judged;
import org.campanile.perf.result.Aim.Verdict;
import org.campanile.perf.result.Aim;
import org.campanile.perf.result.Interval;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.Conditions;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.result.SyntheticLoads;
import org.campanile.perf.scenario.Performance.Outcome;
import org.campanile.perf.scenario.Scenario.Scenarios;
import org.campanile.testkit.process.MissingProgramException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PerfTests {

	@TempDir
	private Path folder;

	private final StringWriter out = new StringWriter();

	private final StringWriter err = new StringWriter();

	@Test
	void whenListedThenEveryScenarioWithASentence() {
		assertThat(perf("--list")).isZero();
		assertThat(out.toString().lines()).hasSize(Scenarios.all().size())
			.anyMatch(line -> line.matches("memphis +University of Memphis: .*\\."));
	}

	/**
	 * {@code bin/campanile} prints this file, so that {@code --list} works without a
	 * build.
	 */
	@Test
	void whenListedThenAsInTheFileThatIsShownWithoutABuild() {
		perf("--list");
		assertThat(Path.of("src/main/resources/org/campanile/perf/scenarios.txt")).hasContent(out.toString());
	}

	@Test
	void whenHelpIsAskedForThenOptionsAndExitCodes() {
		assertThat(perf("--help")).isZero();
		assertThat(out.toString()).contains("--time-scale", "--peer", "report", "Exit codes:", "130");
	}

	/**
	 * Without {@code --check}, every answer is verified; with it, only a part of them.
	 */
	@Test
	void whenHelpIsAskedForThenItSaysWhatIsCheckedOfEveryAnswer() {
		perf("--help");
		assertThat(out.toString().replaceAll("\\s+", " ")).contains("Which part of the answers is verified")
			.contains("user and request checked, without signatures and times");
	}

	@Test
	void whenAnythingWasNotAsItMustBeThenTheExitCodeTellsWhat() {
		assertThat(Stream.of(Outcome.COMPLETE, Outcome.WRONG_USER, Outcome.UNSOUND, Outcome.INTERRUPTED)
			.map(ScenarioCommand::exitCode)).containsExactly(0, 3, 4, 130);
		perf("--help");
		assertThat(out.toString()).containsPattern("\\n +3 +measured").containsPattern("\\n +4 +measured");
	}

	@Test
	void whenPeopleAreWrittenThenTheyAreThoseWhoSignIn() throws Exception {
		Path people = folder.resolve("people.ldif");
		Path schema = folder.resolve("eduperson.schema");
		assertThat(perf("people", people.toString(), "--people", "25", "--schema", schema.toString())).isZero();
		assertThat(Files.readAllLines(people)).contains("uid: u000024")
			.doesNotContain("uid: u000025")
			.contains("dn: " + Campus.SERVICE_DN)
			.filteredOn(line -> line.startsWith("userPassword: {SSHA}"))
			.hasSize(25);
		assertThat(schema).content().contains("eduPersonPrincipalName");
		assertThat(out.toString()).contains("u000000 with " + new Population(25).password(0), "--people 25");
	}

	@Test
	void whenPeopleAreTooManyThenSaidSo() {
		assertThat(perf("people", folder.resolve("people.ldif").toString(), "--people", "1000001"))
			.isEqualTo(CommandLine.ExitCode.USAGE);
		assertThat(err.toString()).contains("--people must be from 1 to 1000000: 1000001");
	}

	@Test
	void whenACampusIsSizedThenNodesComeFirstAndEachFigureHasItsBasis() {
		assertThat(perf("size", "--people", "40000", "--peak", "10%/5m", "--sso-share", "0.7"))
			.isEqualTo(CommandLine.ExitCode.OK);
		assertThat(out.toString()).startsWith("nodes ").contains("docs/lab/stores.md");
		assertThat(out.toString().lines().filter(line -> line.startsWith("    "))).hasSizeGreaterThan(10);
	}

	@Test
	void whenACampusIsSizedForAScriptThenInJson() {
		assertThat(perf("size", "--people", "40000", "--store", "memory", "--json")).isEqualTo(CommandLine.ExitCode.OK);
		assertThat(JsonMapper.shared().readTree(out.toString()).path("nodes").path("value").asInt()).isEqualTo(2);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "|no scenario is given; --list shows them",
			"mempis|no scenario is called mempis", "memphis --time-scale 0|--time-scale must be above 0",
			"memphis --warm-up -1|--warm-up must not be negative: -1", "memphis --check 10|--check must be 1/N",
			"memphis --check 1/0|--check must be 1/N", "memphis --store redis|no store is called redis, only memory",
			"baseline --until 5|--until", "baseline --until 0%|--until", "baseline --until 0|--until must be above 0 %",
			"baseline --until 5% --limit soon|--limit", "baseline --limit 5m|--limit needs --until",
			"memphis --until 5%|--until is an option of scenarios measured in turns",
			"size|Missing required option: '--people=N'", "size --people 5 --peak 10|--peak must be a share and a time",
			"size --people 5 --peak 101%/5m|--peak must be of more than 0", "size --people 5 --store redis|no store",
			"memphis --nodes 0|--nodes must be from 1 to 9: 0", "memphis --users 1,x|--users",
			"memphis --directory apacheds|--directory", "memphis --directory-latency soon|--directory-latency",
			"memphis --cpu-share -1|--cpu-share must be from 0", "memphis --yourkit /nowhere/agent.so|--yourkit",
			"memphis --metadata idp.xml|--metadata needs --target", "memphis --target example.edu|a whole address",
			"memphis --target https://idp.example.edu/idp|--metadata must name the metadata",
			"chicago --store memory --nodes 3|several nodes cannot share the store memory",
			"memphis --start https://idp.example.edu/|--start needs --target",
			"memphis --preset cas|--preset needs --target", "memphis --redirect|--redirect needs --target",
			"memphis --form form|--form needs --target",
			"memphis --target https://idp.example.edu/idp --sessions 5|--sessions applies only to servers that perf starts",
			"memphis --target https://idp.example.edu/idp --jfr|--jfr applies only to servers that perf starts",
			"memphis --target https://idp.example.edu/idp --store-latency 1|--store-latency applies only to servers",
			"memphis --peer keycloak|--peer is an option of baseline",
			"memphis --rate 5|--rate is an option of sentinel and factors",
			"baseline --peer keycloak --cpu-share 0.5|--cpu-share would slow Campanile",
			"memphis --repeats 3|--repeats is not for memphis", "startup --users 4|--users is not for startup",
			"authmark --nodes 3|--nodes is not for authmark", "chicago --sessions 5|--sessions is not for chicago",
			"overload --users 5,10|--users takes one value with overload",
			"soak --store memory,jpa|--store takes one value with soak",
			"startup --cpu-share 0.5|--cpu-share is not for startup",
			"chicago --store-latency 2ms|--store-latency needs a database: chicago has none",
			"memphis --store memory,hazelcast --store-latency 2ms|--store-latency needs a database",
			"memphis --connections some|--connections", "memphis --think-time long|--think-time",
			"startup --connections kept|--connections is not for startup",
			"memory --think-time 6s|--think-time is not for memory", "memphis --tls somewhere|--tls",
			"memphis --tls-certificate ecdsa|--tls-certificate needs --tls",
			"memphis --tls off --tls-resumption on|--tls-resumption needs --tls",
			"stages --tls node --proxy|--tls node needs a single node",
			"stages --tls node --nodes 3 --store jpa|--nodes 1", "memphis --tls node|--tls node needs a single node",
			"compare --tls node|--tls node needs a single node",
			"baseline --protocol gate --tls node|nor asked by the gate",
			"authmark --tls proxy|--tls is not for authmark",
			"baseline --peer keycloak --tls node|--tls would slow Campanile",
			"memphis --target https://idp.example.edu/idp --tls node|--tls applies only to servers that perf starts",
			"memphis --initiated-by me|--initiated-by", "lafayette --initiated-by idp|--initiated-by applies to SAML",
			"baseline --protocol cas,gate --initiated-by idp|--initiated-by applies to SAML",
			"memphis --target https://idp.example.edu/idp --initiated-by idp|use --redirect",
			"overload --initiated-by post|--initiated-by post is not for overload",
			"memphis --fast|Unknown option: '--fast'", "report|Missing required parameter: 'DIR" })
	void whenTheCommandLineIsWrongThenOneLineSaysWhy(String words, String reason) {
		assertThat(words == null ? perf() : perf(words.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);
		assertThat(err.toString().lines()).hasSize(2)
			.first()
			.asString()
			.startsWith("campanile perf: ")
			.contains(reason);
		assertThat(folder).isEmptyDirectory();
	}

	@Test
	void whenAScenarioStartsItsOwnServersThenNoForeignOne() throws Exception {
		Path metadata = Files.writeString(folder.resolve("idp.xml"), "<EntityDescriptor/>");
		assertThat(perf("compare", "--target", "https://idp.example.edu/idp", "--metadata", metadata.toString(),
				"--service-provider", folder.resolve("sp").toString()))
			.isEqualTo(CommandLine.ExitCode.USAGE);
		assertThat(err.toString()).contains("compare cannot be put on another server");
	}

	@Test
	void whenARequestIsToBeSentToNoNamedAddressThenTheMetadataIsAsked() throws Exception {
		Path metadata = Files.writeString(folder.resolve("idp.xml"), "<EntityDescriptor/>");
		assertThat(perf("memphis", "--target", "https://idp.example.edu/idp", "--metadata", metadata.toString(),
				"--redirect", "--service-provider", folder.resolve("sp").toString()))
			.isEqualTo(CommandLine.ExitCode.USAGE);
		assertThat(err.toString().lines()).hasSize(2).first().asString().contains(metadata.toString());
	}

	@Test
	void whenAProgramIsMissingOrASystemIsOddThenOneLine() throws Exception {
		CommandLine line = Perf.commandLine().setErr(new PrintWriter(err, true));
		for (Exception failure : List.of(new MissingProgramException("setsid is not installed"),
				new IllegalArgumentException("several nodes need a proxy in front"))) {
			assertThat(
					line.getExecutionExceptionHandler().handleExecutionException(failure, line, line.getParseResult()))
				.isEqualTo(CommandLine.ExitCode.SOFTWARE);
		}
		assertThat(err.toString().lines()).containsExactly("campanile perf: setsid is not installed",
				"campanile perf: several nodes need a proxy in front");
	}

	@Test
	void whenThereIsNoRunThenReportSaysSo() {
		assertThat(perf("report", folder.toString())).isEqualTo(CommandLine.ExitCode.SOFTWARE);
		assertThat(err.toString().lines()).singleElement()
			.asString()
			.startsWith("campanile perf: " + folder.resolve("result.json"));
	}

	@Test
	void whenTheRulesHaveChangedSinceARunThenItsAimsAreJudgedAgain() throws Exception {
		CellResult ours = new CellResult("one node, memory", Map.of(), Map.of(), steps(1));
		CellResult peer = new CellResult("keycloak", Map.of(), Map.of(), steps(2));
		Judged then = new Judged(Aim.KEYCLOAK_LOGIN, ours.name(), "login, 10", new Interval(0.5, 0.5, 0.5, 5),
				Verdict.NOT_RESOLVED, "measured with --users 10");
		Conditions conditions = new Conditions("", 2, 0, "", "", List.of(), Map.of(), List.of());
		RunResults.write(folder, new RunResult(RunResult.FORMAT, "baseline", Instant.EPOCH, Instant.EPOCH, true,
				Map.of("--users", "10"), conditions, List.of(), List.of(ours, peer), 0, Map.of(), List.of(then)));
		Path aims = folder.resolve("aims.md");
		assertThat(perf("report", folder.toString(), "--aims", aims.toString())).isZero();
		assertThat(aims).content().contains("| at most 0.15 | missed |").doesNotContain("measured with --users 10");
	}

	@ParameterizedTest
	@ValueSource(strings = { "30", "30ms", "30MS" })
	void whenATimeIsWrittenThenMillisecondsAreMeant(String text) {
		assertThat(new ServerOptions.Time().convert(text)).isEqualTo(Duration.ofMillis(30));
	}

	@Test
	void whenATimeIsOddThenRefused() {
		assertThat(new ServerOptions.Time().convert("2s")).isEqualTo(Duration.ofSeconds(2));
		assertThatThrownBy(() -> new ServerOptions.Time().convert("-1")).isInstanceOf(RuntimeException.class)
			.hasMessageContaining("30ms");
	}

	/** Returns five rounds in which 1,000 logins take that processor time, in seconds. */
	private static List<StepResult> steps(double cpuSeconds) {
		return IntStream.rangeClosed(1, 5)
			.mapToObj(round -> new StepResult("login, 10", round,
					SyntheticLoads.load(10, 1_000, 0, Map.of(), Map.of(), 1, 0, List.of()),
					List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, cpuSeconds, 0, 0, 0, 0, 0)),
					Map.of(), ""))
			.toList();
	}

	private int perf(String... words) {
		return Perf.commandLine()
			.setOut(new PrintWriter(out, true))
			.setErr(new PrintWriter(err, true))
			.execute(words.length > 0 && !List.of("report", "people", "size").contains(words[0]) ? with(words) : words);
	}

	private String[] with(String... words) {
		String[] all = new String[words.length + 2];
		System.arraycopy(words, 0, all, 0, words.length);
		all[words.length] = "--results";
		all[words.length + 1] = folder.toString();
		return all;
	}

}
