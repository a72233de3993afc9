package org.campanile.saml.attribute;

import java.util.HashMap;
import java.util.Map;

/**
 * The SAML name of every attribute: the configured one, otherwise the built-in one,
 * otherwise the attribute's id as a basic name. Immutable.
 */
public final class SamlAttributeNames {

	private final Map<String, SamlAttributeName> names;

	/**
	 * @param configured attribute id to its name; takes precedence over the built-in one
	 */
	public SamlAttributeNames(Map<String, SamlAttributeName> configured) {
		Map<String, SamlAttributeName> all = new HashMap<>(SamlAttributeTable.NAMES);
		all.putAll(configured);
		this.names = Map.copyOf(all);
	}

	public SamlAttributeName nameOf(String id) {
		SamlAttributeName name = names.get(id);
		return name != null ? name : new SamlAttributeName(id, SamlAttributeName.BASIC, id);
	}

}
