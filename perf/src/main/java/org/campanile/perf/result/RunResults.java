package org.campanile.perf.result;

import java.io.IOException;
import java.io.Serial;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes the results folder of a run: {@code result.json}, and below
 * {@code steps} a folder for each measured step with Gatling's own report and its
 * profile. Thread-safe.
 */
public final class RunResults {

	/** The name of the file with the run. */
	public static final String FILE = "result.json";

	private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	/**
	 * Ignores unknown fields, and reads missing lists, maps and texts as empty, so that
	 * results of other versions remain readable.
	 */
	private static final JsonMapper JSON = JsonMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.enable(SerializationFeature.INDENT_OUTPUT)
		.withConfigOverride(List.class, override -> override.setNullHandling(empty()))
		.withConfigOverride(Map.class, override -> override.setNullHandling(empty()))
		.withConfigOverride(String.class, override -> override.setNullHandling(empty()))
		.build();

	private RunResults() {
	}

	/**
	 * Creates the folder of a new run, named by scenario and time, such as
	 * {@code memphis-20260102T030405Z}.
	 * @param results the folder of all runs; created if absent
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
	 * Returns the folder of one step within that of its run, without creating it. A
	 * profile belongs into its subfolder {@code profile}, and Gatling's report into
	 * {@code load}.
	 */
	public static Path step(Path folder, String cell, String label, int repeat) {
		return folder.resolve("steps").resolve(slug(cell)).resolve(slug(label) + "-" + repeat);
	}

	/** Writes the whole run; a crash leaves the previous content. */
	public static void write(Path folder, RunResult run) throws IOException {
		writeFile(folder.resolve(FILE), run);
	}

	/**
	 * Reads a run.
	 * @throws UnreadableResultException if it has another format, or is damaged
	 */
	public static RunResult read(Path folder) throws IOException {
		Path file = folder.resolve(FILE);
		if (!Files.isRegularFile(file)) {
			throw new UnreadableResultException(file, "is not there", "name the folder of a run");
		}
		Format format = readFile(file, Format.class);
		if (format.format() != RunResult.FORMAT) {
			throw new UnreadableResultException(file,
					"has format " + format.format() + ", and this version reads format " + RunResult.FORMAT,
					"read it with the version that wrote it");
		}
		RunResult run = readFile(file, RunResult.class);
		requirePresent(file, run.started(), "started");
		requirePresent(file, run.finished(), "finished");
		requirePresent(file, run.conditions(), "conditions");
		for (CellResult cell : run.cells()) {
			for (StepResult step : cell.steps()) {
				requirePresent(file, step.load(), "load of step " + step.label());
				requirePresent(file, step.load().generator(), "generator of step " + step.label());
			}
		}
		return withKnownAims(run);
	}

	/** Removes aims that only another version knows. */
	private static RunResult withKnownAims(RunResult run) {
		return new RunResult(run.format(), run.scenario(), run.started(), run.finished(), run.complete(), run.options(),
				run.conditions(), run.remarks(), run.cells(), run.seed(), run.samples(),
				run.aims().stream().filter(judged -> Objects.nonNull(judged.aim())).toList());
	}

	/** Writes a profile into the profile folder of a step. */
	public static void write(Path profileFolder, ProfileResult profile) throws IOException {
		writeFile(profileFolder.resolve(ProfileResult.FILE), profile);
	}

	/** Returns the profile in that folder, if there is one. */
	public static Optional<ProfileResult> profile(Path profileFolder) throws IOException {
		Path file = profileFolder.resolve(ProfileResult.FILE);
		return Files.isRegularFile(file) ? Optional.of(readFile(file, ProfileResult.class)) : Optional.empty();
	}

	private static void requirePresent(Path file, Object value, String name) throws UnreadableResultException {
		if (value == null) {
			throw new UnreadableResultException(file, "has no " + name, "restore it or leave its folder out");
		}
	}

	/** Returns a name for people as the name of a folder. */
	private static String slug(String name) {
		String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-").replaceAll("^[-.]+|[-.]+$", "");
		return plain.isEmpty() ? "unnamed" : plain;
	}

	/**
	 * The part of the file that is read first.
	 *
	 * @param format version of the file format
	 */
	private record Format(int format) {
	}

	private static JsonSetter.Value empty() {
		return JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
	}

	/**
	 * Replaces the file atomically: a reader finds the old or the new content, even after
	 * a crash of the machine. Also works in a thread that is interrupted.
	 */
	private static void writeFile(Path file, Object value) throws IOException {
		boolean interrupted = Thread.interrupted();
		try {
			replace(file, value);
		}
		catch (ClosedByInterruptException ex) {
			Thread.interrupted();
			interrupted = true;
			replace(file, value);
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private static void replace(Path file, Object value) throws IOException {
		Path folder = file.toAbsolutePath().getParent();
		if (folder == null) {
			throw new IOException("not a file: " + file);
		}
		Files.createDirectories(folder);
		Path fresh = Files.createTempFile(folder, file.getFileName().toString(), ".part");
		try {
			Files.write(fresh, JSON.writeValueAsBytes(value));
			try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
				channel.force(true);
			}
			Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (JacksonException exception) {
			throw new IOException(file + ": cannot be written as JSON: " + exception.getOriginalMessage(), exception);
		}
		finally {
			Files.deleteIfExists(fresh);
		}
	}

	private static <T> T readFile(Path file, Class<T> type) throws IOException {
		byte[] content = Files.readAllBytes(file);
		T value;
		try {
			value = JSON.readValue(content, type);
		}
		catch (JacksonException exception) {
			throw new UnreadableResultException(file, "not a " + type.getSimpleName() + ", " + line(exception),
					"restore it or leave its folder out", exception);
		}
		if (value == null) {
			throw new UnreadableResultException(file, "holds nothing", "restore it or leave its folder out");
		}
		return value;
	}

	private static String line(JacksonException exception) {
		return String.valueOf(exception.getOriginalMessage()).lines().findFirst().orElse("not JSON");
	}

	/** Reports an invalid results file; the message is one line for people. */
	public static final class UnreadableResultException extends IOException {

		@Serial
		private static final long serialVersionUID = 1L;

		UnreadableResultException(Path file, String reason, String remedy) {
			super(file + ": " + reason + "; " + remedy);
		}

		UnreadableResultException(Path file, String reason, String remedy, Throwable cause) {
			super(file + ": " + reason + "; " + remedy, cause);
		}

	}

}
