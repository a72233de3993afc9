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
 * Keeps the port closed until all that a login needs has answered once. A proxy that
 * learns only from failures sends requests to whatever listens; the first answers of a
 * store are slow besides, to what is written above all, and would come too late for the
 * deadline of a login. When it has waited long enough the port opens all the same:
 * readiness says what is missing, and people get a page that says to come back.
 */
public final class StartGate implements SmartLifecycle {

	private static final Logger log = LoggerFactory.getLogger("org.campanile.web");

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	/** Answers that a cold store or pool must have given. */
	private static final int TIMES = 3;

	private final List<Probe> probes;

	private final Duration patience;

	/**
	 * Something that must answer before the port opens. A bean.
	 *
	 * @param name for the log
	 * @param answers asks it now
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
	 * @param patience with all of them together
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
			// What another one used up the time of is not at fault.
			if (asked && answered < TIMES) {
				log.warn("The port opens though the {} is not there after {} seconds; health says why", probe.name(),
						patience.toSeconds());
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
		// There is nothing to stop.
	}

	@Override
	public boolean isRunning() {
		return false;
	}

	/** Just before the web server, the last of what is started. */
	@Override
	public int getPhase() {
		return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;
	}

}
