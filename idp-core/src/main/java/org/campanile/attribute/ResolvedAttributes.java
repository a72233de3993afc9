package org.campanile.attribute;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A user's attributes after resolution and before release: attribute id to its values, in
 * the order of the definitions. An id is the definition's name, such as
 * {@code eduPersonPrincipalName}. No list is empty. Immutable.
 *
 * @param values the values by attribute id
 */
public record ResolvedAttributes(Map<String, List<AttributeValue>> values) {

	/** A user without attributes. */
	public static final ResolvedAttributes NONE = new ResolvedAttributes(Map.of());

	public ResolvedAttributes {
		Map<String, List<AttributeValue>> copy = new LinkedHashMap<>();
		values.forEach((id, list) -> {
			if (!list.isEmpty()) {
				copy.put(id, List.copyOf(list));
			}
		});
		values = Collections.unmodifiableMap(copy);
	}

	/** The values of one attribute, empty where it has none. */
	public List<AttributeValue> get(String id) {
		return values.getOrDefault(id, List.of());
	}

}
