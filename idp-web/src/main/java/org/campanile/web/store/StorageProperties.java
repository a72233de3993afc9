package org.campanile.web.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
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
 * Where sessions and replay keys are stored. Each store has settings of its own below
 * {@code campanile.storage}.
 *
 * @param type the store: {@code memory} keeps all in this process
 * @param deadline how long one operation of a store may take, repeats included, before
 * its caller continues without it; 20ms to 1s
 * @param maxClockOffset how far this node's clock may be off the clock that the nodes
 * share, their database's, before the node says that it is not ready; 5m at most
 */
@ConfigurationProperties("campanile.storage")
public record StorageProperties(@DefaultValue("memory") String type, @DefaultValue("1s") Duration deadline,
		@DefaultValue("5m") Duration maxClockOffset) implements CheckedProperties {

	public static final String TYPE = "campanile.storage.type";

	/** As long as stores keep what has ended, for the sake of nodes that are behind. */
	private static final Duration MAX_CLOCK_OFFSET = Duration.ofMinutes(5);

	private static final Duration MIN_DEADLINE = Duration.ofMillis(20);

	/** A request in which several operations fail must still end within three. */
	private static final Duration MAX_DEADLINE = Duration.ofSeconds(1);

	/**
	 * What is asked of every store.
	 * @throws IllegalArgumentException naming the key and what is wrong with it
	 */
	public StoreSettings settings() {
		if (deadline.compareTo(MIN_DEADLINE) < 0 || deadline.compareTo(MAX_DEADLINE) > 0) {
			throw new IllegalArgumentException("campanile.storage.deadline: " + deadline.toMillis()
					+ " ms is no use; set 20ms to 1s, or remove it to have the default");
		}
		return new StoreSettings(deadline);
	}

	/**
	 * @throws IllegalArgumentException naming the key and what is wrong with it
	 */
	public Duration clockTolerance() {
		if (maxClockOffset.compareTo(MIN_DEADLINE) < 0) {
			throw new IllegalArgumentException("campanile.storage.max-clock-offset: " + maxClockOffset.toMillis()
					+ " ms is less than a network takes; remove it to have the default");
		}
		if (maxClockOffset.compareTo(MAX_CLOCK_OFFSET) > 0) {
			throw new IllegalArgumentException("campanile.storage.max-clock-offset: " + maxClockOffset.toSeconds()
					+ " s is so far off that a request might be accepted twice; set 5m at most, or remove it to have that");
		}
		return maxClockOffset;
	}

	/** Whether no other node sees what is stored. */
	public boolean inThisProcess() {
		return type.equals("memory");
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		SortedSet<String> known = types();
		if (!known.contains(type)) {
			faults.add(TYPE + ": there is no store \"" + type + "\"; use one of " + String.join(", ", known)
					+ ConfiguredNames.suggestion(type, known));
		}
		faults.check(this::settings);
		faults.check(this::clockTolerance);
	}

	/**
	 * The stores on the class path, each known by the condition of its auto-configuration
	 * alone, so that a new one is a module and no edit here.
	 */
	static SortedSet<String> types() {
		SimpleMetadataReaderFactory reader = new SimpleMetadataReaderFactory(StorageProperties.class.getClassLoader());
		SortedSet<String> types = new TreeSet<>();
		for (String candidate : ImportCandidates.load(AutoConfiguration.class,
				StorageProperties.class.getClassLoader())) {
			if (candidate.startsWith("org.campanile.storage.")) {
				types.addAll(types(reader, candidate));
			}
		}
		return types;
	}

	private static SortedSet<String> types(SimpleMetadataReaderFactory reader, String autoConfiguration) {
		try {
			Map<String, @Nullable Object> condition = reader.getMetadataReader(autoConfiguration)
				.getAnnotationMetadata()
				.getAnnotationAttributes(ConditionalOnProperty.class.getName());
			SortedSet<String> types = new TreeSet<>();
			if (condition != null) {
				types.add(Objects.toString(condition.get("havingValue"), ""));
			}
			return types;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(autoConfiguration + ": cannot be read", ex);
		}
	}

}
