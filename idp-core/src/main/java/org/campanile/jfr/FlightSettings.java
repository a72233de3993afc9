package org.campanile.jfr;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import jdk.jfr.Configuration;
import jdk.jfr.FlightRecorder;

/** The settings of flight recordings of this server: {@code campanile.jfc}. */
public final class FlightSettings {

	/** Samples threads in proportion to the processor time they use; never idle ones. */
	public static final String BY_PROCESSOR_TIME = "jdk.CPUTimeSample";

	/** Samples a few of the running threads at fixed intervals. */
	public static final String BY_CLOCK = "jdk.ExecutionSample";

	private static final String FILE = "campanile.jfc";

	private FlightSettings() {
	}

	/** The file, as expected by {@code jcmd PID JFR.start settings=}. */
	public static byte[] file() {
		try (InputStream file = Objects.requireNonNull(FlightSettings.class.getResourceAsStream(FILE))) {
			return file.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(FILE + ": cannot be read", ex);
		}
	}

	/**
	 * The settings for a recording of this process, as expected by
	 * {@code jdk.jfr.Recording}. Starts the flight recorder, which records nothing by
	 * itself.
	 * @throws IllegalStateException if this virtual machine has no flight recorder
	 */
	public static Map<String, String> ofThisProcess() {
		try {
			Map<String, String> settings = new HashMap<>(Configuration
				.create(new InputStreamReader(new ByteArrayInputStream(file()), StandardCharsets.UTF_8))
				.getSettings());
			if (FlightRecorder.getFlightRecorder()
				.getEventTypes()
				.stream()
				.noneMatch(type -> type.getName().equals(BY_PROCESSOR_TIME))) {
				settings.put(BY_CLOCK + "#enabled", "true");
			}
			return settings;
		}
		catch (IOException | ParseException ex) {
			throw new IllegalStateException(FILE + ": cannot be read", ex);
		}
	}

}
