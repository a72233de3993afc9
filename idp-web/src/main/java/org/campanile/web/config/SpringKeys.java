package org.campanile.web.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.campanile.web.config.PropertyCatalogue.Key;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * The keys of Spring Boot that an administrator may set, known from the metadata that its
 * jars bring for editors.
 */
final class SpringKeys {

	/** The first segments of Spring Boot's keys; all others are treated as misspelt. */
	static final Set<String> ROOTS = Set.of("server", "management", "logging", "spring");

	private static final Set<Class<?>> SIMPLE = Set.of(Duration.class, DataSize.class, Boolean.class, Integer.class,
			Long.class, InetAddress.class);

	/** Matches the keys of files for TLS. */
	private static final Pattern TLS = Pattern
		.compile("(management\\.)?server\\.ssl\\.((trust-)?certificate(-private-key)?|(key|trust)-store)"
				+ "|spring\\.ssl\\.bundle\\.(pem|jks)\\..+\\.(key|trust)store\\.(certificate|private-key|location)");

	private static final String METADATA = "classpath*:META-INF/spring-configuration-metadata.json";

	private SpringKeys() {
	}

	/** The keys, read when a file names a key of Spring Boot for the first time. */
	private static final class Found {

		private static final Map<String, String> RENAMED = new HashMap<>();

		private static final Map<String, String> TYPES = new HashMap<>();

		private static final KeyTree TREE = KeyTree.of(read(RENAMED, TYPES),
				"Spring Boot has no such key here; remove it");

	}

	/**
	 * The fault of a key, with the remedy.
	 * @param empty whether it has no value
	 */
	static Optional<String> fault(ConfigurationPropertyName name, boolean empty) {
		Optional<String> fault = Found.TREE.fault(name, empty);
		String renamed = Found.RENAMED.get(name.toString());
		return fault.isPresent() && renamed != null
				? Optional.of("Spring Boot no longer has this key; use " + renamed + " instead") : fault;
	}

	/**
	 * Reports a value of the wrong type, and a file for TLS that cannot be read.
	 * @param starting whether names of hosts are resolved and files for TLS looked for
	 */
	static void checkValue(ConfigurationPropertyName name, Binder binder, boolean starting, Faults faults) {
		String value = binder.bind(name, Bindable.of(String.class), new FaultCollector(new Faults())).orElse("");
		// Ports and unset variables have checks of their own.
		if (value.contains("${") || name.getLastElement(Form.DASHED).equals("port")) {
			return;
		}
		valueType(name).filter(type -> starting || type != InetAddress.class)
			.ifPresent(type -> binder.bind(name, Bindable.of(type), new FaultCollector(faults)));
		if (starting && TLS.matcher(name.toString()).matches() && value.matches("(file:)?/.*") && !isReadable(value)
				&& isEnabled(name.getParent(), binder)) {
			faults.add(name + ": \"" + value + "\" is not a file that user " + System.getProperty("user.name")
					+ " can read; correct the path, or give that user access");
		}
	}

	private static boolean isEnabled(ConfigurationPropertyName group, Binder binder) {
		return binder.bind(group.append("enabled"), Bindable.of(Boolean.class), new FaultCollector(new Faults()))
			.orElse(true);
	}

	private static boolean isReadable(String location) {
		Resource file = location.startsWith("/") ? new FileSystemResource(location)
				: new DefaultResourceLoader().getResource(location);
		return file.isReadable();
	}

	/** The type of a key's value; empty if anything is allowed. */
	private static Optional<Class<?>> valueType(ConfigurationPropertyName name) {
		if (Found.TREE.fault(name, false).isPresent()) {
			return Optional.empty();
		}
		try {
			Class<?> type = ClassUtils.forName(Found.TYPES.getOrDefault(name.toString(), Object.class.getName()),
					SpringKeys.class.getClassLoader());
			return type.isEnum() || SIMPLE.contains(type) ? Optional.of(type) : Optional.empty();
		}
		catch (ClassNotFoundException | LinkageError ex) {
			// Belongs to a part of Spring Boot that is not on the class path; its keys
			// have no effect.
			return Optional.empty();
		}
	}

	private static List<Key> read(Map<String, String> renamed, Map<String, String> types) {
		List<Key> keys = new ArrayList<>();
		try {
			for (Resource file : new PathMatchingResourcePatternResolver().getResources(METADATA)) {
				Map<String, Object> metadata = JsonParserFactory.getJsonParser()
					.parseMap(file.getContentAsString(StandardCharsets.UTF_8));
				for (Object property : (List<?>) metadata.getOrDefault("properties", List.of())) {
					collect((Map<?, ?>) property, keys, renamed, types);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(METADATA + " of Spring Boot cannot be read", ex);
		}
		return keys;
	}

	private static void collect(Map<?, ?> property, List<Key> keys, Map<String, String> renamed,
			Map<String, String> types) {
		String name = String.valueOf(property.get("name"));
		if (!ROOTS.contains(name.split("\\.", 2)[0])) {
			return;
		}
		if (property.get("deprecation") instanceof Map<?, ?> deprecation && "error".equals(deprecation.get("level"))) {
			if (deprecation.get("replacement") instanceof String replacement) {
				renamed.put(name, replacement);
			}
			return;
		}
		types.put(name, String.valueOf(property.get("type")));
		keys.add(new Key(name, type(String.valueOf(property.get("type"))), ""));
	}

	/**
	 * Returns the type in the terms of {@link PropertyCatalogue}, as far as they
	 * determine which keys may be below it.
	 */
	private static String type(String type) {
		if (type.startsWith("java.util.Map<") || type.equals("java.util.Properties")) {
			return KeyTree.MAP;
		}
		boolean list = type.startsWith("java.util.List<") || type.startsWith("java.util.Set<") || type.endsWith("[]");
		return !list ? "text" : type.contains("<org.springframework.boot.") ? KeyTree.GROUPS : "list of text";
	}

}
