package org.campanile.attribute;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Names the attributes without whose values a rule that denies or demands something would
 * not apply, or users would be taken for somebody else at services. If one of them is not
 * known, a login is refused. Each part of the server with such rules or identifiers
 * provides one as a bean.
 */
@FunctionalInterface
public interface DecidingAttributes {

	/** No rule reads any. */
	DecidingAttributes NONE = () -> Set.of();

	/** Returns the ids, which may change with the configuration. */
	Set<String> ids();

	/**
	 * Returns those of them that identifiers at services are made of. They are also not
	 * known while a source that may be omitted does not answer and comes before the one
	 * with the value: that would be another account.
	 */
	default Set<String> identifying() {
		return Set.of();
	}

	/** Names attributes that identifiers at services are made of. */
	static DecidingAttributes ofIdentifiers(Supplier<Set<String>> ids) {
		return new DecidingAttributes() {

			@Override
			public Set<String> ids() {
				return ids.get();
			}

			@Override
			public Set<String> identifying() {
				return ids.get();
			}

		};
	}

	/** Names the attributes of all these. */
	static DecidingAttributes all(List<DecidingAttributes> parts) {
		return new DecidingAttributes() {

			@Override
			public Set<String> ids() {
				return union(DecidingAttributes::ids);
			}

			@Override
			public Set<String> identifying() {
				return union(DecidingAttributes::identifying);
			}

			private Set<String> union(Function<DecidingAttributes, Set<String>> each) {
				return parts.stream().map(each).flatMap(Set::stream).collect(Collectors.toSet());
			}

		};
	}

}
