package org.campanile.web.config;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.scheduling.annotation.Scheduled;

import org.campanile.HomeFolder;

/**
 * Watches the home folder's {@code application.yaml}. A new version that is unchanged
 * between two polls is checked as at startup. Settings that can change at runtime are
 * then applied; other changes are logged as waiting for a restart. A version with a fault
 * changes nothing. Thread-safe.
 */
class ConfigurationWatch {

	static final String FILE = "application.yaml";

	private static final Logger logger = LoggerFactory.getLogger("campanile.configuration");

	/** The maximum number of log lines about one version. */
	private static final int MAX_LINES = 50;

	private final HomeFolder home;

	private final InstantSource clock;

	private final Path file;

	private final ConfigurableEnvironment running;

	private final LiveConfiguration live;

	private final LogLevels levels;

	private final Map<ConfigurationPropertyName, String> atStart;

	private final ReentrantLock looking = new ReentrantLock();

	private ConfigurableEnvironment accepted;

	private Map<ConfigurationPropertyName, String> inForce;

	/** The content at the last poll; empty if there is no file. */
	private Optional<ByteBuffer> seen;

	/** The content that was applied or refused last; null before the first poll. */
	private @Nullable Optional<ByteBuffer> settled;

	private volatile State state = new State(List.of(), List.of());

	/**
	 * The differences between the file and the settings in force.
	 *
	 * @param refused the places of the faults for which it is refused
	 * @param restart the keys that wait for a restart
	 */
	record State(List<String> refused, List<String> restart) {
	}

	ConfigurationWatch(HomeFolder home, ConfigurableEnvironment running, LiveConfiguration live, LogLevels levels,
			InstantSource clock) {
		this.home = home;
		this.clock = clock;
		this.file = home.path().resolve(FILE);
		this.running = running;
		this.live = live;
		this.levels = levels;
		this.accepted = running;
		this.atStart = FreshEnvironment.written(running);
		this.inForce = atStart;
		this.seen = read();
	}

	State state() {
		return state;
	}

	@Scheduled(fixedRate = 1, timeUnit = TimeUnit.SECONDS)
	void look() {
		looking.lock();
		try {
			Optional<ByteBuffer> now = read();
			boolean stable = now.equals(seen);
			seen = now;
			if (stable && !now.equals(settled)) {
				examine(now);
			}
		}
		finally {
			looking.unlock();
		}
	}

	private boolean isLive(ConfigurationChange change) {
		return live.isLive(change.key());
	}

	private void examine(Optional<ByteBuffer> content) {
		if (content.isEmpty() && settled != null) {
			settled = content;
			refuseMissing();
			return;
		}
		try {
			ConfigurableEnvironment fresh = FreshEnvironment.of(running);
			if (read().equals(content)) {
				settled = content;
				compare(fresh, content);
			}
		}
		catch (RuntimeException ex) {
			if (read().equals(content)) {
				settled = content;
				refuse(List.of(YamlFault.of(ex).orElseGet(() -> FILE + ": " + ex.getMessage())));
			}
		}
	}

	private void compare(ConfigurableEnvironment fresh, Optional<ByteBuffer> content) {
		Map<ConfigurationPropertyName, String> written = FreshEnvironment.written(fresh);
		List<ConfigurationChange> changes = ConfigurationChange.between(inForce, written);
		if (changes.isEmpty()) {
			if (!state.refused().isEmpty()) {
				logger.info("{} is again the version in force", FILE);
				state = new State(List.of(), state.restart());
			}
			return;
		}
		if (content.isEmpty()) {
			refuseMissing();
			return;
		}
		if (saysNothing(content.get())) {
			refuse(List
				.of(FILE + ": is empty; put back what it said, and write new versions beside it and rename them"));
			return;
		}
		List<String> faults = new ArrayList<>(LogSettings.check(fresh));
		ConfigurationReport report = ConfigurationCheck.whileRunning(fresh);
		faults.addAll(report.faults());
		if (!faults.isEmpty()) {
			refuse(faults.stream().distinct().toList());
			return;
		}
		PropertyOrigins origins = new PropertyOrigins(fresh);
		LiveConfiguration.Version version;
		try {
			version = live.version(report);
		}
		catch (IllegalArgumentException ex) {
			refuse(List.of(origins.located(String.valueOf(ex.getMessage()))
					+ "; if it needs another change of the file, restart"));
			return;
		}
		HomeReport besides = besides(report, changes);
		if (!besides.faults().isEmpty()) {
			refuse(besides.faults().stream().map(report::located).distinct().toList());
			return;
		}
		if (changes.stream().anyMatch(this::isLive)) {
			live.takeOver(version);
			levels.change(LogLevels.of(accepted), LogLevels.of(fresh));
		}
		reportGone(inForce.keySet(), written.keySet());
		accepted = fresh;
		inForce = written;
		state = new State(List.of(),
				ConfigurationChange.between(atStart, written)
					.stream()
					.filter(change -> !isLive(change))
					.map(ConfigurationChange::setting)
					.distinct()
					.toList());
		report(changes, origins);
		besides.warnings().stream().limit(MAX_LINES).map(report::located).forEach(logger::warn);
	}

