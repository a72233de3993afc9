package org.campanile.attribute;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.campanile.directory.DirectoryEntry;

/** Directory entries for the tests of this package. */
final class Inputs {

	private final Map<String, List<byte[]>> attributes = new LinkedHashMap<>();

	private Inputs() {
	}

	static Inputs entry() {
		return new Inputs();
	}

	Inputs with(String name, String... values) {
		return withBytes(name,
				Arrays.stream(values).map(value -> value.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new));
	}

	Inputs withBytes(String name, byte[]... values) {
		attributes.put(name, List.of(values));
		return this;
	}

	DirectoryEntry build() {
		return new DirectoryEntry("uid=alice,dc=example,dc=edu", attributes);
	}

	/** Returns the values of the last of the given definitions as text. */
	List<String> resolvedBy(AttributeDefinition... definitions) {
		AttributeDefinition last = definitions[definitions.length - 1];
		return resolved(definitions).get(last.id()).stream().map(AttributeValue::text).toList();
	}

	ResolvedAttributes resolved(AttributeDefinition... definitions) {
		AttributeSettings settings = new AttributeSettings(List.of(definitions), false, List.of("example.edu"),
				Map.of(), AttributeSettings.EntrySource.LOGIN, java.util.Optional.empty(), Map.of());
		return new Resolution("alice", new ResolutionPlan(settings), build(), AttributeSources.NONE,
				AttributeSources.Answers.NONE, SourceValues.NONE)
			.run(ResolvedAttributes.NONE, Set.of(), Set.of());
	}

}
