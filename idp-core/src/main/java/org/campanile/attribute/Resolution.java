package org.campanile.attribute;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.attribute.AttributeSources.Answers;

/** The resolution of one user's attributes. Used by one thread, once. */
final class Resolution implements DefinitionInput {

	private static final Logger LOGGER = LoggerFactory.getLogger(Resolution.class);

	private final String principal;

	private final SourceValues entry;

	private final AttributeSources sources;

	private final Answers answers;

	private final SourceValues constants;

	private final ResolutionPlan plan;

	private final Map<String, List<AttributeValue>> resolved = new HashMap<>();

	private final Map<String, List<String>> leftOut = new HashMap<>();

	/**
	 * Definitions that a source which did not answer has or might have values for, with
	 * the reason.
	 */
	private final Map<String, String> incomplete = new HashMap<>();

	/** The definitions whose values are not known, and why. */
	private final Map<String, String> unknown = new HashMap<>();

	/** The definition that is being resolved. */
	private AttributeDefinition current = new PrincipalDefinition(PrincipalDefinition.PRINCIPAL);

	/**
	 * @param entry the user's own entry
	 * @param answers the answers of the sources that were asked
	 * @param constants used where no source has values
	 */
	Resolution(String principal, ResolutionPlan plan, SourceValues entry, AttributeSources sources, Answers answers,
			SourceValues constants) {
		this.principal = principal;
		this.plan = plan;
		this.entry = entry;
		this.sources = sources;
		this.answers = answers;
		this.constants = constants;
	}

	/** The sources that a rule names, or all of them. */
	static List<String> inOrder(SourceRule rule, AttributeSources sources) {
		return rule.from().isEmpty() ? sources.order() : rule.from();
	}

	/**
	 * The values of every definition, in the plan's order of presentation.
	 * @param older replaces attributes that cannot be resolved in full
	 * @param deciding the attributes that are admitted before all others except the
	 * principal, as these could leave no room for them
	 * @param identifying the attributes that must be resolved in full or not at all
	 */
	ResolvedAttributes run(ResolvedAttributes older, Set<String> deciding, Set<String> identifying) {
		for (AttributeDefinition definition : plan.order()) {
			current = definition;
			List<AttributeValue> values = definition.resolve(this);
			String reason = incomplete.get(definition.id());
			if (reason != null) {
				values = inPlaceOf(values, reason, older, identifying);
			}
			resolved.put(definition.id(), values.isEmpty() ? values : values.stream().distinct().toList());
		}
		ValueGuard guard = new ValueGuard(principal, this::leftOut, unknown::put);
		plan.ids()
			.stream()
			.sorted(Comparator.comparing(id -> !id.equals(PrincipalDefinition.PRINCIPAL) && !deciding.contains(id)))
			.forEach(id -> guard.add(id, resolved.getOrDefault(id, List.of())));
		Map<String, List<AttributeValue>> admitted = new LinkedHashMap<>();
		plan.ids().forEach(id -> admitted.put(id, guard.admitted(id)));
		return new ResolvedAttributes(admitted);
	}

	/** Returns what the current definition has in place of values that are incomplete. */
	private List<AttributeValue> inPlaceOf(List<AttributeValue> values, String reason, ResolvedAttributes older,
			Set<String> identifying) {
		String id = current.id();
		List<AttributeValue> before = older.get(id);
		if (!identifying.contains(id)) {
			return before.isEmpty() ? values : before;
		}
		// A session goes on as the same person; only a login has no older attributes.
		if (older.values().isEmpty()) {
			unknown.putIfAbsent(id, reason);
			if (!values.isEmpty()) {
				leftOut(reason);
			}
		}
		return before;
	}

	/** Returns why one of these attributes is not known, if so; after {@link #run}. */
	Optional<String> unknown(Set<String> ids) {
		return plan.ids()
			.stream()
			.filter(id -> ids.contains(id) && unknown.containsKey(id))
			.findFirst()
			.map(id -> "attribute " + id + ", which decides on access, terms of use or identifiers, is not known: "
					+ unknown.get(id));
	}

	/** Whether an attribute is not known; after {@link #run}. */
	boolean hasUnknown() {
		return !unknown.isEmpty();
	}

	/** Returns how each attribute was derived; after {@link #run}. */
	List<Derivation> derivations() {
		return plan.definitions()
			.stream()
			.map(definition -> new Derivation(definition.id(), plan.isBuiltIn(definition),
					definition.sources().stream().map(source -> origin(definition, source)).toList(),
					resolved.getOrDefault(definition.id(), List.of()),
					leftOut.getOrDefault(definition.id(), List.of())))
			.toList();
	}

	private Derivation.Source origin(AttributeDefinition definition, String source) {
		if (plan.readsDefinition(definition, source)) {
			return new Derivation.Source(source, Derivation.DEFINITION,
					!resolved.getOrDefault(source, List.of()).isEmpty(), List.of(), Map.of());
		}
		SourceRule rule = plan.rule(definition.id());
		List<String> from = inOrder(rule, sources);
		List<String> silent = from.stream()
			.filter(id -> sources.provides(id, source) && answers.failures().containsKey(id))
			.toList();
		Map<String, String> notAsked = new HashMap<>(answers.notAsked());
		notAsked.keySet().removeIf(id -> !from.contains(id) || !sources.provides(id, source));
		List<String> having = from.stream().filter(id -> !values(id, source).isEmpty()).toList();
		if (having.isEmpty()) {
			boolean constant = !constants.bytes(source).isEmpty();
			return new Derivation.Source(source, constant ? Derivation.CONSTANTS : "", constant, silent, notAsked);
		}
		Stream<String> places = rule.merge() == SourceRule.Merge.ALL ? having.stream() : having.stream().limit(1);
		return new Derivation.Source(source, places.map(id -> id.equals(SourceRule.USER_ENTRY) ? Derivation.ENTRY : id)
			.collect(Collectors.joining(", ")), true, silent, notAsked);
	}

