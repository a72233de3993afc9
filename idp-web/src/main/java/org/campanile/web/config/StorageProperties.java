package org.campanile.web.config;

import java.io.IOException;
import java.io.UncheckedIOException;
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

/**
 * Where sessions and one-time marks live. Each store has settings of its own below
 * {@code campanile.storage}.
 *
 * @param type the store: {@code memory} keeps all in this process
 */
@ConfigurationProperties("campanile.storage")
public record StorageProperties(@DefaultValue("memory") String type) implements CheckedProperties {

	static final String TYPE = "campanile.storage.type";

	@Override
	public void check(CheckContext context, Faults faults) {
		SortedSet<String> known = types();
		if (!known.contains(type)) {
			faults.add(TYPE + ": there is no store \"" + type + "\"; use one of " + String.join(", ", known)
					+ ConfiguredNames.suggestion(type, known));
		}
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
