package org.campanile.web.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

/**
 * Reads a YAML file of the home folder beside {@code application.yaml}, with one group of
 * settings in it, and checks it as that file is: unknown keys, types, bounds.
 */
public final class HomeYaml {

	private static final String NAME = "file";

	private static final Validator VALIDATOR = Validation.buildDefaultValidatorFactory().getValidator();

	private final Faults faults = new Faults();

	private final String file;

	private final String prefix;

	private HomeYaml(String file, String prefix) {
		this.file = file;
		this.prefix = prefix;
	}

	/**
	 * What was read.
	 *
	 * @param value the settings; empty if there are faults
	 * @param faults one line each, with file, line and key
	 */
	public record Read<T>(Optional<T> value, List<String> faults) {
	}

	/** Checks what types and constraints cannot express, with the key of each fault. */
	@FunctionalInterface
	public interface Rules<T, R> {

		/**
		 * @param key the prefix of the group's keys
		 * @throws IllegalArgumentException for a single fault
		 */
		R apply(T settings, String key, Faults faults);

	}

	/**
	 * Reads a file.
	 * @param path its name as in the home folder, for messages
	 * @param type the record, which is marked with {@link NestedProperties}
	 * @param rules make the result
	 */
	public static <T, R> Read<R> read(String path, byte[] content, Class<T> type, Rules<T, R> rules) {
		String marked = String.valueOf(type.getAnnotation(NestedProperties.class).value());
		return new HomeYaml(path, marked.replace("*", NAME)).read(content, type, rules);
	}

	private <T, R> Read<R> read(byte[] content, Class<T> type, Rules<T, R> rules) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().stream().map(PropertySource::getName).toList().forEach(
				environment.getPropertySources()::remove);
		try {
			List<PropertySource<?>> documents = new YamlPropertySourceLoader().load(file, new Content(content, file));
			if (documents.size() > 1) {
				faults.add(prefix + ": the file has " + documents.size() + " documents; give each a file of its own");
			}
			documents.stream()
				.limit(1)
				.map(document -> prefixed((EnumerablePropertySource<?>) document))
				.forEach(environment.getPropertySources()::addLast);
		}
		catch (IOException | RuntimeException ex) {
			return new Read<>(Optional.empty(),
					List.of(YamlFault.of(ex, file).orElseGet(() -> file + ": cannot be read: " + ex.getMessage())));
		}
		ConfigurationPropertySources.attach(environment);
		KeyTree keys = KeyTree.of(PropertyCatalogue.keys(new PropertyCatalogue.Group(prefix, type)),
				"docs/configuration.md lists all");
		environment.getPropertySources().forEach(source -> {
			if (source instanceof OriginTrackedMapPropertySource map) {
				map.getSource().forEach((name, value) -> unknown(keys, name, value));
			}
		});
		@Nullable
		T settings = type.cast(new NestedSettings(environment)
			.read(new PropertyCatalogue.Group(prefix, type), faults)
			.orElse(null));
		R result = null;
		if (settings != null) {
			VALIDATOR.validate(settings)
				.forEach(violation -> faults.add(prefix + '.' + PropertyCatalogue.kebab(violation.getPropertyPath()
					.toString()) + ": " + violation.getMessage()));
			if (faults.isEmpty()) {
				result = faults.value(() -> rules.apply(settings, prefix, faults)).orElse(null);
			}
		}
		PropertyOrigins origins = new PropertyOrigins(environment);
		return new Read<>(faults.isEmpty() ? Optional.ofNullable(result) : Optional.empty(),
				faults.lines().stream().map(origins::located).map(this::ofFile).distinct().toList());
	}

	private OriginTrackedMapPropertySource prefixed(EnumerablePropertySource<?> document) {
		Map<String, Object> settings = new LinkedHashMap<>();
		Object source = document.getSource();
		if (source instanceof Map<?, ?> map) {
			map.forEach((name, value) -> settings.put(prefix + (name.toString().startsWith("[") ? "" : ".") + name,
					value));
		}
		return new OriginTrackedMapPropertySource(file, settings, true);
	}

	private void unknown(KeyTree keys, String name, Object value) {
		// As Spring calls what is no group.
		if (name.startsWith(prefix + ".document")) {
			faults.add(prefix + ": holds no settings in the form \"key: value\"; a list is split into a file for each");
			return;
		}
		ConfigurationPropertyName key = ConfigurationPropertyName.adapt(name, '.');
		keys.fault(key, String.valueOf(value).isBlank()).ifPresent(reason -> faults.add(key + ": " + reason));
	}

	/** A fault as of this file: {@code services/moodle.yaml:3: url: …}. */
	private String ofFile(String line) {
		Matcher located = Pattern
			.compile(Pattern.quote(prefix) + "\\.?(\\S*?)(?: \\([^():]*(:[0-9]+)\\))?: (.*)", Pattern.DOTALL)
			.matcher(line);
		if (!located.matches()) {
			return file + ": " + line;
		}
		String key = located.group(1);
		return file + (located.group(2) == null ? "" : located.group(2)) + ": " + (key.isEmpty() ? "" : key + ": ")
				+ located.group(3).replace(prefix + '.', "");
	}

	/** The content of a file, with its name for the origins of settings. */
	private static final class Content extends ByteArrayResource {

		private final String name;

		Content(byte[] content, String name) {
			super(content, name);
			this.name = name;
		}

		@Override
		public String getFilename() {
			return String.valueOf(Path.of(name).getFileName());
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return super.equals(other);
		}

		@Override
		public int hashCode() {
			return super.hashCode();
		}

	}

}
