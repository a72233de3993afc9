package org.campanile.web.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

import org.campanile.web.config.PropertyCatalogue.Group;
import org.campanile.web.config.PropertyCatalogue.Key;

/**
 * Reads records from a YAML file of their own, which holds one of them, a list, or
 * several documents of either, with the checks that {@code application.yaml} gets:
 * unknown keys with the known one they resemble, values of the wrong type. Values are
 * taken as they are; nothing is replaced in them. Thread-safe.
 *
 * @param <T> the record; its components are read as those of a group of settings
 */
public final class YamlRecords<T extends Record> {

	/** The key below which Spring puts a document that is no mapping. */
	private static final String DOCUMENT = "document";

	private static final Pattern MEMBER = Pattern.compile("document\\[([0-9]+)](?:\\.(.+))?");

	private final Class<T> type;

	private final Set<String> texts;

	private final KeyTree keys;

	/**
	 * @param texts keys of maps from languages to texts that may also have one text, for
	 * which the language is {@code und}
	 * @param remedy what to do about a key that resembles none
	 */
	public YamlRecords(Class<T> type, Set<String> texts, String remedy) {
		this.type = type;
		this.texts = Set.copyOf(texts);
		this.keys = KeyTree.of(PropertyCatalogue.keys(new Group("", type))
			.stream()
			.map(key -> new Key(key.name().substring(1), key.type(), key.defaultValue()))
			.toList(), remedy);
	}

	/**
	 * A record of the file.
	 *
	 * @param <T> its type
	 * @param value null if it could not be read at all
	 * @param place finds where a key stands, as {@code FILE:LINE}; a key that is not
	 * there stands where the record begins
	 * @param faults of its keys and values, each beginning with the key
	 */
	public record Item<T>(@Nullable T value, Place place, List<String> faults) {
	}

	/** Finds where a key stands. */
	@FunctionalInterface
	public interface Place {

		String of(String key);

	}

	/**
	 * The records of a file.
	 * @param file its name, for places
	 * @throws IllegalArgumentException if it is not valid YAML; the message begins with
	 * the place
	 */
	public List<Item<T>> read(String file, byte[] content) {
		List<Item<T>> items = new ArrayList<>();
		for (PropertySource<?> document : documents(file, content)) {
			if (document instanceof EnumerablePropertySource<?> source) {
				members(source).forEach(member -> items.add(item(file, member)));
			}
		}
		return List.copyOf(items);
	}

	private static List<PropertySource<?>> documents(String file, byte[] content) {
		try {
			return new YamlPropertySourceLoader().load(file, new ByteArrayResource(content, file) {

				@Override
				public String getFilename() {
					return file;
				}
			});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (RuntimeException ex) {
			throw new IllegalArgumentException(YamlFault.of(ex, file).orElse(file + ": is not valid YAML: " + ex), ex);
		}
	}

	/**
	 * The settings of each record. One source for all would be searched for each list.
	 */
	private List<Map<String, Object>> members(EnumerablePropertySource<?> source) {
		Map<Integer, Map<String, Object>> members = new LinkedHashMap<>();
		for (String name : source.getPropertyNames()) {
			Matcher member = MEMBER.matcher(name);
			boolean listed = member.matches();
			String key = listed ? Optional.ofNullable(member.group(2)).orElse(DOCUMENT) : name;
			Object value = source.getProperty(name) == null ? "" : raw(source, name);
			if (!name.equals(DOCUMENT) || !String.valueOf(source.getProperty(name)).isBlank()) {
				members.computeIfAbsent(listed ? Integer.parseInt(member.group(1)) : -1, index -> new LinkedHashMap<>())
					.put(texts.contains(key) && !String.valueOf(source.getProperty(name)).isBlank() ? key + ".und"
							: key, value);
			}
		}
		return List.copyOf(members.values());
	}

	/** The value with its place. */
	private static Object raw(EnumerablePropertySource<?> source, String name) {
		return source.getSource() instanceof Map<?, ?> map && map.get(name) instanceof Object value ? value : "";
	}

	private Item<T> item(String file, Map<String, Object> settings) {
		List<ConfigurationPropertySource> sources = new ArrayList<>();
		ConfigurationPropertySources.from(new OriginTrackedMapPropertySource(file, settings, true))
			.forEach(sources::add);
		Faults faults = new Faults();
		sources.forEach(source -> ((IterableConfigurationPropertySource) source).stream()
			.forEach(name -> unknown(source, name).ifPresent(faults::add)));
		T value = new Binder(sources).bindOrCreate(ConfigurationPropertyName.EMPTY, Bindable.of(type),
				new FaultCollector(faults));
		PropertyOrigins origins = new PropertyOrigins(sources);
		Place place = key -> origins.of(key).or(() -> origins.of("")).orElse(file);
		return new Item<>(value, place, faults.lines());
	}

	private Optional<String> unknown(ConfigurationPropertySource source, ConfigurationPropertyName name) {
		if (name.toString().equals(DOCUMENT)) {
			return Optional.of(name + ": is a text where keys are expected; write them as key: value");
		}
		// The members of a list of an unknown key are one fault.
		if (name.isLastElementIndexed()) {
			ConfigurationPropertyName list = name.getParent();
			Optional<String> unknown = keys.fault(list, true);
			if (unknown.isPresent()) {
				return unknown.map(reason -> list + ": " + reason);
			}
		}
		var property = source.getConfigurationProperty(name);
		return keys.fault(name, property == null || String.valueOf(property.getValue()).isBlank())
			.map(reason -> name + ": " + reason);
	}

}
