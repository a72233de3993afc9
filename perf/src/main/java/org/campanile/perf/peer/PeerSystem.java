package org.campanile.perf.peer;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.PeerEnvironment;
import org.campanile.perf.load.Target;

/**
 * A peer that runs.
 *
 * @param target what the load is put on
 * @param environment all that was started for it, the peer among it
 * @param settings what is worth telling
 */
record PeerSystem(Target target, PeerEnvironment environment, Map<String, String> settings) implements RunningSystem {

	@Override
	public List<MeasuredProcess> processes() {
		return environment.processes();
	}

	/** Peers are measured from outside; what they count has other names and meanings. */
	@Override
	public Map<String, Double> counters() {
		return Map.of();
	}

	@Override
	public double preload(int sessions) throws IOException {
		throw new IOException(target.name() + " offers no way to store sessions of people who did not sign in");
	}

	@Override
	public long storedBytes() throws IOException {
		throw new IOException("what sessions take in " + target.name() + " cannot be told from outside");
	}

	@Override
	public void close() throws IOException {
		environment.close();
	}

}
