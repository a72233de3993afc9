package org.campanile.attribute;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The SAML name of every attribute: the built-in ones, those of the configuration in
 * their place or besides, and for an attribute that neither knows its id as a basic name.
 * Immutable.
 */
public final class SamlAttributeNames {

	private final Map<String, SamlAttributeName> names;

	/**
	 * @param configured attribute id to its name; wins over the built-in one
	 */
	public SamlAttributeNames(Map<String, SamlAttributeName> configured) {
		Map<String, SamlAttributeName> all = new LinkedHashMap<>();
		BuiltInAttribute.ALL.forEach(attribute -> all.put(attribute.id(), attribute.samlName()));
		all.putAll(configured);
		this.names = Map.copyOf(all);
	}

	/** The SAML name of an attribute. */
	public SamlAttributeName nameOf(String id) {
		SamlAttributeName name = names.get(id);
		return name != null ? name : new SamlAttributeName(id, SamlAttributeName.BASIC, id);
	}

	/** Ids with a name of their own. */
	public Set<String> ids() {
		return names.keySet();
	}

}
