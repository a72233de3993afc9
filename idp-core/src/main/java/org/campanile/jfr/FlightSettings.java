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

/** What a flight recording of this server holds: {@code campanile.jfc}. */
public final class FlightSettings {

	/** Threads by the processor time they use, idle ones never. */
	public static final String BY_PROCESSOR_TIME = "jdk.CPUTimeSample";

	/** Threads at fixed times, a few of those that run. */
	public static final String BY_CLOCK = "jdk.ExecutionSample";

	private static final String FILE = "campanile.jfc";

	private FlightSettings() {
	}

	/** The file, as {@code jcmd PID JFR.start settings=} takes it. */
	public static byte[] file() {
		try (InputStream file = Objects.requireNonNull(FlightSettings.class.getResourceAsStream(FILE))) {
			return file.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(FILE + ": cannot be read", ex);
		}
	}

	/**
	 * The settings for a recording of this process, as {@code jdk.jfr.Recording} takes
	 * them. Starts the flight recorder, which records nothing by itself.
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
