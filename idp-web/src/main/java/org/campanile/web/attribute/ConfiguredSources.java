package org.campanile.web.attribute;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.AttributeSources;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.GuardedSource;
import org.campanile.attribute.SourceRule;
import org.campanile.attribute.SourceSettings.OnFailure;
import org.campanile.web.attribute.source.SourceKind;
import org.campanile.web.config.Faults;
import org.campanile.web.config.NestedSettings;

/**
 * The configured sources of attributes besides the directory: each has a name chosen by
 * the administrator, and one kind. Immutable.
 */
public final class ConfiguredSources {

	/** The prefix of all keys of sources. */
	public static final String SOURCES = "campanile.attributes.sources.";

	private final Map<String, Source> sources = new LinkedHashMap<>();

	private final Set<String> kinds;

	private ConfiguredSources(Set<String> kinds) {
		this.kinds = kinds;
	}

	/** Returns the sources of a configuration. */
	public static ConfiguredSources of(NestedSettings settings) {
		String prefix = SOURCES.substring(0, SOURCES.length() - 1);
		Map<String, Class<? extends SourceKind>> types = NestedSettings.kinds(prefix, SourceKind.class);
		ConfiguredSources configured = new ConfiguredSources(types.keySet());
		for (String id : settings.names(prefix)) {
			Map<String, SourceKind> given = new TreeMap<>();
			for (String kind : settings.names(SOURCES + id)) {
				Class<? extends SourceKind> type = types.get(kind);
				if (type != null) {
					given.put(kind, settings.group(SOURCES + id + '.' + kind, type));
				}
			}
			configured.sources.put(id,
					new Source(SOURCES + id + '.', settings.group(SOURCES + id, SourceProperties.class), given));
		}
		return configured;
	}

	/** The names, in order. */
	Set<String> ids() {
		return sources.keySet();
	}

	/** Returns the attributes that a source has; empty if there is no such source. */
	Set<String> provides(String id) {
		Source source = sources.get(id);
		return source == null ? Set.of()
				: source.kinds().values().stream().findFirst().map(SourceKind::provides).orElse(Set.of());
	}

	/**
	 * Returns what each source without faults needs to look up a user, by the key of its
	 * kind.
	 */
	Map<String, Set<String>> parameters() {
		Map<String, Set<String>> parameters = new LinkedHashMap<>();
		sources.values().forEach(source -> parameters.put(source.kindKey(), source.kind().parameters()));
		return parameters;
	}

	/** Returns the warnings about sources that have no faults. */
	List<String> warnings() {
		return sources.values()
			.stream()
			.flatMap(source -> source.kind().warnings(source.kindKey() + '.').stream())
			.toList();
	}

	/**
	 * Returns a warning for each rule that an outage of a source disables, to the
	 * advantage of users.
	 * @param rules the attributes without which a rule does not apply, by its key
	 */
	public List<String> disabled(Map<String, Set<String>> rules, AttributeSettings settings) {
		Map<String, Set<String>> omitted = new TreeMap<>();
		sources.forEach((id, source) -> {
			if (source.common().onFailure() == OnFailure.OMIT) {
				omitted.put(id, provides(id));
			}
		});
		Function<String, Set<String>> sourcesOf = DefaultAttributeResolver.sources(settings, omitted);
		List<String> lines = new ArrayList<>();
		rules.forEach((key,
				attributes) -> new TreeSet<>(attributes).forEach(attribute -> sourcesOf.apply(attribute)
					.forEach(source -> lines.add(key + ": logins go on without " + attribute + " while source " + source
							+ " does not answer, and this does not apply to them; set " + SOURCES + source
							+ ".on-failure: refuse"))));
		return lines;
	}

	/**
	 * Creates them without connecting.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	public AttributeSources open(HomeFolder home, InstantSource clock, MeterRegistry meters) {
		return new AttributeSources(sources.entrySet()
			.stream()
			.map(entry -> entry.getValue().open(entry.getKey(), home, clock, meters))
			.toList());
	}

	void check(HomeFolder home, Faults faults) {
		sources.forEach((id, source) -> {
			if (!id.matches("[a-z][a-z0-9-]{0,31}") || id.equals(SourceRule.USER_ENTRY)) {
				faults.add(SOURCES + id + ": a source is named by small letters, digits and hyphens, and ldap is the "
						+ "directory itself; choose another name");
			}
			Faults own = new Faults();
			if (source.kinds().size() != 1) {
				own.add(SOURCES + id + ": a source is one of " + String.join(", ", kinds)
						+ "; give exactly one of these groups");
			}
			source.common().check(source.key(), own);
			if (own.isEmpty()) {
				source.kind().check(source.kindKey() + '.', home, own);
			}
			if (own.isEmpty() && source.kind().provides().isEmpty()) {
				own.add(source.kindKey() + ": names no attributes; say what it has");
			}
			own.lines().forEach(faults::add);
		});
	}

	/**
	 * A configured source.
	 *
	 * @param key the prefix of its keys, with a dot at the end
	 * @param common how it is asked
	 * @param kinds its settings, by the name of their kind; one, if there is no fault
	 */
	private record Source(String key, SourceProperties common, Map<String, SourceKind> kinds) {

		SourceKind kind() {
			return kinds.values().iterator().next();
		}

		String kindKey() {
			return key + kinds.keySet().iterator().next();
		}

		GuardedSource open(String id, HomeFolder home, InstantSource clock, MeterRegistry meters) {
			return new GuardedSource(kind().source(id, kindKey() + '.', home, common.timeout()), common.settings(key),
					clock, meters);
		}

	}

}