	private void leftOut(String id, String reason) {
		leftOut.computeIfAbsent(id, key -> new ArrayList<>()).add(reason);
	}

	@Override
	public void leftOut(String reason) {
		leftOut(current.id(), reason);
	}

	@Override
	public String principal() {
		return principal;
	}

	@Override
	public List<AttributeValue> values(String source) {
		if (!plan.readsDefinition(current, source)) {
			return decode(source, bytes(source));
		}
		String silence = incomplete.get(source);
		if (silence != null) {
			incomplete.putIfAbsent(current.id(), silence);
		}
		String reason = unknown.get(source);
		if (reason != null) {
			unknown.putIfAbsent(current.id(), reason);
		}
		return resolved.getOrDefault(source, List.of());
	}

	@Override
	public List<byte[]> bytes(String source) {
		SourceRule rule = plan.rule(current.id());
		List<byte[]> merged = new ArrayList<>();
		String partial = null;
		for (String id : inOrder(rule, sources)) {
			SourceUnavailableException failure = answers.failures().get(id);
			if (failure != null && sources.provides(id, source)) {
				incomplete.putIfAbsent(current.id(),
						"source " + id + " gave no usable answer: " + failure.getMessage());
			}
			String reason = answers.unknown().get(id);
			if (reason != null && sources.provides(id, source)) {
				unknown.putIfAbsent(current.id(), "source " + id + " has no answer, because " + reason);
			}
			List<byte[]> values = values(id, source);
			boolean chosen = !values.isEmpty() && rule.merge() == SourceRule.Merge.FIRST;
			// The values of this source count alone.
			if (chosen) {
				partial = null;
			}
			if (partial == null && from(id).isPartial(source)) {
				partial = id;
			}
			merged.addAll(values);
			if (chosen) {
				break;
			}
		}
		if (partial != null) {
			partial(partial, source);
		}
		return merged.isEmpty() ? constants.bytes(source) : merged;
	}

	private List<byte[]> values(String id, String source) {
		return from(id).bytes(source);
	}

	private SourceValues from(String id) {
		return id.equals(SourceRule.USER_ENTRY) ? entry : answers.values().getOrDefault(id, SourceValues.NONE);
	}

	private void partial(String id, String source) {
		String reason = (id.equals(SourceRule.USER_ENTRY) ? "the " + Derivation.ENTRY : "source " + id)
				+ " gave only a part of the values of " + source
				+ "; raise MaxValRange in the LDAP policies of Active Directory, or read them from a source with several-entries";
		if (unknown.putIfAbsent(current.id(), reason) == null) {
			LOGGER.warn("attribute {} of {} is not known: {}", current.id(), principal, reason);
			leftOut(reason);
		}
	}

	private List<AttributeValue> decode(String source, List<byte[]> values) {
		List<AttributeValue> texts = new ArrayList<>(values.size());
		for (byte[] bytes : values) {
			try {
				String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
				if (!text.isEmpty()) {
					texts.add(new AttributeValue.Text(text));
				}
			}
			catch (CharacterCodingException ex) {
				LOGGER.warn(
						"attribute {} of {}: a value of {} was left out: it is not UTF-8; define binary attributes with type binary",
						current.id(), principal, source);
				leftOut("it is not UTF-8; define binary attributes with type binary");
			}
		}
		return texts;
	}

	/**
	 * Admits what an assertion can carry and a session can hold: values of XML 1.0
	 * characters, up to a total. Used by one thread, once.
	 */
	private static final class ValueGuard {

		/**
		 * A stored session holds at most 64 KiB; three quarters of it are for attributes,
		 * in bytes of UTF-8.
		 */
		private static final int MAXIMUM_TOTAL = 49_152;

		private final String principal;

		private final BiConsumer<String, String> leftOut;

		private final BiConsumer<String, String> unknown;

		private final Map<String, List<AttributeValue>> admitted = new HashMap<>();

		private int total;

		/**
		 * @param leftOut receives the attribute of which something was left out, and why
		 * @param unknown receives the attribute that was left out as a whole, and why
		 */
		ValueGuard(String principal, BiConsumer<String, String> leftOut, BiConsumer<String, String> unknown) {
			this.principal = principal;
			this.leftOut = leftOut;
			this.unknown = unknown;
		}

		void add(String id, List<AttributeValue> values) {
			List<AttributeValue> legal = new ArrayList<>(values.size());
			int size = 0;
			for (AttributeValue value : values) {
				String text = value.text();
				if (XmlCharacters.allLegal(text)) {
					legal.add(value);
					size += text.getBytes(StandardCharsets.UTF_8).length;
				}
				else {
					LOGGER.warn("attribute {} of {}: a value was left out: it has characters that XML cannot carry", id,
							principal);
					leftOut.accept(id, "it has characters that XML cannot carry");
				}
			}
			// All or none: half of a user's groups could grant or deny access by mistake.
			if (size > MAXIMUM_TOTAL - total) {
				String reason = "its " + size + " bytes would take the person's attributes past " + MAXIMUM_TOTAL
						+ "; pick values with type regex or mapped";
				LOGGER.warn("attribute {} of {} was left out: {}", id, principal, reason);
				leftOut.accept(id, reason);
				unknown.accept(id, reason);
				return;
			}
			total += size;
			admitted.put(id, legal);
		}

		List<AttributeValue> admitted(String id) {
			return admitted.getOrDefault(id, List.of());
		}

	}

}
