package org.campanile.attribute;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The resolution of one person's attributes. Used by one thread, once. */
final class Resolution implements DefinitionInput {

	private static final Logger LOGGER = LoggerFactory.getLogger(Resolution.class);

	private final String principal;

	private final List<Place> sources;

	private final Map<String, List<AttributeValue>> resolved = new HashMap<>();

	private final Map<String, List<String>> leftOut = new HashMap<>();

	private String current = "";

	/**
	 * What one connector said.
	 *
	 * @param name the connector's
	 * @param attributes what it said
	 */
	record Place(String name, SourceAttributes attributes) {
	}

	Resolution(String principal, List<Place> sources) {
		this.principal = principal;
		this.sources = sources;
	}

	/** The values of every definition, in the plan's order of presentation. */
	ResolvedAttributes run(ResolutionPlan plan) {
		for (AttributeDefinition definition : plan.order()) {
			current = definition.id();
			List<AttributeValue> values = definition.resolve(this);
			resolved.put(current, values.isEmpty() ? values : values.stream().distinct().toList());
		}
		ValueGuard guard = new ValueGuard(principal, this::leftOut);
		plan.ids().forEach(id -> guard.add(id, resolved.getOrDefault(id, List.of())));
		return guard.admitted();
	}

	/** How each attribute came about; after {@link #run}. */
	List<Derivation> derivations(ResolutionPlan plan) {
		return plan.definitions()
			.stream()
			.map(definition -> new Derivation(definition.id(), plan.isBuiltIn(definition),
					definition.sources().stream().map(source -> origin(plan, definition, source)).toList(),
					resolved.getOrDefault(definition.id(), List.of()),
					leftOut.getOrDefault(definition.id(), List.of())))
			.toList();
	}

	private Derivation.Source origin(ResolutionPlan plan, AttributeDefinition definition, String source) {
		if (plan.readsDefinition(definition, source)) {
			return new Derivation.Source(source, Derivation.DEFINITION,
					!resolved.getOrDefault(source, List.of()).isEmpty());
		}
		return sources.stream()
			.filter(place -> !place.attributes().bytes(source).isEmpty())
			.findFirst()
			.map(place -> new Derivation.Source(source, place.name(), true))
			.orElseGet(() -> new Derivation.Source(source, "", false));
	}

	private void leftOut(String id, String reason) {
		leftOut.computeIfAbsent(id, key -> new ArrayList<>()).add(reason);
	}

	@Override
	public void leftOut(String reason) {
		leftOut(current, reason);
	}

	@Override
	public String principal() {
		return principal;
	}

	@Override
	public List<AttributeValue> values(String source) {
		List<AttributeValue> known = source.equals(current) ? null : resolved.get(source);
		return known != null ? known : decode(source, bytes(source));
	}

	/** The first connector that has values wins. */
	@Override
	public List<byte[]> bytes(String source) {
		for (Place place : sources) {
			List<byte[]> values = place.attributes().bytes(source);
			if (!values.isEmpty()) {
				return values;
			}
		}
		return List.of();
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
						current, principal, source);
				leftOut("it is not UTF-8; define binary attributes with type binary");
			}
		}
		return texts;
	}

}
