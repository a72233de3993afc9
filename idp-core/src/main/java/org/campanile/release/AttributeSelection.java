package org.campanile.release;

import java.util.Set;

/** The attributes to which a rule applies. */
public sealed interface AttributeSelection {

	/** Whether the rule applies to this value of this attribute. */
	boolean selects(String id, String value, RequestedAttributes requested);

	/**
	 * The attributes with these ids.
	 *
	 * @param ids the attributes' ids
	 */
	record Named(Set<String> ids) implements AttributeSelection {

		public Named {
			ids = Set.copyOf(ids);
		}

		@Override
		public boolean selects(String id, String value, RequestedAttributes requested) {
			return ids.contains(id);
		}

	}

	record Every() implements AttributeSelection {

		@Override
		public boolean selects(String id, String value, RequestedAttributes requested) {
			return true;
		}

	}

	/**
	 * The attributes that the service itself requests; if it requests particular values,
	 * only those.
	 *
	 * @param onlyRequired whether only those that it requests as required
	 */
	record Requested(boolean onlyRequired) implements AttributeSelection {

		@Override
		public boolean selects(String id, String value, RequestedAttributes requested) {
			return requested.asksFor(id, value, onlyRequired);
		}

	}

}
