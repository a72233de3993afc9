package org.campanile.web.attribute;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeDefinition;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.AttributeSettings.CacheSettings;
import org.campanile.attribute.AttributeSettings.EntrySource;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.SourceRule;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.CheckedProperties.AttributeIds;
import org.campanile.web.config.ConfiguredNames;
import org.campanile.web.config.Faults;

/**
 * The settings of attributes: their sources and names.
 *
 * @param definitions attributes made from what the directory holds, by attribute id; one
 * with the id of a built-in attribute takes its place
 * @param builtIn whether every built-in attribute that an entry carries under its LDAP
 * name is resolved without a definition
 * @param constants source values for everybody without a value in the directory, by
 * source attribute; a value with a comma goes into a list
 * @param names SAML names that differ from the built-in ones or are missing there, by
 * attribute id
 * @param entrySource which entry is read at login: the one that authentication reads
 * anyway, or one of an own search under the server's account
 * @param cache a cache of resolved attributes, never of password checks
 */
@Validated
@ConfigurationProperties("campanile.attributes")
public record AttributesProperties(@DefaultValue Map<String, @Valid DefinitionProperties> definitions,
		@DefaultValue("true") boolean builtIn, @DefaultValue Map<String, List<String>> constants,
		@DefaultValue Map<String, @Valid Name> names, @DefaultValue("login") EntrySource entrySource,
		@Valid @DefaultValue Cache cache) implements CheckedProperties, AttributeIds {

	public static final String PREFIX = "campanile.attributes.";

	/**
	 * The settings of the core.
	 * @throws IllegalArgumentException if a definition lacks what its type needs; the
	 * message begins with the key
	 */
	public AttributeSettings settings(IdentityProvider identityProvider) {
		List<String> scopes = identityProvider.scopes();
		List<AttributeDefinition> mapped = definitions.entrySet()
			.stream()
			.map(entry -> entry.getValue().definition(PREFIX + "definitions." + entry.getKey(), entry.getKey(), scopes))
			.toList();
		Map<String, SourceRule> rules = new HashMap<>();
		definitions.forEach((id, definition) -> definition.rule().ifPresent(rule -> rules.put(id, rule)));
		AttributeSettings settings = new AttributeSettings(mapped, builtIn, scopes, constants, entrySource,
				cache.settings(PREFIX + "cache."), rules);
		refuseCircles(settings);
		return settings;
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		List<String> scopes = context.identityProvider().map(IdentityProvider::scopes).orElse(List.of("example.edu"));
		Faults own = new Faults();
		definitions.forEach((id, definition) -> {
			String key = PREFIX + "definitions." + id;
			own.check(() -> definition.definition(key, id, scopes));
			context.identityProvider()
				.ifPresent(
						identityProvider -> own.check(() -> definition.requireScope(key, identityProvider.scopes())));
		});
		names.forEach((id, name) -> own.check(() -> name.format(id)));
		own.check(() -> cache.settings(PREFIX + "cache."));
		ConfiguredSources sources = ConfiguredSources.of(context.nested());
		sources.check(context.home(), own);
		if (own.isEmpty()) {
			// Only definitions that read each other in a circle are left.
			context.identityProvider()
				.flatMap(identityProvider -> own.value(() -> settings(identityProvider)))
				.ifPresent(settings -> {
					settings.definitions().forEach(definition -> checkRule(definition, settings, sources, own));
					checkUse(settings, sources, own);
				});
		}
		own.lines().forEach(faults::add);
	}

	/** Requires that a definition can have values, and that its rule has a meaning. */
	private static void checkRule(AttributeDefinition definition, AttributeSettings settings, ConfiguredSources sources,
			Faults faults) {
		SourceRule rule = settings.rules().get(definition.id());
		if (rule == null) {
			return;
		}
		String key = PREFIX + "definitions." + definition.id();
		List<String> from = rule.from();
		Set<String> known = new TreeSet<>(sources.ids());
		known.add(SourceRule.USER_ENTRY);
		List<String> unknown = from.stream().filter(name -> !known.contains(name)).toList();
		unknown.forEach(name -> faults.add(key + ".from: there is no source " + name + "; use one of "
				+ String.join(", ", known) + ConfiguredNames.suggestion(name, known)));
		if (!unknown.isEmpty()) {
			return;
		}
		Set<String> read = DefaultAttributeResolver.sourceAttributes(settings, definition.id()::equals);
		if (read.isEmpty()) {
			faults.add(key + (from.isEmpty() ? ".merge" : ".from") + ": it reads only "
					+ String.join(", ", definition.sources())
					+ ", which are made as their own definitions say; remove it");
		}
		if (from.isEmpty() || from.contains(SourceRule.USER_ENTRY)) {
			return;
		}
		for (String attribute : read) {
			if (from.stream().noneMatch(name -> provides(sources, name, attribute))) {
				faults.add(key + ".from: nobody there provides " + attribute
						+ "; add it to the attributes of a source, or name another source");
			}
		}
	}

	private static boolean provides(ConfiguredSources sources, String source, String attribute) {
		return sources.provides(source).stream().anyMatch(attribute::equalsIgnoreCase);
	}

	/** A source that no definition reads would never be queried. */
	private static void checkUse(AttributeSettings settings, ConfiguredSources sources, Faults faults) {
		for (String name : sources.ids()) {
			Set<String> read = DefaultAttributeResolver.sourceAttributes(settings, id -> {
				List<String> from = settings.rules().getOrDefault(id, SourceRule.DEFAULT).from();
				return from.isEmpty() || from.contains(name);
			});
			if (read.stream().noneMatch(attribute -> provides(sources, name, attribute))) {
				faults.add(ConfiguredSources.SOURCES + name + ": no definition reads "
						+ String.join(", ", sources.provides(name))
						+ " of it, so it would never be asked; define one of them, or remove it");
			}
		}
	}

	private static void refuseCircles(AttributeSettings settings) {
		try {
			DefaultAttributeResolver.sourceAttributes(settings, id -> true);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					PREFIX + "definitions: " + ex.getMessage() + "; let one read the directory");
		}
	}

	@Override
	public Set<String> attributeIds(IdentityProvider identityProvider) {
		return attributeIds(settings(identityProvider));
	}

	/** The ids that rules may name. */
	public Set<String> attributeIds(AttributeSettings settings) {
		return DefaultAttributeResolver.attributeIds(settings, names.keySet());
	}

	/**
	 * The name of one attribute in assertions.
	 *
	 * @param name the SAML name, such as {@code urn:oid:2.5.4.3}
	 * @param nameFormat {@code uri}, {@code basic}, {@code unspecified} or the format's
	 * URI; without it {@code uri} for a name with a colon and {@code basic} for any other
	 * @param friendlyName the friendly name; without it the attribute's id
	 */
	public record Name(@NotBlank String name, @Nullable String nameFormat, @Nullable String friendlyName) {

		private static final Set<String> FORMATS = Set.of("uri", "basic", "unspecified");

		/**
		 * Returns the format, by default that of similar names.
		 * @throws IllegalArgumentException if there is no such format
		 */
		public String format(String id) {
			String format = nameFormat != null ? nameFormat : name.contains(":") ? "uri" : "basic";
			if (!FORMATS.contains(format) && !format.contains(":")) {
				throw new IllegalArgumentException(PREFIX + "names." + id + ".name-format: '" + format
						+ "' is neither uri, basic or unspecified nor a URI");
			}
			return format;
		}

	}

	/**
	 * A cache of attributes or of a source's values.
	 *
	 * @param enabled whether there is one
	 * @param maximumSize how many people it holds
	 * @param timeToLive how long attributes may be used after they were read; as long may
	 * a change in the directory go unnoticed
	 */
	public record Cache(@DefaultValue("false") boolean enabled, @Positive @DefaultValue("10000") long maximumSize,
			@DefaultValue("5m") Duration timeToLive) {

		/**
		 * @param key the prefix of its keys, with a dot at the end
		 */
		Optional<CacheSettings> settings(String key) {
			if (!timeToLive.isPositive()) {
				throw new IllegalArgumentException(
						key + "time-to-live: must be positive; set enabled to false for no cache");
			}
			return enabled ? Optional.of(new CacheSettings(maximumSize, timeToLive)) : Optional.empty();
		}

	}

}
