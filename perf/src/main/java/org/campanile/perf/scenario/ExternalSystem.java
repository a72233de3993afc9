package org.campanile.perf.scenario;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.Target;

/**
 * A server that somebody else runs: nothing is known of it but what it answers.
 *
 * @param target how people sign in there
 */
record ExternalSystem(Target target) implements RunningSystem {

	@Override
	public List<MeasuredProcess> processes() {
		return List.of();
	}

	@Override
	public Map<String, Double> counters() {
		return Map.of();
	}

	@Override
	public Map<String, String> settings() {
		return Map.of("server", target.start().toString());
	}

	@Override
	public double preload(int sessions) throws IOException {
		throw new IOException("sessions cannot be stored in " + target.name() + ": perf has not started it");
	}

	@Override
	public long storedBytes() {
		return 0;
	}

	@Override
	public void close() {
		// Goes on without us.
	}

}
