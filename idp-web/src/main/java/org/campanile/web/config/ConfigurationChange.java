package org.campanile.web.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * A setting that two readings of the files differ in.
 *
 * @param before its value as written; null if it was not set
 * @param after its value as written; null if it is not set
 */
record ConfigurationChange(ConfigurationPropertyName key, @Nullable String before, @Nullable String after) {

	private static final int MAX_SHOWN = 200;

	/** What differs: first what is set now, in the order of the files. */
	static List<ConfigurationChange> between(Map<ConfigurationPropertyName, String> before,
			Map<ConfigurationPropertyName, String> after) {
		List<ConfigurationChange> changes = new ArrayList<>();
		after.forEach((key, value) -> {
			if (!value.equals(before.get(key))) {
				changes.add(new ConfigurationChange(key, before.get(key), value));
			}
		});
		before.forEach((key, value) -> {
			if (!after.containsKey(key)) {
				changes.add(new ConfigurationChange(key, value, null));
			}
		});
		return changes;
	}

	/** The key, of a list that of the whole. */
	String setting() {
		return settingName().toString();
	}

	/** As {@link #setting}. */
	ConfigurationPropertyName settingName() {
		return key.isLastElementIndexed() ? key.getParent() : key;
	}

	/** Both values, for settings that are taken over, none of which is a secret. */
	String values() {
		return shown(before) + " -> " + shown(after);
	}

	private String shown(@Nullable String value) {
		if (value == null) {
			return "not set";
		}
		// An off without quotes is a boolean in YAML.
		String meant = "false".equals(value) && LogLevels.PREFIX.isAncestorOf(key) ? "OFF" : value;
		String line = meant.strip().replaceAll("\\s*\\R\\s*", " ");
		return '"' + (line.length() > MAX_SHOWN ? line.substring(0, MAX_SHOWN) + "…" : line) + '"';
	}

}
