package org.campanile.web.config;

import java.util.List;
import java.util.function.Function;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * A group of settings that can change while the server runs, and the object that is built
 * from it. Each is a bean of the feature that it belongs to.
 *
 * @param prefix the prefix of its keys
 * @param lists keys of lists that are unlikely to be emptied on purpose
 * @param group the record that holds the settings
 * @param atStart the settings at the start
 * @param type the type of the object
 * @param make builds the object; throws an {@link IllegalArgumentException} that names
 * the key if the change needs a restart
 */
public record LiveSetting<P, T>(ConfigurationPropertyName prefix, List<ConfigurationPropertyName> lists, Class<P> group,
		P atStart, Class<T> type, Function<P, T> make) {

	public LiveSetting {
		lists = List.copyOf(lists);
	}

	/** The group of settings with that prefix. */
	public static <P, T> LiveSetting<P, T> of(String prefix, List<String> lists, P atStart, Class<P> group,
			Class<T> type, Function<P, T> make) {
		return new LiveSetting<>(ConfigurationPropertyName.of(prefix),
				lists.stream().map(ConfigurationPropertyName::of).toList(), group, atStart, type, make);
	}

	T makeAtStart() {
		return make.apply(atStart);
	}

	T make(ConfigurationReport configuration) {
		return make.apply(configuration.group(group));
	}

	boolean has(ConfigurationPropertyName key) {
		return prefix.equals(key) || prefix.isAncestorOf(key);
	}

}
