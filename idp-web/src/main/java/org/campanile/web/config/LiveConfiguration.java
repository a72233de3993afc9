package org.campanile.web.config;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.stereotype.Component;

/**
 * What is configured anew while the server runs, as it is now. Two parts of it that
 * belong together are taken from one {@link #current() version}. Thread-safe.
 */
@Component
public final class LiveConfiguration {

	private final List<LiveSetting<?, ?>> settings;

	private volatile Version current;

	/** One version of it. Immutable. */
	public static final class Version {

		private final Map<Class<?>, Object> parts;

		private Version(Map<Class<?>, Object> parts) {
			this.parts = Map.copyOf(parts);
		}

		/**
		 * A part of it.
		 * @throws IllegalStateException if nothing of that type is configured anew
		 */
		public <T> T get(Class<T> type) {
			Object part = parts.get(type);
			if (part == null) {
				throw new IllegalStateException("no setting that is taken over makes a " + type.getName());
			}
			return type.cast(part);
		}

	}

	public LiveConfiguration(List<LiveSetting<?, ?>> settings) {
		this.settings = List.copyOf(settings);
		this.current = version(LiveSetting::makeAtStart);
	}

	/** Whether a change of that setting, or of a log's level, is taken over. */
	boolean isLive(ConfigurationPropertyName key) {
		return LogLevels.PREFIX.equals(key) || LogLevels.PREFIX.isAncestorOf(key)
				|| settings.stream().anyMatch(setting -> setting.has(key));
	}

	/** Keys of lists that hardly anybody empties on purpose. */
	List<ConfigurationPropertyName> lists() {
		return settings.stream().flatMap(setting -> setting.lists().stream()).toList();
	}

	public Version current() {
		return current;
	}

	/**
	 * Makes a version, without taking it over.
	 * @throws IllegalArgumentException naming the key, if it needs what a restart alone
	 * brings
	 */
	Version version(ConfigurationReport configuration) {
		return version(setting -> setting.make(configuration));
	}

	private Version version(Function<LiveSetting<?, ?>, Object> make) {
		return new Version(settings.stream().collect(Collectors.toMap(LiveSetting::type, make)));
	}

	/** Makes it the version of the moment, for every request from now on. */
	void takeOver(Version version) {
		current = version;
	}

}
