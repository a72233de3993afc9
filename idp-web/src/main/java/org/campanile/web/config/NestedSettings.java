package org.campanile.web.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

import org.campanile.web.config.PropertyCatalogue.Group;

/**
 * Settings below names that an administrator chooses, in the records that are marked with
 * {@link NestedProperties}. What cannot be read is as if it were not set; the check of
 * the configuration reports it.
 */
public final class NestedSettings {

	private static final String ANY_NAME = "*";

	private final Binder binder;

	public NestedSettings(Environment environment) {
		this.binder = Binder.get(environment);
	}

	/** The names below a prefix, as they are written and in the order of the file. */
	public Set<String> names(String prefix) {
		return binder.bind(name(prefix), Bindable.mapOf(String.class, Object.class), new FaultCollector(new Faults()))
			.map(Map::keySet)
			.orElse(Set.of());
	}

	/** Returns a group, with defaults for settings that are absent. */
	public <T> T group(String prefix, Class<T> type) {
		return bind(prefix, type, new FaultCollector(new Faults()));
	}

	private <T> T bind(String prefix, Class<T> type, BindHandler handler) {
		return binder.bindOrCreate(name(prefix), Bindable.of(type), handler);
	}

	/**
	 * Returns the types of groups below any name, by the last part of their prefix.
	 * @param prefix of the names, such as {@code campanile.attributes.sources}
	 */
	public static <T> Map<String, Class<? extends T>> kinds(String prefix, Class<T> type) {
		Map<String, Class<? extends T>> kinds = new TreeMap<>();
		String below = prefix + '.' + ANY_NAME + '.';
		PropertyCatalogue.nestedGroups()
			.stream()
			.filter(group -> group.prefix().startsWith(below))
			.forEach(group -> kinds.put(group.prefix().substring(below.length()), group.type().asSubclass(type)));
		return kinds;
	}

	/** Returns the existing groups of a marked type, each with its own prefix. */
	List<Group> present(Group marked) {
		int at = marked.prefix().indexOf(ANY_NAME);
		String parent = marked.prefix().substring(0, at - 1);
		String rest = marked.prefix().substring(at + 1);
		return names(parent).stream()
			.filter(name -> rest.isEmpty() || names(parent + '.' + name).contains(rest.substring(1)))
			.map(name -> new Group(parent + '.' + name + rest, marked.type()))
			.toList();
	}

	/** Reads a group and notes the settings that cannot be read. */
	Optional<Object> read(Group group, Faults faults) {
		return Optional.ofNullable(bind(group.prefix(), group.type(), new FaultCollector(faults)));
	}

	/** Returns a name of any characters, which the group's own check may refuse. */
	private static ConfigurationPropertyName name(String prefix) {
		return ConfigurationPropertyName.adapt(prefix, '.');
	}

}
