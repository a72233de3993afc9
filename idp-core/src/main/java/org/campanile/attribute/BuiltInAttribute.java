package org.campanile.attribute;

import java.util.List;

/**
 * An attribute known without configuration: under its LDAP name as id, with the SAML name
 * of the X.500/LDAP attribute profile (an object identifier as URN) or of its own
 * specification.
 * <p>
 * {@code eduPersonTargetedID} is left out on purpose: its value is an element and not
 * text, and eduPerson itself has replaced it by {@code pairwise-id}.
 *
 * @param id the attribute's id, its LDAP name
 * @param samlName its SAML name
 * @param kind how it is resolved
 */
record BuiltInAttribute(String id, SamlAttributeName samlName, Kind kind) {

	/** How a built-in attribute is resolved from the entry unless a definition says. */
	enum Kind {

		/** As the text it is. */
		TEXT,
		/** As a value with a scope, which must be one of ours. */
		SCOPED,
		/**
		 * Not at all: large, binary, or computed for each service. Only the name is
		 * known.
		 */
		NAME_ONLY

	}

	/** All of them, in the order in which they are resolved and released. */
	static final List<BuiltInAttribute> ALL = BuiltInAttributeTable.read();

}
