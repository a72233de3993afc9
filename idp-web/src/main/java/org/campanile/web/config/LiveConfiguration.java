package org.campanile.web.config;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.stereotype.Component;

/**
 * The objects built from settings that can change while the server runs. Objects that
 * belong together must be taken from one {@link #current() version}. Thread-safe.
 */
@Component
public final class LiveConfiguration {

	private final List<LiveSetting<?, ?>> settings;

	private volatile Version current;

	/** A version of these objects. Immutable. */
	public static final class Version {

		private final Map<Class<?>, Object> parts;

		private Version(Map<Class<?>, Object> parts) {
			this.parts = Map.copyOf(parts);
		}

		/**
		 * The object of a type.
		 * @throws IllegalStateException if no live setting builds that type
		 */
		public <T> T get(Class<T> type) {
			Object part = parts.get(type);
			if (part == null) {
				throw new IllegalStateException("no live setting builds a " + type.getName());
			}
			return type.cast(part);
		}

	}

	public LiveConfiguration(List<LiveSetting<?, ?>> settings) {
		this.settings = List.copyOf(settings);
		this.current = version(LiveSetting::makeAtStart);
	}

	/**
	 * Whether a change of that setting is applied at runtime; also true of log levels.
	 */
	boolean isLive(ConfigurationPropertyName key) {
		return LogLevels.PREFIX.equals(key) || LogLevels.PREFIX.isAncestorOf(key)
				|| settings.stream().anyMatch(setting -> setting.has(key));
	}

	/** Returns the keys of lists that are unlikely to be emptied on purpose. */
	List<ConfigurationPropertyName> lists() {
		return settings.stream().flatMap(setting -> setting.lists().stream()).toList();
	}

	public Version current() {
		return current;
	}

	/**
	 * Builds a version without applying it.
	 * @throws IllegalArgumentException if it needs a restart; the message names the key
	 */
	Version version(ConfigurationReport configuration) {
		return version(setting -> setting.make(configuration));
	}

	private Version version(Function<LiveSetting<?, ?>, Object> make) {
		return new Version(settings.stream().collect(Collectors.toMap(LiveSetting::type, make)));
	}

	/** Makes it the current version, for all further requests. */
	void takeOver(Version version) {
		current = version;
	}

}
