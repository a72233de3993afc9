package org.campanile.web.config;

import java.util.List;
import java.util.function.Function;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * A group of settings that is configured anew while the server runs, and what is made of
 * it. A bean of the feature that it belongs to.
 *
 * @param prefix where its keys begin
 * @param lists keys of lists that hardly anybody empties on purpose
 * @param group the record that holds the settings
 * @param atStart the settings at the start
 * @param type what is made of them
 * @param make makes it; an {@link IllegalArgumentException}, which names the key, if it
 * needs what a restart alone brings
 */
public record LiveSetting<P, T>(ConfigurationPropertyName prefix, List<ConfigurationPropertyName> lists, Class<P> group,
		P atStart, Class<T> type, Function<P, T> make) {

	public LiveSetting {
		lists = List.copyOf(lists);
	}

	/** Settings whose keys begin with that. */
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
