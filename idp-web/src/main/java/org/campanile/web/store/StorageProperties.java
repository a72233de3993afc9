package org.campanile.web.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;

import org.campanile.store.StoreSettings;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.Faults;

/**
 * The settings of the stores for sessions and replay keys, and for permanent data. Each
 * store has its own settings below {@code campanile.storage}.
 *
 * @param type the store: {@code memory} keeps everything in this process
 * @param durable the store of what is kept for good
 * @param deadline how long one operation of a store may take, including retries, before
 * its caller continues without it; 20ms to 1s
 * @param maxClockOffset how far this node's clock may differ from the clock that the
 * nodes share, that of their database, before the node reports that it is not ready; 5m
 * at most
 */
@ConfigurationProperties("campanile.storage")
public record StorageProperties(@DefaultValue("memory") String type, @DefaultValue Durable durable,
		@DefaultValue("1s") Duration deadline,
		@DefaultValue("5m") Duration maxClockOffset) implements CheckedProperties {

	/**
	 * The store of stored persistent identifiers, consents and enrolled factors.
	 *
	 * @param type the store; null for that of sessions if it keeps anything for good,
	 * otherwise {@code memory}
	 */
	public record Durable(@Nullable String type) {
	}

	public static final String TYPE = "campanile.storage.type";

	public static final String DURABLE_TYPE = "campanile.storage.durable.type";

	private static final String MEMORY = "memory";

	/**
	 * The largest offset of a clock, as long as stores keep terminated sessions for the
	 * sake of nodes whose clocks are behind.
	 */
	private static final Duration MAX_CLOCK_OFFSET = Duration.ofMinutes(5);

	private static final Duration MIN_DEADLINE = Duration.ofMillis(20);

	/**
	 * The largest deadline and the default: longer than a store is unresponsive while a
	 * node joins or a dead one is detected, and short enough for a request in which
	 * several operations fail to end within three seconds.
	 */
	private static final Duration MAX_DEADLINE = Duration.ofSeconds(1);

	/**
	 * The requirements on every store.
	 * @throws IllegalArgumentException if a value is invalid; the message names the key
	 */
	public StoreSettings settings() {
		if (deadline.compareTo(MIN_DEADLINE) < 0 || deadline.compareTo(MAX_DEADLINE) > 0) {
			throw new IllegalArgumentException("campanile.storage.deadline: " + deadline.toMillis()
					+ " ms is out of range; set 20ms to 1s, or remove it to use the default");
		}
		return new StoreSettings(deadline);
	}

	/**
	 * @throws IllegalArgumentException if a value is invalid; the message names the key
	 */
	public Duration clockTolerance() {
		if (maxClockOffset.compareTo(MIN_DEADLINE) < 0) {
			throw new IllegalArgumentException("campanile.storage.max-clock-offset: " + maxClockOffset.toMillis()
					+ " ms is less than a network needs; remove it to use the default");
		}
		if (maxClockOffset.compareTo(MAX_CLOCK_OFFSET) > 0) {
			throw new IllegalArgumentException("campanile.storage.max-clock-offset: " + maxClockOffset.toSeconds()
					+ " s would allow a request to be accepted twice; set 5m at most, or remove it to use that");
		}
		return maxClockOffset;
	}

	/** Whether the store is not shared with other nodes. */
	public boolean inThisProcess() {
		return type.equals(MEMORY);
	}

	/** Returns the type of the store for permanent data. */
	public String durableType() {
		String chosen = durable.type();
		return chosen != null && !chosen.isBlank() ? chosen : types(DURABLE_TYPE).contains(type) ? type : MEMORY;
	}

	/** Whether permanent data is stored elsewhere than sessions. */
	boolean hasSeparateDurableStore() {
		return !durableType().equals(type);
	}

	/** Describes both stores, for the log. */
	String describe() {
		return hasSeparateDurableStore() ? type + ", and " + durableType() + " for what is kept for good" : type;
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		requireKnown(TYPE, type, faults);
		String chosen = durable.type();
		if (chosen != null && chosen.isBlank()) {
			faults.add(DURABLE_TYPE + ": is empty; name a store, one of " + String.join(", ", types(DURABLE_TYPE))
					+ ", or remove it");
		}
		else if (chosen != null) {
			requireKnown(DURABLE_TYPE, chosen, faults);
			if (chosen.equals(MEMORY) && types(DURABLE_TYPE).contains(type) && !inThisProcess()) {
				faults.add(DURABLE_TYPE + ": memory would forget what " + TYPE + " " + type
						+ " keeps for good; remove it");
			}
		}
		if (durableType().equals(MEMORY) && context.isOn("campanile.factors.enabled")
				&& !context.isOn("campanile.storage.memory.durable.accept-loss")) {
			faults.add(DURABLE_TYPE + ": memory would lose at every restart what users enrolled to sign in with "
					+ "(campanile.factors.enabled); set " + DURABLE_TYPE
					+ ": jpa and campanile.storage.jpa.url, or for "
					+ "trials only campanile.storage.memory.durable.accept-loss: true");
		}
		faults.check(this::settings);
		faults.check(this::clockTolerance);
	}

	private static void requireKnown(String key, String type, Faults faults) {
		SortedSet<String> known = types(key);
		if (!known.contains(type)) {
			faults.add(key + ": there is no store \"" + type + "\"; use one of " + String.join(", ", known)
					+ ConfiguredNames.suggestion(type, known));
		}
	}

	/**
	 * Returns the stores on the class path that this key can choose. They are recognized
	 * by the condition of their auto-configuration, so that a new store needs no change
	 * here.
	 */
	static SortedSet<String> types(String key) {
		SimpleMetadataReaderFactory reader = new SimpleMetadataReaderFactory(StorageProperties.class.getClassLoader());
		SortedSet<String> types = new TreeSet<>();
		for (String candidate : ImportCandidates.load(AutoConfiguration.class,
				StorageProperties.class.getClassLoader())) {
			if (candidate.startsWith("org.campanile.storage.")) {
				types.addAll(types(key, reader, candidate));
			}
		}
		return types;
	}

	private static SortedSet<String> types(String key, SimpleMetadataReaderFactory reader, String autoConfiguration) {
		try {
			Map<String, @Nullable Object> condition = reader.getMetadataReader(autoConfiguration)
				.getAnnotationMetadata()
				.getAnnotationAttributes(ConditionalOnProperty.class.getName());
			SortedSet<String> types = new TreeSet<>();
			if (condition != null && condition.get("name") instanceof String[] names && List.of(names).contains(key)) {
				types.add(Objects.toString(condition.get("havingValue"), ""));
			}
			return types;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(autoConfiguration + ": cannot be read", ex);
		}
	}

}
