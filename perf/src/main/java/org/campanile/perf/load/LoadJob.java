package org.campanile.perf.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.campanile.perf.result.LoadResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Input and output of the process that runs the load, as files in a folder.
 *
 * @param target the target of the load
 * @param plan the plan of the load
 */
record LoadJob(Target target, LoadPlan plan) {

	private static final String JOB = "job.json";

	private static final String RESULT = "load.json";

	private static final JsonMapper MAPPER = JsonMapper.shared();

	void write(Path folder) throws IOException {
		write(folder.resolve(JOB), this);
	}

	static LoadJob read(Path folder) throws IOException {
		return read(folder.resolve(JOB), LoadJob.class);
	}

	static void writeResult(Path folder, LoadResult result) throws IOException {
		write(folder.resolve(RESULT), result);
	}

	static boolean hasResult(Path folder) {
		return Files.exists(folder.resolve(RESULT));
	}

	/** Deletes the result of an earlier load in the same folder. */
	static void clear(Path folder) throws IOException {
		Files.deleteIfExists(folder.resolve(RESULT));
	}

	static LoadResult readResult(Path folder) throws IOException {
		return read(folder.resolve(RESULT), LoadResult.class);
	}

	private static void write(Path file, Object value) throws IOException {
		try {
			MAPPER.writeValue(file, value);
		}
		catch (JacksonException ex) {
			throw new IOException(file + ": cannot be written: " + ex.getMessage(), ex);
		}
	}

	private static <T> T read(Path file, Class<T> type) throws IOException {
		try {
			return MAPPER.readValue(file, type);
		}
		catch (JacksonException ex) {
			throw new IOException(file + ": cannot be read: " + ex.getMessage(), ex);
		}
	}

}