	/**
	 * Faults and warnings of the other files in the home folder that only the new version
	 * causes: existing ones do not prevent other changes.
	 */
	private HomeReport besides(ConfigurationReport report, List<ConfigurationChange> changes) {
		List<ConfigurationPropertyName> changed = changes.stream().map(ConfigurationChange::settingName).toList();
		HomeReport found = new HomeCheck(report, home, clock).runLive(changed);
		if (found.faults().isEmpty() && found.warnings().isEmpty()) {
			return found;
		}
		ConfigurationReport before = ConfigurationCheck.whileRunning(accepted);
		if (!before.faults().isEmpty()) {
			return found;
		}
		HomeReport known = new HomeCheck(before, home, clock).runLive(changed);
		return new HomeReport(found.faults().stream().filter(line -> !known.faults().contains(line)).toList(),
				found.warnings().stream().filter(line -> !known.warnings().contains(line)).toList(), List.of());
	}

	/** A truncated file may still be valid YAML. */
	private void reportGone(Set<ConfigurationPropertyName> before, Set<ConfigurationPropertyName> after) {
		live.lists()
			.stream()
			.filter(list -> before.stream().anyMatch(list::isAncestorOf))
			.filter(list -> after.stream().noneMatch(list::isAncestorOf))
			.forEach(list -> logger.warn("{}: now empty; if that was not intended, restore it", list));
	}

	private static boolean saysNothing(ByteBuffer content) {
		return StandardCharsets.UTF_8.decode(content.duplicate())
			.toString()
			.lines()
			.map(String::strip)
			.allMatch(line -> line.isEmpty() || line.startsWith("#") || line.equals("---") || line.equals("..."));
	}

	private void report(List<ConfigurationChange> changes, PropertyOrigins origins) {
		List<ConfigurationChange> taken = changes.stream().filter(this::isLive).toList();
		taken.stream()
			.limit(MAX_LINES)
			.forEach(change -> logger.info("{}{}: {}", change.key(), place(change, origins), change.values()));
		if (taken.size() > MAX_LINES) {
			logger.info("and {} more", taken.size() - MAX_LINES);
		}
		Set<String> named = new HashSet<>();
		changes.stream()
			.filter(change -> !isLive(change) && named.add(change.setting()))
			.forEach(change -> reportRestart(change.setting(), change.setting() + place(change, origins)));
	}

	private String place(ConfigurationChange change, PropertyOrigins origins) {
		return change.after() == null ? "" : origins.in(file, change.key()).map(place -> " (" + place + ")").orElse("");
	}

	private void reportRestart(String setting, String located) {
		if (state.restart().contains(setting)) {
			logger.warn("{}: changed, takes effect at a restart", located);
		}
		else {
			logger.info("{}: as at the start again, needs no restart", located);
		}
	}

	private void refuseMissing() {
		refuse(List.of(file + ": is missing, or cannot be read; put it back"));
	}

	private void refuse(List<String> faults) {
		state = new State(faults.stream().map(this::place).toList(), state.restart());
		logger.error("{} is refused as a whole, and what was in force stays in force: {}", FILE,
				faults.size() == 1 ? "1 fault" : faults.size() + " faults");
		faults.forEach(logger::error);
	}

	/**
	 * Returns the key, file and line only: the value may be a mistyped secret. The path
	 * of the home folder is disclosed only in the log.
	 */
	private String place(String fault) {
		int end = fault.indexOf(": ");
		return (end < 0 ? fault : fault.substring(0, end)).replace(home.path() + File.separator, "");
	}

	private Optional<ByteBuffer> read() {
		try {
			return Optional.of(ByteBuffer.wrap(Files.readAllBytes(file)));
		}
		catch (IOException ex) {
			if (!(ex instanceof NoSuchFileException)) {
				logger.debug("{} cannot be read", file, ex);
			}
			return Optional.empty();
		}
	}

	/**
	 * A setting that differs between two versions of the files.
	 *
	 * @param before its value as written; null if it was not set
	 * @param after its value as written; null if it is not set
	 */
	record ConfigurationChange(ConfigurationPropertyName key, @Nullable String before, @Nullable String after) {

		private static final int MAX_SHOWN = 200;

		/**
		 * The differences: first the settings of the new version, in the order of the
		 * files.
		 */
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

		/** The key; for a member of a list, the key of the list. */
		String setting() {
			return settingName().toString();
		}

		/** Returns the name like {@link #setting}. */
		ConfigurationPropertyName settingName() {
			return key.isLastElementIndexed() ? key.getParent() : key;
		}

		/**
		 * Returns both values; only for settings that can change at runtime, none of
		 * which is secret.
		 */
		String values() {
			return shown(before) + " -> " + shown(after);
		}

		private String shown(@Nullable String value) {
			if (value == null) {
				return "not set";
			}
			// An unquoted "off" is a boolean in YAML.
			String meant = "false".equals(value) && LogLevels.PREFIX.isAncestorOf(key) ? "OFF" : value;
			String line = meant.strip().replaceAll("\\s*\\R\\s*", " ");
			return '"' + (line.length() > MAX_SHOWN ? line.substring(0, MAX_SHOWN) + "…" : line) + '"';
		}

	}

}
