package org.campanile.perf.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.campanile.perf.environment.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.LoadGenerator;
import org.campanile.perf.result.ProcessResult;

/**
 * Meters from when the measured time begins: what a load generator and a server do before
 * it, to start or in a ramp, is not of it. Thread-safe, for a load tells its progress
 * from threads of its own.
 */
final class Beginning implements Consumer<LoadGenerator.Progress> {

	private final Workshop workshop;

	private final RunningSystem system;

	private final List<MeasuredProcess> processes;

	private final InstantSource clock;

	private boolean measuring;

	private Instant since;

	private Map<String, Double> before;

	private Workshop.Meter meter;

	Beginning(Workshop workshop, RunningSystem system, List<MeasuredProcess> processes, InstantSource clock)
			throws IOException {
		this.workshop = workshop;
		this.system = system;
		this.processes = processes;
		this.clock = clock;
		this.since = clock.instant();
		this.before = system.counters();
		this.meter = workshop.meter(processes);
	}

	@Override
	public synchronized void accept(LoadGenerator.Progress progress) {
		if (progress.measuring() && !measuring) {
			measuring = true;
			since = clock.instant();
			again();
		}
	}

	private void again() {
		try {
			before = system.counters();
			meter = workshop.meter(processes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("the meters could not be read when the measured time began", ex);
		}
	}

	synchronized Instant since() {
		return since;
	}

	synchronized List<ProcessResult> used() throws IOException {
		return meter.stop();
	}

	/** What the servers counted since. */
	synchronized Map<String, Double> counted() throws IOException {
		Map<String, Double> counted = new LinkedHashMap<>();
		system.counters().forEach((name, value) -> counted.put(name, value - before.getOrDefault(name, 0.0)));
		return counted;
	}

}
