package org.campanile.web.lifecycle;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps the port closed until everything that a login needs has responded. A proxy
 * without health probes sends requests to any node that listens, and the first operations
 * of a store, writes above all, are too slow for the deadline of a login. After a maximum
 * wait the port opens anyway: readiness reports what is missing, and users get a page
 * that asks them to try again later.
 */
public final class StartGate implements SmartLifecycle {

	private static final Logger log = LoggerFactory.getLogger("org.campanile.web");

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	/**
	 * The number of times a probe must succeed, to warm up a store or connection pool.
	 */
	private static final int TIMES = 3;

	private final List<Probe> probes;

	private final Duration patience;

	/**
	 * A check that must succeed before the port opens. A bean.
	 *
	 * @param name for the log
	 * @param answers probes it now
	 */
	public record Probe(String name, BooleanSupplier answers) {
	}

	/**
	 * @param probes empty to open at once
	 */
	StartGate(List<Probe> probes) {
		this(probes, PATIENCE);
	}

	/**
	 * @param patience the maximum wait for all of them together
	 */
	StartGate(List<Probe> probes, Duration patience) {
		this.probes = List.copyOf(probes);
		this.patience = patience;
	}

	@Override
	public void start() {
		long end = System.nanoTime() + patience.toNanos();
		for (Probe probe : probes) {
			int answered = 0;
			boolean asked = false;
			while (answered < TIMES && System.nanoTime() < end) {
				asked = true;
				if (probe.answers().getAsBoolean()) {
					answered++;
				}
				else if (!pause()) {
					return;
				}
			}
			// A probe that had no time left because of another one is not reported.
			if (asked && answered < TIMES) {
				log.warn("The port opens although the {} is not available after {} seconds; see health for the reason",
						probe.name(), patience.toSeconds());
			}
		}
	}

	private static boolean pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(200);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	@Override
	public void stop() {
		// It holds no resources.
	}

	@Override
	public boolean isRunning() {
		return false;
	}

	/** Starts just before the web server, which is started last. */
	@Override
	public int getPhase() {
		return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;
	}

}
