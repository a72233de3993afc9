package org.campanile.perf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.campanile.perf.result.Aim.Judged;
import org.campanile.perf.result.Aim.Verdict;
import org.campanile.perf.result.Aim;
import org.campanile.perf.result.Interval;
import org.campanile.perf.result.MachineUse;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults.UnreadableResultException;
import org.campanile.perf.result.RunResults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReportTests {

	private static final String HOSTILE = "<script>alert(1)</script>\"'&|`](javascript:x)</title>\n# no heading";

	@TempDir
	Path folder;

	@Test
	void whenMemphisIsReportedThenOwnAndPublishedFiguresStandInTablesOfTheirOwn() throws IOException {
		write(SyntheticRuns.memphis());

		String html = html();

		String own = table(html, "Latency of the login step and sound logins a second, by users at once");
		String published = table(html,
				"University of Memphis, Shibboleth IdP 3.1.1, 4 cores, 12 GB, Jetty, pooled LDAP: latency and requests");
		assertThat(own).contains("one node, memory", "three nodes, jpa", "req/s", ">642.9<").doesNotContain("78.5");
		assertThat(published).contains("one node, JPA on remote PostgreSQL", ">78.5<", ">0.129<", "4 cores, 12 GB")
			.doesNotContain("642.9");
		assertThat(html).contains("bytes a session");
	}

	@Test
	void whenAPageIsWrittenThenItNeedsNothingElse() throws IOException {
		write(SyntheticRuns.memphis());

		String html = html();

		assertThat(html).contains("Chart.js v", "default-src 'none'");
		assertThat(html).doesNotContain("<link", "src=\"", "@import", "sourceMappingURL");
		assertThat(html).as("a path of the machine").contains("time-scale").doesNotContain("/home/someone");
		assertThat(elements(html, "table")).isEqualTo(elements(html, "caption")).isPositive();
		assertThat(Pattern.compile("<th(?! scope=)[ >]").matcher(html).find()).isFalse();
		assertThat(Pattern.compile("<canvas(?! role=\"img\" aria-label=\"[^\"]{20})").matcher(html).find()).isFalse();
	}

	@Test
	void whenNamesAreHostileThenTheyAreTextAlone() throws IOException {
		CellResult cell = new CellResult(HOSTILE, Map.of(HOSTILE, HOSTILE), Map.of(HOSTILE, 1.0),
				List.of(SyntheticRuns.step(HOSTILE, 1, 10, 5, 1, Map.of(HOSTILE, 3L))));
		RunResult run = SyntheticRuns.run(HOSTILE, cell);
		write("one", new RunResult(run.format(), HOSTILE, run.started(), run.finished(), true, Map.of(HOSTILE, HOSTILE),
				run.conditions(), List.of(HOSTILE), run.cells(), 0, Map.of(), List.of()));

		String html = html();
		String markdown = Files.readString(folder.resolve("report.md"));

		assertThat(html).contains("&lt;script&gt;alert(1)").doesNotContain("<script>alert", "</title>\n# no");
		assertThat(elements(html, "script")).isEqualTo(elements(html, "/script"));
		assertThat(markdown).contains("&lt;script&gt;")
			.doesNotContain("<script>", "\n# no heading")
			.doesNotContainPattern("(?<!\\\\)]\\(javascript");
	}

	@Test
	void whenARunWasStoppedThenItIsMarkedPartial() throws IOException {
		RunResult run = SyntheticRuns.memphis();
		write("one", new RunResult(run.format(), run.scenario(), run.started(), run.finished(), false, run.options(),
				run.conditions(), run.remarks(), run.cells().subList(0, 1), 0, Map.of(), List.of()));

		assertThat(html()).contains("is PARTIAL", "no, partial");
	}

	@Test
	void whenARunStoppedBeforeItsFirstStepThenPartialAndNothingIsSaidOfLogins() throws IOException {
		write("one", new RunResult(RunResult.FORMAT, "chicago", SyntheticRuns.STARTED, SyntheticRuns.STARTED, false,
				Map.of(), SyntheticRuns.conditions(List.of()), List.of(), List.of(), 0, Map.of(), List.of()));

		assertThat(html()).contains("is PARTIAL", "not estimated").doesNotContain("not one login succeeded");
	}

	@Test
	void whenStepsWereMeasuredWithoutALoginThenThatIsAnAlarm() throws IOException {
		write("one", SyntheticRuns.run("chicago",
				SyntheticRuns.cell("one node, memory", SyntheticRuns.step("25", 1, 0, 10, 1))));

		assertThat(html()).contains("not one login succeeded");
	}

	@Test
	void whenOneStepWasMeasuredWithoutALoginThenItIsNamed() throws IOException {
		write("one", SyntheticRuns.run("chicago", SyntheticRuns.cell("one node, memory",
				SyntheticRuns.step("25", 1, 10, 10, 1), SyntheticRuns.step("50", 1, 0, 10, 1))));

		assertThat(html()).contains("not one login succeeded in one node, memory, step 50.");
	}

	@Test
	void whenASignatureDidNotVerifyThenThatIsAnAlarm() throws IOException {
		write("one", SyntheticRuns.run("chicago", SyntheticRuns.cell("one node, memory",
				SyntheticRuns.step("25", 1, 10, 10, 1, Map.of("signature", 3L, "timeout", 1L)))));

		assertThat(html()).containsPattern(
				"class=\"note failure\">.*answers that no service could have taken.*" + ": signature 3\\.</p>");
	}

	@Test
	void whenAnAnswerOfTheWarmUpWasForAnotherUserThenThatIsAnAlarm() throws IOException {
		write("one",
				SyntheticRuns.run("chicago",
						SyntheticRuns.withFacts(
								SyntheticRuns.cell("one node, memory", SyntheticRuns.step("25", 1, 100, 10, 1)),
								Map.of("warm-up, failed: wrong-user", 2.0))));

		assertThat(html()).contains("2 answers were for the WRONG USER, in the warm-up");
	}

	@Test
	void whenAnAnswerWasForAnotherUserThenThatIsReadFirst() throws IOException {
		write(SyntheticRuns.run("memphis", SyntheticRuns.cell("one node, memory",
				SyntheticRuns.step("25", 1, 100, 10, 1, Map.of("wrong-user", 2L, "status-503", 7L)))));

		String html = html();
		String markdown = Files.readString(folder.resolve("report.md"));

		assertThat(html.indexOf("WRONG USER")).isPositive().isLessThan(html.indexOf("<table"));
		assertThat(html).contains("7 requests failed: status-503 7", "<tr class=\"bad\">");
		assertThat(markdown.indexOf("**FAILURE:**")).isPositive().isLessThan(markdown.indexOf("| --- |"));
	}

	@Test
	void whenNothingFailedThenNoAlarmIsGiven() throws IOException {
		write(SyntheticRuns.memphis());

		assertThat(html()).contains("No request failed")
			.doesNotContain("class=\"note failure\"", "class=\"note warning\"");
	}

	@Test
	void whenOneOfTenAnswersWasCheckedThenNothingIsSaidOfWhomTheOthersWereFor() throws IOException {
		write(SyntheticRuns.run("memphis", SyntheticRuns.cell("one node, memory",
				SyntheticRuns.checkedEvery(10, SyntheticRuns.step("25", 1, 100, 40, 1)))));

		assertThat(html()).contains("no answer was for another user",
				"of every SAML response user and request were checked, and one of 10 was verified");
	}

	@Test
	void whenRunsAreOfOneScenarioThenTheyStandSideBySide() throws IOException {
		write("later", later(SyntheticRuns.memphis()));
		write("first", SyntheticRuns.memphis());

		String html = html("later", "first");

		String table = table(html, "Runs side by side: logins/s");
		assertThat(table).contains(">Run A<", ">Run B<", "one node, memory");
		assertThat(html).contains("Run A: Latency of the login step", "Run B: Latency of the login step");
		assertThat(table(html, "Runs</caption>").indexOf(">first<"))
			.isLessThan(table(html, "Runs</caption>").indexOf(">later<"));
		assertThat(Pattern.compile("class=\"table published[ \"]").matcher(html).results().count()).isEqualTo(2);
	}

	@Test
	void whenAProfileWasMadeThenItsTablesAreThereAndOnlyFilesInItsFolderAreLinkedTo() throws IOException {
		Path profile = folder.resolve("one/steps/a/profile");
		RunResults.write(profile, SyntheticProfiles.profile());
		Files.writeString(profile.resolve("flame.html"), "flames");
		write(SyntheticRuns.run("virginia-tech", SyntheticRuns.cell("one node, memory",
				SyntheticRuns.withProfile(SyntheticRuns.step("100", 1, 86, 799, 4), "steps/a/profile"))));

		String html = html();

		assertThat(html).contains("java.math.BigInteger.modPow", ">31.0<", "Classes by live size", "Waiting for locks")
			.contains("href=\"./one/steps/a/profile/flame.html\"")
			.doesNotContain("passwd");
	}

	@Test
	void whenAProfileCannotBeReadThenTheRestIsReported() throws IOException {
		Path profile = Files.createDirectories(folder.resolve("one/steps/a/profile"));
		Files.writeString(profile.resolve(ProfileResult.FILE), "{ half");
		write(SyntheticRuns.run("virginia-tech", SyntheticRuns.cell("one node, memory",
				SyntheticRuns.withProfile(SyntheticRuns.step("100", 1, 86, 799, 4), "steps/a/profile"))));

		assertThat(html()).contains("a profile is left out", "POST avg, ms");
	}

	@Test
	void whenTheLoadGeneratorLeftReportsThenTheyAreLinkedTo() throws IOException {
		Path load = Files.createDirectories(folder.resolve("one/steps/one-node memory/25-1/load/sim"));
		Files.writeString(load.resolve("index.html"), "Gatling");
		write(SyntheticRuns.memphis());

		assertThat(html()).contains("href=\"./one/steps/one-node%20memory/25-1/load/sim/index.html\"");
	}

	@Test
	void whenEveryResponseIsKeptThenTheyArePlottedInOrder() throws IOException {
		List<Double> millis = IntStream.range(0, 20).mapToObj(index -> index < 10 ? 300.0 : 200.0).toList();
		write(SyntheticRuns.run("privacyidea", SyntheticRuns.cell("LDAP over TLS, 29 ms",
				SyntheticRuns.inOrder(SyntheticRuns.step("1", 1, 4, 250, 2), millis))));

		String html = html();

		assertThat(html).contains("\"shape\":\"DOTS\"", "[1.0,300.0]", "[20.0,200.0]", "median of the second half, ms");
	}

	@Test
	void whenAFolderHoldsNoRunThenNothingIsWritten() throws IOException {
		write(SyntheticRuns.memphis());

		assertThatThrownBy(() -> html("one", "none")).isInstanceOf(UnreadableResultException.class)
			.hasMessageContaining("none/result.json: is not there; name the folder of a run");
		assertThat(folder.resolve("report.html")).doesNotExist();
	}

	@Test
	void whenNoRunIsNamedThenThatIsSaid() {
		assertThatIllegalArgumentException().isThrownBy(() -> html(new String[0]))
			.withMessageContaining("at least one");
	}

	@Test
	void whenAimsWereJudgedThenTheHeadlineStandsFirstAndConditionsLast() throws IOException {
		write(judged(Aim.SESSIONS, new Interval(1.2, 1.1, 1.3, 5), Verdict.MISSED));

		String html = html();

		assertThat(html).containsSubsequence("In short: each cell", "aim", "[1.10–1.30]", "at most 1.05", "missed",
				"<canvas", "Throughput, latency and cost", "What differs, and what to know", "Machine and software");
	}

	@Test
	void whenAScenarioWasPublishedThenItsBestStandsBesideTheHeadlineInATableOfItsOwn() throws IOException {
		write(SyntheticRuns.memphis());

		String html = html();

		assertThat(table(html, "In short: each cell")).contains("642.9").doesNotContain("254.8");
		assertThat(table(html,
				"University of Memphis, Shibboleth IdP 3.1.1, 4 cores, 12 GB, Jetty, pooled LDAP: in short"))
			.contains("254.8 req/s");
		assertThat(html.indexOf("in short</caption>")).isLessThan(html.indexOf("<canvas"));
	}

	@Test
	void whenTheGeneratorHadTheMachineThenTheStepSaysSo() throws IOException {
		StepResult step = SyntheticRuns.step("25", 1, 500, 20, 1);
		write(SyntheticRuns.run("compare", SyntheticRuns.cell("one node, memory", new StepResult(step.label(), 1,
				step.load(), step.processes(), step.counters(), "", new MachineUse(150, 40, 10, 0, 0)))));

		String html = html();

		assertThat(html).contains("one node, memory, step 25: the generator had the machine: 67 %");
		assertThat(table(html, "Throughput, latency and cost")).contains("stolen by the host, %", ">5.0<",
				"machine idle, %", ">20<");
	}

	@Test
	void whenTheGeneratorHadTheMachineInSomeRepeatsThenOneNoteSaysInHowMany() throws IOException {
		List<StepResult> repeats = IntStream.rangeClosed(1, 3).mapToObj(repeat -> {
			StepResult step = SyntheticRuns.step("25", repeat, 500, 20, 1);
			return new StepResult(step.label(), repeat, step.load(), step.processes(), step.counters(), "",
					repeat == 1 ? null : new MachineUse(150, 40, 10, 0, 0));
		}).toList();
		write(SyntheticRuns.run("compare", SyntheticRuns.cell("one node, memory", repeats.toArray(StepResult[]::new))));

		assertThat(html()).containsOnlyOnce("one node, memory, step 25")
			.contains("one node, memory, step 25 (2 of 3 repeats): the generator had the machine: 67 %");
	}

	@Test
	void whenAReportIsKeptThenItIsNamedByDayAndCommitAndItsPlotsAreFiles() throws IOException {
		RunResult run = SyntheticRuns.memphis();
		write(new RunResult(run.format(), run.scenario(), run.started(), run.finished(), true, run.options(),
				run.conditions().of("0123abcd+", "2026-01-01"), run.remarks(), run.cells(), 0, Map.of(), List.of()));

		Path document = Report.keep(List.of(folder.resolve("one")), folder.resolve("kept"));

		assertThat(document).isEqualTo(folder.resolve("kept/2026-01-02-0123abcd-changed.md"));
		Matcher plot = Pattern.compile("\\]\\(<(2026-01-02-0123abcd-changed/[^>]+[.]svg)>\\)")
			.matcher(Files.readString(document));
		assertThat(plot.find()).isTrue();
		assertThat(folder.resolve("kept").resolve(plot.group(1))).content().startsWith("<svg");
	}

	@Test
	void whenAimsAreListedThenByTheNewestRunThatJudgedThem() throws IOException {
		write("one", judged(Aim.SESSIONS, new Interval(1.2, 1.1, 1.3, 5), Verdict.MISSED));
		write("two", later(judged(Aim.SESSIONS, new Interval(1.0, 0.98, 1.02, 9), Verdict.MET)));
		write("three", later(SyntheticRuns.memphis()));
		Path file = folder.resolve("aims.md");

		Report.aims(List.of(folder.resolve("two"), folder.resolve("one"), folder.resolve("three")), file, run -> run);

		assertThat(file).content()
			.contains("1.00 \\[0.98–1.02\\] | at most 1.05 | met |")
			.doesNotContain("missed |")
			.contains(Aim.KEYCLOAK_LOGIN.description() + " | – | at most 0.15 | not measured");
	}

	@Test
	void whenTheNewestRunIsDistortedOrStoppedThenAnEarlierOneJudgesTheAim() throws IOException {
		RunResult sound = judged(Aim.SESSIONS, new Interval(1.2, 1.1, 1.3, 5), Verdict.MISSED);
		RunResult met = judged(Aim.SESSIONS, new Interval(1.0, 0.98, 1.02, 9), Verdict.MET);
		write("one", sound);
		write("two", later(with(met, Map.of("--time-scale", "0.01"), true)));
		write("three", later(with(met, Map.of(), false)));
		Path file = folder.resolve("aims.md");

		Report.aims(List.of(folder.resolve("one"), folder.resolve("two"), folder.resolve("three")), file, run -> run);
		assertThat(file).content().contains("| at most 1.05 | missed |");

		Report.aims(List.of(folder.resolve("two")), file, run -> run);
		assertThat(file).content()
			.contains("| at most 1.05 | not resolved |", "measured with --time-scale 0.01")
			.doesNotContain("| met |");

		Report.aims(List.of(folder.resolve("three")), file, run -> run);
		assertThat(file).content().contains("| at most 1.05 | not resolved |", "the run was stopped");
	}

	private static RunResult with(RunResult run, Map<String, String> options, boolean complete) {
		return new RunResult(run.format(), run.scenario(), run.started(), run.finished(), complete, options,
				run.conditions(), run.remarks(), run.cells(), run.seed(), run.samples(), run.aims());
	}

	private static RunResult judged(Aim aim, Interval measured, Verdict verdict) {
		RunResult run = SyntheticRuns.run("compare", SyntheticRuns.cell("one node, memory",
				SyntheticRuns.step("25", 1, 500, 20, 1), SyntheticRuns.step("50", 1, 500, 20, 1)));
		return new RunResult(run.format(), run.scenario(), run.started(), run.finished(), true, Map.of("--until", "5%"),
				run.conditions(), run.remarks(), run.cells(), 7, Map.of(),
				List.of(new Judged(aim, "one node, memory", "25", measured, verdict, "")));
	}

	private static RunResult later(RunResult run) {
		return new RunResult(run.format(), run.scenario(), run.started().plusSeconds(3_600),
				run.finished().plusSeconds(3_600), run.complete(), run.options(), run.conditions(), run.remarks(),
				run.cells(), run.seed(), run.samples(), run.aims());
	}

	private void write(RunResult run) throws IOException {
		write("one", run);
	}

	private void write(String name, RunResult run) throws IOException {
		RunResults.write(folder.resolve(name), run);
	}

	private String html() throws IOException {
		return html("one");
	}

	private String html(String... names) throws IOException {
		Report.write(List.of(names).stream().map(folder::resolve).toList(), folder.resolve("report.html"),
				folder.resolve("report.md"));
		return Files.readString(folder.resolve("report.html"));
	}

	private static String table(String html, String caption) {
		Matcher matcher = Pattern
			.compile("<caption>(?:<span[^>]*>Published</span> )?" + Pattern.quote(caption) + ".*?</table>",
					Pattern.DOTALL)
			.matcher(html);
		assertThat(matcher.find()).as("table with caption %s", caption).isTrue();
		return matcher.group();
	}

	private static int elements(String html, String name) {
		return (int) Pattern.compile("<" + name + "[ >]").matcher(html).results().count();
	}

}
