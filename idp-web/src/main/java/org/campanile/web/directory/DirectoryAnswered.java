package org.campanile.web.directory;

import java.util.Optional;
import java.util.function.Supplier;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether the directory has answered since the start. Logins should not be sent to a node
 * that never reached it, or that looks for people where there is nothing; one that did
 * find its base DN stays ready while the directory is away, for people with a session
 * sign on without it, and every other node would be no better off. Thread-safe.
 */
final class DirectoryAnswered implements HealthIndicator {

	private final Supplier<Optional<String>> probe;

	private volatile boolean answered;

	/**
	 * @param probe asks the directory now; gives what is wrong
	 */
	DirectoryAnswered(Supplier<Optional<String>> probe) {
		this.probe = probe;
	}

	@Override
	public Health health() {
		if (answered) {
			return Health.up().build();
		}
		Optional<String> fault = probe.get();
		answered = fault.isEmpty();
		return fault.map(reason -> Health.outOfService().withDetail("reason", reason).build())
			.orElseGet(() -> Health.up().build());
	}

}
