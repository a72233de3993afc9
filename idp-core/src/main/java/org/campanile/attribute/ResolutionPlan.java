package org.campanile.attribute;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The definitions in an order in which each comes after those it reads, computed once.
 */
final class ResolutionPlan {

	private final Map<String, AttributeDefinition> definitions = new LinkedHashMap<>();

	private final Set<String> configured = new HashSet<>();

	private final List<AttributeDefinition> order = new ArrayList<>();

	private final Map<String, SourceRule> rules;

	/**
	 * @throws IllegalArgumentException if definitions read each other in a circle; the
	 * message names it
	 */
	ResolutionPlan(AttributeSettings settings) {
		this.rules = settings.rules();
		define(new PrincipalDefinition(PrincipalDefinition.PRINCIPAL));
		if (settings.builtIn()) {
			BuiltInAttribute.ALL.forEach(attribute -> defineBuiltIn(attribute, Set.copyOf(settings.scopes())));
		}
		settings.definitions().forEach(definition -> {
			configured.add(definition.id());
			define(definition);
		});
		Set<String> done = new LinkedHashSet<>();
		definitions.values().forEach(definition -> visit(definition, done, new LinkedHashSet<>()));
	}

	/** The definitions, each after those it reads. */
	List<AttributeDefinition> order() {
		return order;
	}

	/** The definitions in the order in which they are presented. */
	Collection<AttributeDefinition> definitions() {
		return definitions.values();
	}

	/** Whether the definition is built in, not configured. */
	boolean isBuiltIn(AttributeDefinition definition) {
		return !configured.contains(definition.id());
	}

	/** The ids in the order in which they are presented. */
	Set<String> ids() {
		return definitions.keySet();
	}

	/** Returns the rule that says which sources a definition reads. */
	SourceRule rule(String id) {
		return rules.getOrDefault(id, SourceRule.DEFAULT);
	}

	/**
	 * Returns the sources that must be queried for a user: sources that a definition
	 * prefers to the entry, or uses when the entry has no values.
	 * @param entry the user's own entry
	 */
	Set<String> needed(SourceValues entry, AttributeSources sources) {
		Set<String> needed = new HashSet<>();
		List<String> inOrder = Resolution.inOrder(SourceRule.DEFAULT, sources);
		if (inOrder.size() == 1) {
			return needed;
		}
		for (AttributeDefinition definition : order) {
			SourceRule rule = rule(definition.id());
			List<String> from = rule.from().isEmpty() ? inOrder : rule.from();
			for (String attribute : definition.sources()) {
				if (!readsDefinition(definition, attribute)) {
					needed(attribute, rule.merge(), from, entry, sources, needed);
				}
			}
		}
		return needed;
	}

	private static void needed(String attribute, SourceRule.Merge merge, List<String> from, SourceValues entry,
			AttributeSources sources, Set<String> needed) {
		for (String id : from) {
			if (sources.provides(id, attribute)) {
				needed.add(id);
			}
			else if (id.equals(SourceRule.USER_ENTRY) && merge == SourceRule.Merge.FIRST
					&& !entry.bytes(attribute).isEmpty()) {
				return;
			}
		}
	}

	/**
	 * The source attributes that definitions read.
	 * @param which the ids of the definitions
	 */
	Set<String> sourceAttributes(Predicate<String> which) {
		Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		for (AttributeDefinition definition : order) {
			for (String source : definition.sources()) {
				if (which.test(definition.id()) && !readsDefinition(definition, source)) {
					names.add(source);
				}
			}
		}
		return names;
	}

	/**
	 * The sources besides the entry that may have values of a definition, or of one that
	 * it reads.
	 * @param provided the attributes that sources have, by the id of the source
	 */
	Set<String> sourcesOf(String id, Map<String, Set<String>> provided) {
		Set<String> sources = new TreeSet<>();
		AttributeDefinition definition = definitions.get(id);
		if (definition == null) {
			return sources;
		}
		List<String> from = rule(id).from();
		for (String attribute : definition.sources()) {
			if (readsDefinition(definition, attribute)) {
				sources.addAll(sourcesOf(attribute, provided));
				continue;
			}
			provided.forEach((source, attributes) -> {
				if ((from.isEmpty() || from.contains(source))
						&& attributes.stream().anyMatch(attribute::equalsIgnoreCase)) {
					sources.add(source);
				}
			});
		}
		return sources;
	}

	private void define(AttributeDefinition definition) {
		definitions.put(definition.id(), definition);
	}

	private void defineBuiltIn(BuiltInAttribute attribute, Set<String> scopes) {
		switch (attribute.kind()) {
			case TEXT -> define(new SimpleDefinition(attribute.id(), attribute.id()));
			case SCOPED -> define(new PrescopedDefinition(attribute.id(), attribute.id(), scopes));
			case NAME_ONLY -> {
			}
		}
	}

	/**
	 * Whether the source is another definition, not a source attribute. A definition with
	 * a rule of its own says where the values come from, so that built-in attributes,
	 * which follow no rule, do not stand in the way.
	 */
	boolean readsDefinition(AttributeDefinition definition, String source) {
		if (definition instanceof BinaryDefinition || source.equals(definition.id())) {
			return false;
		}
		return configured.contains(source) || source.equals(PrincipalDefinition.PRINCIPAL)
				|| definitions.containsKey(source) && !rules.containsKey(definition.id());
	}

	private void visit(AttributeDefinition definition, Set<String> done, Collection<String> path) {
		if (done.contains(definition.id())) {
			return;
		}
		if (!path.add(definition.id())) {
			throw new IllegalArgumentException(
					"definitions read each other in a circle: " + String.join(" <- ", path) + " <- " + definition.id());
		}
		for (String source : definition.sources()) {
			AttributeDefinition read = definitions.get(source);
			if (read != null && readsDefinition(definition, source)) {
				visit(read, done, path);
			}
		}
		path.remove(definition.id());
		done.add(definition.id());
		order.add(definition);
	}

}
