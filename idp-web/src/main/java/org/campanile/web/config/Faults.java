package org.campanile.web.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Collects faults, so that one run reports all of them. Each line is
 * {@code key: what is wrong; what to do}; the same line counts once.
 */
public final class Faults {

	private final Set<String> lines = new LinkedHashSet<>();

	/** Takes one step; an {@link IllegalArgumentException} of it is a fault. */
	public void check(Runnable step) {
		value(() -> {
			step.run();
			return true;
		});
	}

	/** Takes one step that makes something; empty if that was a fault. */
	public <T> Optional<T> value(Supplier<T> step) {
		try {
			return Optional.of(step.get());
		}
		catch (IllegalArgumentException ex) {
			add(String.valueOf(ex.getMessage()));
			return Optional.empty();
		}
	}

	/** Adds a fault. */
	public void add(String line) {
		lines.add(line.strip().replaceAll("\\s*\\R\\s*", " "));
	}

	public boolean isEmpty() {
		return lines.isEmpty();
	}

	public List<String> lines() {
		return List.copyOf(lines);
	}

}
