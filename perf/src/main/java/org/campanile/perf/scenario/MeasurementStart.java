package org.campanile.perf.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.campanile.perf.load.LoadGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Starts and reads the meters of the measured time. Work before it, to start or in a
 * ramp, is not included, nor is what the generator does after the last answer. Processes
 * are always read before the servers are asked for their counters, which costs them
 * processor time. Thread-safe, as a load reports its progress from threads of its own.
 */
final class MeasurementStart implements Consumer<LoadGenerator.Progress> {

	private final Meters meters;

	private final Counters counters;

	private final InstantSource clock;

	private boolean measuring;

	private Instant since;

	private TestBed.Meter meter;

	private Map<String, Double> before;

	private @Nullable Use use;

	private @Nullable IOException unread;

	MeasurementStart(Meters meters, Counters counters, InstantSource clock) throws IOException {
		this.meters = meters;
		this.counters = counters;
		this.clock = clock;
		this.since = clock.instant();
		this.meter = meters.begin();
		this.before = counters.read();
	}

	@Override
	public synchronized void accept(LoadGenerator.Progress progress) {
		if (progress.measuring() && !measuring) {
			measuring = true;
			since = clock.instant();
			again();
		}
		else {
			look();
		}
		if (progress.over()) {
			end();
		}
	}

	/** Looks at the meter; a failure is reported with the incomplete figures. */
	private void look() {
		try {
			meter.look();
		}
		catch (IOException ex) {
			unread = ex;
		}
	}

	private void again() {
		try {
			meter = meters.begin();
			before = counters.read();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("the meters could not be read when the measured time began", ex);
		}
	}

	/**
	 * Reads the figures at the end of the load. A failure is kept until they are
	 * requested, so that the load ends normally.
	 */
	private void end() {
		try {
			use = read();
		}
		catch (IOException ex) {
			unread = ex;
		}
	}

	synchronized Instant since() {
		return since;
	}

	/**
	 * Returns what was used until the last answer, or until now if the time of that is
	 * unknown.
	 * @throws IOException if the meters could not be read
	 */
	synchronized Use use() throws IOException {
		if (unread != null) {
			throw unread;
		}
		if (use == null) {
			use = read();
		}
		return use;
	}

	private Use read() throws IOException {
		TestBed.Used used = meter.stop();
		Map<String, Double> counted = new LinkedHashMap<>();
		counters.read().forEach((name, value) -> counted.put(name, value - before.getOrDefault(name, 0.0)));
		return new Use(used, counted);
	}

	/** Starts the meter of the processes. */
	@FunctionalInterface
	interface Meters {

		TestBed.Meter begin() throws IOException;

	}

	/** Reads what the servers have counted since their start. */
	@FunctionalInterface
	interface Counters {

		Map<String, Double> read() throws IOException;

	}

	/**
	 * The use of resources in the measured time.
	 *
	 * @param used the use of the processes
	 * @param counted the counters of the servers
	 */
	record Use(TestBed.Used used, Map<String, Double> counted) {
	}

}
