package org.campanile.web.config;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.PlaceholderResolutionException;

/**
 * Reports settings that refer to unset variables or missing credentials. Spring leaves an
 * unresolved placeholder unchanged, so that a password would become "${NAME}".
 */
final class UnsetVariables {

	private static final ConfigurationPropertyName OURS = ConfigurationPropertyName.of("campanile");

	/** The log's own settings, with placeholders that are not Spring's. */
	private static final List<ConfigurationPropertyName> OF_LOG = List
		.of(ConfigurationPropertyName.of("logging.pattern"), ConfigurationPropertyName.of("logging.logback"));

	private static final Pattern CREDENTIAL = Pattern
		.compile(Pattern.quote("${" + CredentialFiles.PREFIX) + "([^:}]+)");

	private final ConfigurableEnvironment environment;

	private final Optional<CredentialFiles> credentials;

	private final Faults faults;

	UnsetVariables(ConfigurableEnvironment environment, Faults faults) {
		this.environment = environment;
		this.credentials = CredentialFiles.of(environment);
		this.faults = faults;
	}

	void check() {
		ConfigurationPropertySources.get(environment).forEach(source -> {
			if (source instanceof IterableConfigurationPropertySource iterable
					&& !ConfigurationCheck.isShared(source.getUnderlyingSource())
					&& !(source.getUnderlyingSource() instanceof CredentialFiles)) {
				iterable.stream().filter(name -> !name.isEmpty()).forEach(name -> check(iterable, name));
			}
		});
	}

	private void check(ConfigurationPropertySource source, ConfigurationPropertyName name) {
		ConfigurationProperty property = source.getConfigurationProperty(name);
		if (property == null || !(property.getValue() instanceof CharSequence value)
				|| !OURS.isAncestorOf(name) && isOverridden(property)) {
			return;
		}
		Optional<String> unusable = CREDENTIAL.matcher(value)
			.results()
			.flatMap(named -> credentials.flatMap(files -> files.unusable(named.group(1))).stream())
			.findFirst();
		if (unusable.isPresent()) {
			faults.add(name + ": " + unusable.get());
			return;
		}
		try {
			environment.resolveRequiredPlaceholders(value.toString());
		}
		catch (PlaceholderResolutionException ex) {
			unset(name, ex.getPlaceholder());
		}
	}

	private boolean isOverridden(ConfigurationProperty property) {
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			ConfigurationProperty first = source.getConfigurationProperty(property.getName());
			if (first != null) {
				return !first.equals(property);
			}
		}
		return false;
	}

	private void unset(ConfigurationPropertyName name, String placeholder) {
		if (placeholder.startsWith(CredentialFiles.PREFIX)) {
			String file = placeholder.substring(CredentialFiles.PREFIX.length());
			faults.add(name + ": "
					+ credentials.map(files -> files.missing(file)).orElse("the credential " + file + " is missing"));
		}
		else if (OF_LOG.stream().noneMatch(own -> own.isAncestorOf(name))) {
			faults.add(name + ": the environment variable " + placeholder
					+ " is not set; set it, or give a default as in " + "${" + placeholder + ":default}");
		}
	}

}
