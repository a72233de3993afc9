package org.campanile.attribute;

import java.util.ArrayList;
import java.util.List;

/**
 * Text with other values filled in, such as {@code {givenName} {sn}}.
 * <p>
 * A source without a value gives no value. One source may have several values, and each
 * gives one. Where more than one source has several, nothing is made: values of a
 * directory have no order, so that pairing them would be a guess.
 */
public final class TemplateDefinition implements AttributeDefinition {

	private final String id;

	private final String template;

	private final List<Part> parts;

	private final List<String> sources;

	/**
	 * @param id the attribute's id
	 * @param template the text, with sources in braces; a brace itself is written twice
	 * @throws IllegalArgumentException if the braces do not match or hold nothing, or if
	 * there are none
	 */
	public TemplateDefinition(String id, String template) {
		this.id = id;
		this.template = template;
		this.parts = parse(template);
		this.sources = parts.stream().filter(Part::isSource).map(Part::text).distinct().toList();
		if (sources.isEmpty()) {
			throw fault("it names no source; use type static for a fixed value");
		}
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public List<String> sources() {
		return sources;
	}

	@Override
	public List<AttributeValue> resolve(DefinitionInput input) {
		String multiValued = sources.get(0);
		int several = 0;
		for (String source : sources) {
			int count = input.values(source).size();
			if (count == 0) {
				return List.of();
			}
			if (count > 1) {
				several++;
				multiValued = source;
			}
		}
		if (several > 1) {
			leftOut(input, "more than one of its sources " + sources + " has several values, which cannot be paired");
			return List.of();
		}
		List<AttributeValue> values = new ArrayList<>();
		for (String value : input.texts(multiValued)) {
			values.add(new AttributeValue.Text(fill(input, multiValued, value)));
		}
		return values;
	}

	private String fill(DefinitionInput input, String multiValued, String value) {
		StringBuilder text = new StringBuilder();
		for (Part part : parts) {
			if (!part.isSource()) {
				text.append(part.text());
			}
			else if (part.text().equals(multiValued)) {
				text.append(value);
			}
			else {
				text.append(input.texts(part.text()).get(0));
			}
		}
		return text.toString();
	}

	private List<Part> parse(String text) {
		List<Part> found = new ArrayList<>();
		StringBuilder literal = new StringBuilder();
		for (int at = 0; at < text.length(); at++) {
			char current = text.charAt(at);
			boolean brace = current == '{' || current == '}';
			if (brace && at + 1 < text.length() && text.charAt(at + 1) == current) {
				literal.append(current);
				at++;
			}
			else if (current == '{') {
				int end = text.indexOf('}', at);
				if (end <= at + 1) {
					throw fault("a { needs a source and a } after it, or is written twice");
				}
				found.add(new Part(literal.toString(), false));
				found.add(new Part(text.substring(at + 1, end), true));
				literal.setLength(0);
				at = end;
			}
			else if (current == '}') {
				throw fault("a } stands alone; written twice it means itself");
			}
			else {
				literal.append(current);
			}
		}
		found.add(new Part(literal.toString(), false));
		return List.copyOf(found);
	}

	private IllegalArgumentException fault(String reason) {
		return new IllegalArgumentException("template '" + template + "': " + reason);
	}

	private record Part(String text, boolean isSource) {
	}

}
