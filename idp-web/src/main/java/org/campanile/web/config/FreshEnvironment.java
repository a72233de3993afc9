package org.campanile.web.config;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Reads the configuration as if the server started now. */
final class FreshEnvironment {

	private FreshEnvironment() {
	}

	/**
	 * Reads the files again from the locations of the start; arguments and variables
	 * remain those of the start.
	 * @throws RuntimeException if a file cannot be read
	 */
	static ConfigurableEnvironment of(ConfigurableEnvironment running) {
		StandardEnvironment fresh = new StandardEnvironment();
		fresh.setIgnoreUnresolvableNestedPlaceholders(true);
		MutablePropertySources sources = fresh.getPropertySources();
		sources.stream().map(PropertySource::getName).toList().forEach(sources::remove);
		for (PropertySource<?> source : running.getPropertySources()) {
			if (!(source instanceof OriginTrackedMapPropertySource) && !isBelowFiles(source)
					&& !ConfigurationPropertySources.isAttachedConfigurationPropertySource(source)) {
				sources.addLast(source);
			}
		}
		ConfigDataEnvironmentPostProcessor.applyTo(fresh);
		running.getPropertySources().stream().filter(FreshEnvironment::isBelowFiles).forEach(sources::addLast);
		CredentialFiles.addTo(fresh);
		ConfigurationPropertySources.attach(fresh);
		return fresh;
	}

	private static boolean isBelowFiles(PropertySource<?> source) {
		return source.getName().equals(HomeEnvironment.DERIVED);
	}

	/**
	 * The settings that are set in files, with their effective values. Placeholders are
	 * not resolved, as they may stand for secrets.
	 */
	static Map<ConfigurationPropertyName, String> written(ConfigurableEnvironment environment) {
		Map<ConfigurationPropertyName, String> written = new LinkedHashMap<>();
		var sources = ConfigurationPropertySources.get(environment);
		sources.forEach(source -> {
			if (source instanceof IterableConfigurationPropertySource iterable
					&& source.getUnderlyingSource() instanceof OriginTrackedMapPropertySource) {
				iterable.stream().forEach(name -> {
					for (var above : sources) {
						ConfigurationProperty property = above.getConfigurationProperty(name);
						if (property != null) {
							written.putIfAbsent(name, String.valueOf(property.getValue()));
							break;
						}
					}
				});
			}
		});
		return written;
	}

}
