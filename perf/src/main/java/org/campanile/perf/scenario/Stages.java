package org.campanile.perf.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResults;

/** The time of each stage of a login: bind, resolve, sign, encrypt, encode, store. */
final class Stages extends CellByCell {

	private static final Integer[] USERS = { 1, 10 };

	private static final Duration STEP = Duration.ofMinutes(1);

	private static final int PEOPLE = 10_000;

	Stages() {
		super(new About("stages",
				"How long each stage of a login takes, from the server's own events in a flight recording.",
				List.of("The measured time is recorded, which costs the server some processor time of its own."), false,
				true));
	}

	@Override
	void measured(Run run, Cell cell, RunningSystem system, StepResult step) throws IOException {
		run.facts(cell.name(), facts(step.label(), run.options().results().resolve(step.profile())));
	}

	static Map<String, Double> facts(String label, Path folder) throws IOException {
		Map<String, Double> facts = new LinkedHashMap<>();
		List<ProfileResult> profiles = profiles(folder);
		Map<String, List<ProfileResult.Stage>> stages = new LinkedHashMap<>();
		profiles.forEach(profile -> profile.stages()
			.forEach(stage -> stages.computeIfAbsent(stage.name(), name -> new ArrayList<>()).add(stage)));
		// Quantiles of several nodes cannot be combined.
		String slowest = profiles.size() > 1 ? "p99 ms of the slowest node" : "p99 ms";
		stages.forEach((name, ofNodes) -> {
			double millis = ofNodes.stream().mapToDouble(stage -> stage.meanMillis() * stage.count()).sum();
			long count = ofNodes.stream().mapToLong(ProfileResult.Stage::count).sum();
			facts.put("%s, %s, mean ms".formatted(label, name), millis / Math.max(1, count));
			facts.put("%s, %s, %s".formatted(label, name, slowest),
					ofNodes.stream().mapToDouble(ProfileResult.Stage::p99Millis).max().orElse(0));
		});
		return facts;
	}

	/** Returns the profile of a single node, or one for each of several. */
	private static List<ProfileResult> profiles(Path folder) throws IOException {
		List<ProfileResult> profiles = new ArrayList<>();
		RunResults.profile(folder).ifPresent(profiles::add);
		if (profiles.isEmpty() && Files.isDirectory(folder)) {
			try (Stream<Path> below = Files.list(folder)) {
				for (Path node : below.filter(Files::isDirectory).sorted().toList()) {
					RunResults.profile(node).ifPresent(profiles::add);
				}
			}
		}
		return profiles;
	}

	@Override
	List<Cell> cells(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		return Specs.cells(options, directory, Specs.closedSteps(options, directory.people(), STEP, USERS),
				Store.MEMORY, 1);
	}

}
