package org.campanile.perf.result;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON files of a results folder. A field that is not known is passed over, a list, map
 * or text that is missing is empty: results of other versions stay readable. Thread-safe.
 */
final class ResultFile {

	private static final JsonMapper JSON = JsonMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.enable(SerializationFeature.INDENT_OUTPUT)
		.withConfigOverride(List.class, override -> override.setNullHandling(empty()))
		.withConfigOverride(Map.class, override -> override.setNullHandling(empty()))
		.withConfigOverride(String.class, override -> override.setNullHandling(empty()))
		.build();

	private ResultFile() {
	}

	private static JsonSetter.Value empty() {
		return JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
	}

	/**
	 * Replaces the file as a whole: who reads it meanwhile, or after the machine stopped,
	 * finds the old or the new content. Who has been told to stop still writes what there
	 * is.
	 */
	static void write(Path file, Object value) throws IOException {
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

	/** Reads a file that is there. */
	static <T> T read(Path file, Class<T> type) throws IOException {
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

}
