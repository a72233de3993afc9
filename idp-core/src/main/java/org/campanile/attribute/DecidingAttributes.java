package org.campanile.attribute;

import java.util.Set;

/**
 * Names the attributes without whose values a rule that denies or demands something would
 * not apply. If one of them is not known, a login is refused. Each part of the server
 * with such rules provides one as a bean.
 */
@FunctionalInterface
public interface DecidingAttributes {

	/** No rule reads any. */
	DecidingAttributes NONE = () -> Set.of();

	/** Returns the ids, which may change with the configuration. */
	Set<String> ids();

}
