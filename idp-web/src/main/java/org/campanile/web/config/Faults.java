package org.campanile.web.config;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Collects faults, so that one run reports all of them. Each line is {@code key: fault;
 * remedy}; the same line counts once.
 */
public final class Faults {

	private final Set<String> lines = new LinkedHashSet<>();

	/**
	 * Runs a check; its {@link IllegalArgumentException}, if any, is added as a fault.
	 */
	public void check(Runnable step) {
		value(() -> {
			step.run();
			return true;
		});
	}

	/**
	 * Runs a check that returns a value; empty if it failed, which is added as a fault.
	 */
	public <T> Optional<T> value(Supplier<T> step) {
		try {
			return Optional.of(step.get());
		}
		catch (IllegalArgumentException ex) {
			add(String.valueOf(ex.getMessage()));
			return Optional.empty();
		}
	}

	/**
	 * Converts a setting's value.
	 * @throws IllegalArgumentException if that fails; the message begins with the key
	 */
	public static <T> T named(String key, Supplier<T> value) {
		try {
			return value.get();
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(key + ": " + ex.getMessage(), ex);
		}
	}

	/** Runs a check like {@link #named}, without a result. */
	public static void naming(String key, Runnable step) {
		named(key, () -> {
			step.run();
			return key;
		});
	}

	/**
	 * Checks a duration that is optional and must be positive.
	 * @throws IllegalArgumentException if it is zero or negative
	 */
	public static void requirePositive(String key, @Nullable Duration duration) {
		if (duration != null && !duration.isPositive()) {
			throw new IllegalArgumentException(key + ": must be positive; remove it to use the default");
		}
	}

	/**
	 * Checks an attribute id in a setting.
	 * @throws IllegalArgumentException if there is no such attribute
	 */
	public static String requireAttribute(String key, String id, Set<String> known) {
		if (!known.contains(id)) {
			throw new IllegalArgumentException(key + ": there is no attribute '" + id
					+ "'; one that is not built in needs a definition in campanile.attributes.definitions"
					+ ConfiguredNames.suggestion(id, known));
		}
		return id;
	}

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
