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
 * Meters of the measured time: what a load generator and a server do before it, to start
 * or in a ramp, is not of it, nor what the generator does when the last answer has come.
 * Processes are always read before the servers are asked for what they counted, for the
 * asking is work of theirs. Thread-safe, for a load reports its progress from threads of
 * its own.
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

	/** What cannot be looked at now cannot be read at the end either, which is told. */
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
	 * The load ends normally; the failure is thrown when the figures are requested.
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
	 * What was used until the last answer, or until now if its time is not known.
	 * @throws IOException if the meters could not be read then
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

	/** Begins to count what processes use. */
	@FunctionalInterface
	interface Meters {

		TestBed.Meter begin() throws IOException;

	}

	/** What the servers have counted since they started. */
	@FunctionalInterface
	interface Counters {

		Map<String, Double> read() throws IOException;

	}

	/**
	 * What the measured time took.
	 *
	 * @param used by the processes
	 * @param counted what the servers counted
	 */
	record Use(TestBed.Used used, Map<String, Double> counted) {
	}

}
