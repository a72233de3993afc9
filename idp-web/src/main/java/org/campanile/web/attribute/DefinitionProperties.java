package org.campanile.web.attribute;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.attribute.AttributeDefinition;
import org.campanile.attribute.BinaryDefinition;
import org.campanile.attribute.MappedDefinition;
import org.campanile.attribute.PrescopedDefinition;
import org.campanile.attribute.PrincipalDefinition;
import org.campanile.attribute.RegexDefinition;
import org.campanile.attribute.ScopedDefinition;
import org.campanile.attribute.SimpleDefinition;
import org.campanile.attribute.SourceRule;
import org.campanile.attribute.SourceRule.Merge;
import org.campanile.attribute.StaticDefinition;
import org.campanile.attribute.SubjectIdDefinition;
import org.campanile.attribute.TemplateDefinition;
import org.campanile.attribute.ValuePattern;
import org.campanile.web.config.ConfiguredNames;

/**
 * An attribute and the way it is made.
 *
 * @param type how: {@code simple} copies, {@code scoped} appends a scope,
 * {@code prescoped} takes values that bring a scope of ours, {@code regex} rewrites those
 * that match, {@code template} fills values into a text, {@code static} gives everybody
 * the same, {@code binary} is for values that are no text, {@code mapped} looks values up
 * in a table, {@code subject-id} makes a subject identifier, {@code principal} gives the
 * canonical name
 * @param source the attribute it is made from: another definition, or what the directory
 * calls so; without it the attribute's own id
 * @param scope the scope of types scoped and subject-id; without it the first of
 * {@code campanile.scopes}, of which it must be one
 * @param pattern the regular expression of type regex, in RE2 syntax; it must match the
 * whole value
 * @param replacement what type regex makes of a match, with {@code $1} for the first
 * group; without it the first group, or the whole value where there is none
 * @param template the text of type template, with sources in braces
 * @param values the values of type static
 * @param map the table of type mapped
 * @param unmapped the treatment by type mapped of values that are not in the table:
 * {@code drop} or {@code keep}; without it they are dropped
 * @param from the sources that it reads, in order of preference: {@code ldap} for the
 * directory, others by their names below {@code campanile.attributes.sources}; without it
 * the directory, then all others in the order of the file
 * @param merge which values count: those of the {@code first} source that has any, or
 * {@code all}; without it the first
 */
