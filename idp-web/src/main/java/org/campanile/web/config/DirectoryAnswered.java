package org.campanile.web.config;

import java.util.function.BooleanSupplier;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether the directory has answered since the start. Logins should not be sent to a node
 * that never reached it; one that did stays ready while the directory is away, for people
 * with a session sign on without it, and every other node would be no better off.
 * Thread-safe.
 */
final class DirectoryAnswered implements HealthIndicator {

	private final BooleanSupplier probe;

	private volatile boolean answered;

	/**
	 * @param probe asks the directory now
	 */
	DirectoryAnswered(BooleanSupplier probe) {
		this.probe = probe;
	}

	@Override
	public Health health() {
		if (!answered && probe.getAsBoolean()) {
			answered = true;
		}
		return answered ? Health.up().build()
				: Health.outOfService().withDetail("reason", "the directory has not answered since the start").build();
	}

}
