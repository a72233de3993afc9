package org.campanile.perf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.campanile.perf.result.CellResult;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.result.StepResult;

/** Reads the results folder of a run with all that lies in it. */
final class RunFolder {

	private final Path folder;

	private final List<MeasuredRun.Profile> profiles = new ArrayList<>();

	private final List<String> faults = new ArrayList<>();

	private RunFolder(Path folder) {
		this.folder = folder.toAbsolutePath().normalize();
	}

	/** Named later. A profile that cannot be read is told of and left out. */
	static MeasuredRun read(Path folder) throws IOException {
		RunFolder reader = new RunFolder(folder);
		RunResult result = RunResults.read(reader.folder);
		for (CellResult cell : result.cells()) {
			for (StepResult step : cell.steps()) {
				reader.profilesOf(cell, step);
			}
		}
		return new MeasuredRun("?", true, reader.folder, result, List.copyOf(reader.profiles), reader.loadReports(),
				List.copyOf(reader.faults));
	}

	/** In the profile folder, or one folder for each process in it. */
	private void profilesOf(CellResult cell, StepResult step) throws IOException {
		if (step.profile().isEmpty()) {
			return;
		}
		Path profile = folder.resolve(step.profile()).normalize();
		if (!profile.startsWith(folder) || !Files.isDirectory(profile)) {
			faults.add("the profile folder " + step.profile() + " of " + cell.name() + ", step " + step.label()
					+ " is not in the results folder, and is left out");
			return;
		}
		List<Path> files;
		try (Stream<Path> found = Files.walk(profile, 2)) {
			files = found.filter(file -> file.endsWith(ProfileResult.FILE)).sorted().toList();
		}
		for (Path file : files) {
			try {
				RunResults.profile(file.resolveSibling(""))
					.ifPresent(read -> profiles.add(new MeasuredRun.Profile(cell.name(),
							"step " + step.label() + (step.repeat() > 1 ? ", repeat " + step.repeat() : ""),
							file.resolveSibling(""), read)));
			}
			catch (IOException exception) {
				faults.add("a profile is left out: " + exception.getMessage());
			}
		}
	}

	private List<Path> loadReports() throws IOException {
		Path steps = folder.resolve("steps");
		if (!Files.isDirectory(steps)) {
			return List.of();
		}
		try (Stream<Path> found = Files.find(steps, 8,
				(file, attributes) -> attributes.isRegularFile() && file.endsWith("index.html"))) {
			return found.map(folder::relativize).sorted().toList();
		}
	}

}
