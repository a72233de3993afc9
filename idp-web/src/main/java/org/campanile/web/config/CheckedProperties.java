package org.campanile.web.config;

import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;

/** A group of settings with rules that types and constraints cannot express. */
public interface CheckedProperties {

	/**
	 * Checks the group without side effects: nothing is created, no connection is opened.
	 * @param context the other groups that the rules refer to
	 * @param faults receives each fault
	 */
	void check(CheckContext context, Faults faults);

	/**
	 * The other settings that a group of settings may need for its check.
	 *
	 * @param home the folder that relative paths refer to
	 * @param identityProvider this server's identity; empty if its settings are faulty
	 * @param attributeIds the ids of all defined attributes; empty if their settings are
	 * faulty, in which case names of attributes cannot be checked
	 * @param nested reads groups below names that administrators choose
	 * @param switches which settings of any group are true, by their keys
	 */
	public record CheckContext(HomeFolder home, Optional<IdentityProvider> identityProvider,
			Optional<Set<String>> attributeIds, NestedSettings nested, Predicate<String> switches) {

		/** Whether a setting of any group is true; false if it is absent or faulty. */
		public boolean isOn(String key) {
			return switches.test(key);
		}

	}

	/** The group of settings that defines the attributes. */
	public interface AttributeIds {

		/**
		 * The ids that other settings may refer to.
		 * @throws IllegalArgumentException if this group is faulty
		 */
		Set<String> attributeIds(IdentityProvider identityProvider);

	}

}