public record DefinitionProperties(@DefaultValue("simple") Type type, @Nullable String source, @Nullable String scope,
		@Nullable String pattern, @Nullable String replacement, @Nullable String template,
		@DefaultValue List<String> values, @DefaultValue List<@Valid Mapping> map, @Nullable Unmapped unmapped,
		@DefaultValue List<String> from, @Nullable Merge merge) {

	/** The kinds of definition. */
	public enum Type {

		/** A copy. */
		SIMPLE("source", "from", "merge"),
		/** Text to which a scope is appended. */
		SCOPED("source", "scope", "from", "merge"),
		/** Text that already has one of the configured scopes. */
		PRESCOPED("source", "from", "merge"),
		/** Text that is rewritten by a pattern. */
		REGEX("source", "pattern", "replacement", "from", "merge"),
		/** Text that is filled into a template. */
		TEMPLATE("template", "from", "merge"),
		/** The same values for everybody. */
		STATIC("values"),
		/** Binary data instead of text. */
		BINARY("source", "from", "merge"),
		/** Text that is looked up in a table. */
		MAPPED("source", "map", "unmapped", "from", "merge"),
		/** A general purpose subject identifier. */
		SUBJECT_ID("source", "scope", "from", "merge"),
		/** The canonical name. */
		PRINCIPAL;

		private final Set<String> settings;

		Type(String... settings) {
			this.settings = Set.of(settings);
		}

	}

	/** The treatment of values that are not in the table. */
	public enum Unmapped {

		/** The values are left out. */
		DROP,
		/** The values stay as they are. */
		KEEP

	}

	/**
	 * A row of a table.
	 *
	 * @param from the value it is looked up by, without regard to case
	 * @param to the values it means
	 */
	public record Mapping(@NotBlank String from, @NotEmpty List<String> to) {
	}

	public AttributeDefinition definition(String key, String id, List<String> scopes) {
		checkSettings(key);
		try {
			return switch (type) {
				case SIMPLE -> new SimpleDefinition(id, sourceOr(id));
				case SCOPED -> new ScopedDefinition(id, required(key, "source", source), scopeOf(key, scopes));
				case PRESCOPED -> new PrescopedDefinition(id, sourceOr(id), Set.copyOf(scopes));
				case REGEX -> regex(key, id);
				case TEMPLATE -> new TemplateDefinition(id, required(key, "template", template));
				case STATIC -> staticValues(key, id);
				case BINARY -> new BinaryDefinition(id, sourceOr(id));
				case MAPPED -> mapped(key, id);
				case SUBJECT_ID -> new SubjectIdDefinition(id, required(key, "source", source), scopeOf(key, scopes));
				case PRINCIPAL -> new PrincipalDefinition(id);
			};
		}
		catch (IllegalArgumentException ex) {
			String message = String.valueOf(ex.getMessage());
			throw message.startsWith(key) ? ex : new IllegalArgumentException(key + ": " + message);
		}
	}

	/** Returns the rule of the sources that it reads; empty if none is given. */
	Optional<SourceRule> rule() {
		return from.isEmpty() && merge == null ? Optional.empty()
				: Optional.of(new SourceRule(from, merge == null ? Merge.FIRST : merge));
	}

	private AttributeDefinition regex(String key, String id) {
		ValuePattern compiled = ValuePattern.of(required(key, "pattern", pattern));
		String made = replacement != null ? replacement : compiled.groups() > 0 ? "$1" : "$0";
		return new RegexDefinition(id, sourceOr(id), compiled, made);
	}

	private AttributeDefinition staticValues(String key, String id) {
		if (values.isEmpty()) {
			throw new IllegalArgumentException(key + ".values: type static needs at least one");
		}
		return StaticDefinition.ofTexts(id, values);
	}

	private AttributeDefinition mapped(String key, String id) {
		if (map.isEmpty()) {
			throw new IllegalArgumentException(key + ".map: type mapped needs at least one row of from and to");
		}
		Map<String, List<String>> table = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		for (Mapping row : map) {
			table.computeIfAbsent(row.from(), from -> new ArrayList<>()).addAll(row.to());
		}
		return new MappedDefinition(id, sourceOr(id), table, unmapped == Unmapped.KEEP);
	}

	private String sourceOr(String id) {
		return source != null ? source : id;
	}

	private String scopeOf(String key, List<String> scopes) {
		if (scope != null) {
			// Our metadata announces that spelling, and services compare with case.
			return scopes.stream().filter(scope::equalsIgnoreCase).findFirst().orElse(scope);
		}
		if (scopes.isEmpty()) {
			throw new IllegalArgumentException(key + ".scope: there is none to append; set it or campanile.scopes");
		}
		return scopes.get(0);
	}

	/**
	 * Requires a configured scope. Our metadata announces no other, so services drop
	 * values of other scopes.
	 */
	void requireScope(String key, List<String> scopes) {
		if (scope != null && scopes.stream().noneMatch(scope::equalsIgnoreCase)) {
			throw new IllegalArgumentException(key + ".scope: '" + scope
					+ "' is not among campanile.scopes, so services would drop its values; add it there"
					+ ConfiguredNames.suggestion(scope, scopes));
		}
	}

	private String required(String key, String setting, @Nullable String value) {
		if (value == null || value.isBlank()) {
			throw new IllegalArgumentException(
					key + "." + setting + ": type " + ConfiguredNames.of(type) + " needs it; set it");
		}
		return value;
	}

	/** A setting of another type is a mistake that would otherwise go unnoticed. */
	private void checkSettings(String key) {
		Map<String, Boolean> given = new LinkedHashMap<>();
		given.put("source", source != null);
		given.put("scope", scope != null);
		given.put("pattern", pattern != null);
		given.put("replacement", replacement != null);
		given.put("template", template != null);
		given.put("values", !values.isEmpty());
		given.put("map", !map.isEmpty());
		given.put("unmapped", unmapped != null);
		given.put("from", !from.isEmpty());
		given.put("merge", merge != null);
		given.forEach((setting, present) -> {
			if (present && !type.settings.contains(setting)) {
				throw new IllegalArgumentException(key + "." + setting + ": type " + ConfiguredNames.of(type)
						+ " has no such setting; remove it or set another type");
			}
		});
	}

}
