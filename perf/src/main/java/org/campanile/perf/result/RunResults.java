package org.campanile.perf.result;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * The results folder of a run: {@code result.json}, and below {@code steps} a folder for
 * each measured step with Gatling's own report and its profile. Thread-safe.
 */
public final class RunResults {

	/** The run itself. */
	public static final String FILE = "result.json";

	private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	private RunResults() {
	}

	/**
	 * Makes the folder of a new run, named by scenario and time, such as
	 * {@code memphis-20260102T030405Z}.
	 * @param results the folder of all runs; made if absent
	 */
	public static Path create(Path results, String scenario, Instant started) throws IOException {
		Files.createDirectories(results);
		String name = slug(scenario) + "-" + NAME.format(started);
		for (int more = 1;; more++) {
			try {
				return Files.createDirectory(results.resolve(more == 1 ? name : name + "-" + more));
			}
			catch (FileAlreadyExistsException exception) {
				if (more == 100) {
					throw exception;
				}
			}
		}
	}

	/**
	 * The folder of one step, inside that of its run; not made. Relative to it, a profile
	 * belongs into {@code profile} and Gatling's report into {@code load}.
	 */
	public static Path step(Path folder, String cell, String label, int repeat) {
		return folder.resolve("steps").resolve(slug(cell)).resolve(slug(label) + "-" + repeat);
	}

	/** Writes the run as a whole; a crash leaves what was there before. */
	public static void write(Path folder, RunResult run) throws IOException {
		ResultFile.write(folder.resolve(FILE), run);
	}

	/**
	 * Reads a run.
	 * @throws UnreadableResultException if it is of another form, or damaged
	 */
	public static RunResult read(Path folder) throws IOException {
		Path file = folder.resolve(FILE);
		if (!Files.isRegularFile(file)) {
			throw new UnreadableResultException(file, "is not there", "name the folder of a run");
		}
		Format format = ResultFile.read(file, Format.class);
		if (format.format() != RunResult.FORMAT) {
			throw new UnreadableResultException(file,
					"is of form " + format.format() + ", and this version reads form " + RunResult.FORMAT,
					"read it with the version that wrote it");
		}
		RunResult run = ResultFile.read(file, RunResult.class);
		requirePresent(file, run.started(), "started");
		requirePresent(file, run.finished(), "finished");
		requirePresent(file, run.conditions(), "conditions");
		for (CellResult cell : run.cells()) {
			for (StepResult step : cell.steps()) {
				requirePresent(file, step.load(), "load of step " + step.label());
				requirePresent(file, step.load().generator(), "generator of step " + step.label());
			}
		}
		return run;
	}

	/** Keeps a profile in the profile folder of a step. */
	public static void write(Path profileFolder, ProfileResult profile) throws IOException {
		ResultFile.write(profileFolder.resolve(ProfileResult.FILE), profile);
	}

	/** The profile in that folder, if there is one. */
	public static Optional<ProfileResult> profile(Path profileFolder) throws IOException {
		Path file = profileFolder.resolve(ProfileResult.FILE);
		return Files.isRegularFile(file) ? Optional.of(ResultFile.read(file, ProfileResult.class)) : Optional.empty();
	}

	private static void requirePresent(Path file, Object value, String name) throws UnreadableResultException {
		if (value == null) {
			throw new UnreadableResultException(file, "has no " + name, "restore it or leave its folder out");
		}
	}

	/** A name of a folder, from one for people. */
	private static String slug(String name) {
		String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-").replaceAll("^[-.]+|[-.]+$", "");
		return plain.isEmpty() ? "unnamed" : plain;
	}

	/**
	 * What is read first.
	 *
	 * @param format of the whole
	 */
	private record Format(int format) {
	}

}
