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

	private final List<SourceAttributes> sources;

	private final Map<String, List<AttributeValue>> resolved = new HashMap<>();

	private String current = "";

	Resolution(String principal, List<SourceAttributes> sources) {
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
		ValueGuard guard = new ValueGuard(principal);
		plan.ids().forEach(id -> guard.add(id, resolved.getOrDefault(id, List.of())));
		return guard.admitted();
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
		for (SourceAttributes attributes : sources) {
			List<byte[]> values = attributes.bytes(source);
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
			}
		}
		return texts;
	}

}
