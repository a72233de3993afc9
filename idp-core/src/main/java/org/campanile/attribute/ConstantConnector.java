package org.campanile.attribute;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.campanile.directory.DirectoryEntry;

/**
 * Source values that are the same for everybody, such as the home organisation. What the
 * directory says of a person comes first, so a constant is also the default for people
 * without a value of their own.
 */
final class ConstantConnector implements AttributeConnector {

	private final Map<String, List<byte[]>> constants = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

	ConstantConnector(Map<String, List<String>> constants) {
		constants.forEach((name, values) -> this.constants.put(name,
				values.stream().map(value -> value.getBytes(StandardCharsets.UTF_8)).toList()));
	}

	@Override
	public String name() {
		return "constants";
	}

	@Override
	public SourceAttributes read(String principal, DirectoryEntry entry) {
		return name -> constants.getOrDefault(name, List.of());
	}

}
