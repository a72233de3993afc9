package org.campanile.web.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyNameException;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.Resource;

/** Finds where a setting is set: file and line, or the variable. */
final class PropertyOrigins {

	private final Iterable<ConfigurationPropertySource> sources;

	PropertyOrigins(ConfigurableEnvironment environment) {
		this(ConfigurationPropertySources.get(environment));
	}

	PropertyOrigins(Iterable<ConfigurationPropertySource> sources) {
		this.sources = sources;
	}

	/** Returns the place of a key; for a group, that of the first setting below it. */
	Optional<String> of(String key) {
		try {
			return of(ConfigurationPropertyName.adapt(key, '.'));
		}
		catch (InvalidConfigurationPropertyNameException ex) {
			// Not a key: the fault describes it itself.
			return Optional.empty();
		}
	}

	private Optional<String> of(ConfigurationPropertyName name) {
		for (ConfigurationPropertySource source : sources) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return describe(property.getOrigin());
			}
		}
		for (ConfigurationPropertySource source : sources) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				Optional<ConfigurationProperty> below = iterable.stream()
					.filter(name::isAncestorOf)
					.findFirst()
					.map(iterable::getConfigurationProperty);
				if (below.isPresent()) {
					return describe(below.get().getOrigin());
				}
			}
		}
		return Optional.empty();
	}

	/** The line of a file that sets exactly this key; empty if it is set elsewhere. */
	Optional<String> in(Path file, ConfigurationPropertyName key) {
		for (ConfigurationPropertySource source : sources) {
			ConfigurationProperty property = source.getConfigurationProperty(key);
			if (property != null) {
				return plain(property.getOrigin()) instanceof TextResourceOrigin text && isOf(file, text)
						? describe(text) : Optional.empty();
			}
		}
		return Optional.empty();
	}

	private static boolean isOf(Path file, TextResourceOrigin origin) {
		Resource resource = origin.getResource();
		try {
			return resource != null && resource.isFile() && Files.isSameFile(file, resource.getFile().toPath());
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** A fault with the origin inserted after its key. */
	String located(String line) {
		int end = line.indexOf(": ");
		if (end < 0) {
			return line;
		}
		String keys = line.substring(0, end);
		return of(keys.split(", ", 2)[0]).map(place -> keys + " (" + place + ")" + line.substring(end)).orElse(line);
	}

	static Optional<String> describe(@Nullable Origin origin) {
		Origin plain = plain(origin);
		if (plain instanceof TextResourceOrigin text && text.getResource() != null && text.getLocation() != null) {
			String file = Optional.ofNullable(text.getResource().getFilename())
				.map(name -> String.valueOf(Path.of(name).getFileName()))
				.orElse("configuration");
			return Optional.of(file + ":" + (text.getLocation().getLine() + 1));
		}
		return Optional.ofNullable(plain).map(Object::toString).filter(text -> !text.contains("commandLineArgs"));
	}

	private static @Nullable Origin plain(@Nullable Origin origin) {
		return origin instanceof PropertySourceOrigin wrapped && wrapped.getOrigin() != null ? wrapped.getOrigin()
				: origin;
	}

}
