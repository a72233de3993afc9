package org.campanile.perf.scenario;

import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.Target;

/**
 * A server that somebody else runs; only its answers are known.
 *
 * @param target how people sign in there
 */
record ExternalSystem(Target target) implements RunningSystem {

	/** Returns this system, as the target determines the protocol. */
	@Override
	public RunningSystem by(Protocol protocol) {
		return this;
	}

	@Override
	public List<MeasuredProcess> processes() {
		return List.of();
	}

	@Override
	public Map<String, String> settings() {
		return Map.of("server", target.start().toString());
	}

	@Override
	public void close() {
		// The server keeps running.
	}

}
