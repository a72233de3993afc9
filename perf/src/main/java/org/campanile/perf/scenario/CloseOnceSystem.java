package org.campanile.perf.scenario;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.Target;

/** A system that both its scenario and its run may close. */
final class CloseOnceSystem implements RunningSystem {

	private final RunningSystem system;

	private final Consumer<RunningSystem> closed;

	private final AtomicBoolean open = new AtomicBoolean(true);

	/**
	 * @param closed run when it is closed
	 */
	CloseOnceSystem(RunningSystem system, Consumer<RunningSystem> closed) {
		this.system = system;
		this.closed = closed;
	}

	@Override
	public Target target() {
		return system.target();
	}

	@Override
	public List<MeasuredProcess> processes() {
		return system.processes();
	}

	@Override
	public Map<String, Double> counters() throws IOException {
		return system.counters();
	}

	@Override
	public Map<String, String> settings() {
		return system.settings();
	}

	@Override
	public void hold() throws IOException {
		system.hold();
	}

	@Override
	public double preload(int sessions) throws IOException {
		return system.preload(sessions);
	}

	@Override
	public long storedBytes() throws IOException {
		return system.storedBytes();
	}

	@Override
	public void close() throws IOException {
		if (open.getAndSet(false)) {
			closed.accept(this);
			system.close();
		}
	}

}
