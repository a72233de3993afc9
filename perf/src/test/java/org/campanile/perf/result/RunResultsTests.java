package org.campanile.perf.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.Conditions;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResults.UnreadableResultException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RunResultsTests {

	private static final Instant STARTED = Instant.parse("2026-01-02T03:04:05.678Z");

	@TempDir
	Path folder;

	@Test
	void whenAimsWereJudgedThenTheyAreReadAgainAndUnknownOnesAreLeftOut() throws IOException {
		RunResult run = new RunResult(RunResult.FORMAT, "sessions", Instant.EPOCH, Instant.EPOCH, true, Map.of(),
				new Conditions("x", 2, 1, "y", "z", List.of(), Map.of(), List.of(), "0123abcd+", "2026-01-31"),
				List.of(), List.of(), 4_711, Map.of("floor", List.of(1.0, 2.0)),
				List.of(new Aim.Judged(Aim.SESSIONS, "jpa", "login", new Interval(1, 0.9, 1.1, 5),
						Aim.Verdict.NOT_RESOLVED, ""),
						new Aim.Judged(Aim.TOTP, "totp", "", new Interval(0.4, 0.4, 0.4, 5), Aim.Verdict.MET, "")));
		RunResults.write(folder, run);
		assertThat(RunResults.read(folder)).isEqualTo(run);

		Path file = folder.resolve(RunResults.FILE);
		Files.writeString(file, Files.readString(file).replace("\"TOTP\"", "\"OF_ANOTHER_VERSION\""));
		assertThat(RunResults.read(folder).aims()).extracting(Aim.Judged::aim).containsExactly(Aim.SESSIONS);
	}

	@Test
	void whenARunIsWrittenThenItIsReadAsItWas() throws IOException {
		RunResult run = run();

		RunResults.write(folder, run);

		assertThat(RunResults.read(folder)).isEqualTo(run);
	}

	@Test
	void whenARunIsWrittenAgainThenItIsReplacedAndNothingElseIsLeft() throws IOException {
		RunResults.write(folder, run());
		RunResult longer = new RunResult(RunResult.FORMAT, "memphis", STARTED, STARTED.plusSeconds(9), true, Map.of(),
				run().conditions(), List.of("later"), run().cells(), 0, Map.of(), List.of());

		RunResults.write(folder, longer);

		assertThat(RunResults.read(folder)).isEqualTo(longer);
		try (Stream<Path> files = Files.list(folder)) {
			assertThat(files).containsExactly(folder.resolve("result.json"));
		}
	}

	@Test
	void whenAFigureIsNotANumberThenItIsReadAsSuch() throws IOException {
		RunResult run = run();
		CellResult cell = new CellResult("a", Map.of(), Map.of("ratio", Double.NaN), List.of());

		RunResults.write(folder, new RunResult(run.format(), run.scenario(), run.started(), run.finished(), false,
				Map.of(), run.conditions(), List.of(), List.of(cell), 0, Map.of(), List.of()));

		assertThat(RunResults.read(folder).cells()).containsExactly(cell);
	}

	@Test
	void whenFieldsAreUnknownOrMissingThenTheRestIsRead() throws IOException {
		Files.writeString(folder.resolve("result.json"),
				"""
						{"format": 3, "scenario": "memphis", "started": "2026-01-02T03:04:05Z", "finished": "2026-01-02T03:05:05Z",
						 "weather": {"sky": ["grey"]}, "conditions": {"processor": "x", "moon": 3},
						 "cells": [{"name": "one node", "colour": "red", "steps": [{"label": "25", "repeat": 1,
						   "load": {"seconds": 10, "logins": 3, "generator": {"name": "load"}}}]}]}
						""");

		RunResult run = RunResults.read(folder);

		assertThat(run.remarks()).isEmpty();
		assertThat(run.options()).isEmpty();
		assertThat(run.conditions().noise()).isEmpty();
		StepResult step = run.cells().getFirst().steps().getFirst();
		assertThat(step.load().logins()).isEqualTo(3);
		assertThat(step.load().requests()).isEmpty();
		assertThat(step.load().failed()).isZero();
		assertThat(step.load().generator().cpuSeconds()).isZero();
		assertThat(step.processes()).isEmpty();
		assertThat(step.profile()).isEmpty();
	}

	@Test
	void whenTheFormIsAnotherThenOneLineSaysSo() throws IOException {
		Files.writeString(folder.resolve("result.json"), "{\"format\": 7, \"started\": [1, 2]}");

		assertThatThrownBy(() -> RunResults.read(folder)).isInstanceOf(UnreadableResultException.class)
			.hasMessage(folder.resolve("result.json")
					+ ": has format 7, and this version reads format 3; read it with the version that wrote it");
	}

	@Test
	void whenTheFileIsDamagedThenOneLineSaysSo() throws IOException {
		Files.writeString(folder.resolve("result.json"), "{\"format\": 3,\n\n \"cells\": [{");

		assertThatThrownBy(() -> RunResults.read(folder)).isInstanceOf(UnreadableResultException.class)
			.satisfies(failure -> assertThat(failure.getMessage()).startsWith(folder.resolve("result.json").toString())
				.contains("restore it")
				.hasLineCount(1));
	}

	@Test
	void whenWhatMustBeThereIsNotThenOneLineSaysSo() throws IOException {
		Files.writeString(folder.resolve("result.json"), "{\"format\": 3, \"started\": \"2026-01-02T03:04:05Z\"}");

		assertThatThrownBy(() -> RunResults.read(folder)).isInstanceOf(UnreadableResultException.class)
			.hasMessageContaining("has no finished");
	}

	@Test
	void whenTwoRunsBeginAtOnceThenEachHasAFolder() throws IOException {
		Path first = RunResults.create(folder.resolve("results"), "virginia-tech", STARTED);
		Path second = RunResults.create(folder.resolve("results"), "virginia-tech", STARTED);

		assertThat(first).isDirectory().hasFileName("virginia-tech-20260102T030405Z");
		assertThat(second).isDirectory().hasFileName("virginia-tech-20260102T030405Z-2");
	}

	@Test
	void whenCellsHaveNamesForPeopleThenFoldersOfStepsStayInTheRun() {
		assertThat(RunResults.step(folder, "../one node, JPA", "10×", 2))
			.isEqualTo(folder.resolve("steps/one-node-jpa/10-2"));
		assertThat(RunResults.step(folder, "..", "/", 1)).isEqualTo(folder.resolve("steps/unnamed/unnamed-1"));
	}

	@Test
	void whenAProfileIsKeptThenItIsReadAsItWas() throws IOException {
		ProfileResult profile = new ProfileResult("node1", 60, 58.2, 5_800,
				List.of(new ProfileResult.HotMethod("a.B.c", 0.3, 0.4)), List.of(), List.of(), List.of(), List.of(),
				List.of(), List.of(), 1, 2, List.of(new ProfileResult.ProfileFile("flames", "flame.html")));

		RunResults.write(folder.resolve("profile"), profile);

		assertThat(RunResults.profile(folder.resolve("profile"))).contains(profile);
		assertThat(RunResults.profile(folder)).isEmpty();
	}

	private static RunResult run() {
		LoadResult load = new LoadResult(10.5, 10, 599, 600, 3,
				Map.of("login", new LatencyResult(600, 12.5, 3, 1, 12, 20, 25, 40, 99.9)), Map.of("timeout", 2L), 10,
				123_456, List.of(new LoadResult.Second(60, 1, 12.25)), List.of(11.5, 12.5),
				new ProcessResult("load", ProcessRole.LOAD, 3, 1, 0, 0, 0, 0));
		StepResult step = new StepResult(
				"25", 1, load, List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, 1.5, 0.25,
						400_000_000L, 90_000_000L, 7, 0.125)),
				Map.of("store operations", 1_206.0), "steps/a/25-1/profile");
		CellResult cell = new CellResult("one node, “memory”", Map.of("durability", "none"), Map.of("bytes", 612.5),
				List.of(step));
		return new RunResult(RunResult.FORMAT, "memphis", STARTED, STARTED.plusSeconds(60), false,
				Map.of("time-scale", "0.1"), new Conditions("x", 2, 8_000_000_000L, "y", "z", List.of("-Xmx1g"),
						Map.of("Campanile", "0.1"), List.of(40.5, 41.0)),
				List.of("All on one machine."), List.of(cell), 0, Map.of(), List.of());
	}

}
