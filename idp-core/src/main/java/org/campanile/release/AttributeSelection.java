package org.campanile.release;

import java.util.Set;

/** Which attributes a rule speaks of. */
public sealed interface AttributeSelection {

	/** Whether it speaks of this value of this attribute. */
	boolean selects(String id, String value, RequestedAttributes requested);

	/**
	 * Those of these ids.
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

	/** All of them. */
	record Every() implements AttributeSelection {

		@Override
		public boolean selects(String id, String value, RequestedAttributes requested) {
			return true;
		}

	}

	/**
	 * Those that the service itself asks for, and of these the values that it asks for,
	 * where it names some.
	 *
	 * @param onlyRequired whether only those it marks as required
	 */
	record Requested(boolean onlyRequired) implements AttributeSelection {

		@Override
		public boolean selects(String id, String value, RequestedAttributes requested) {
			return requested.asksFor(id, value, onlyRequired);
		}

	}

}
