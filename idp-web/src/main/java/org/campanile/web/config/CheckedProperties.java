package org.campanile.web.config;

import java.util.Optional;
import java.util.Set;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;

/** A group of settings with rules that types and constraints cannot say. */
public interface CheckedProperties {

	/**
	 * Checks the group without side effects: nothing is created, no connection is opened.
	 * @param context what the other groups say
	 * @param faults takes each fault
	 */
	void check(CheckContext context, Faults faults);

	/**
	 * What a group of settings may have to know of the others to check itself.
	 *
	 * @param home what relative paths are relative to
	 * @param identityProvider who we are; empty if that is faulty itself
	 * @param attributeIds the ids of all attributes there can be; empty if their group is
	 * faulty itself, and then nothing can be said of names
	 * @param nested reads groups below names that are chosen
	 */
	public record CheckContext(HomeFolder home, Optional<IdentityProvider> identityProvider,
			Optional<Set<String>> attributeIds, NestedSettings nested) {
	}

	/** The group of settings that says which attributes there can be. */
	public interface AttributeIds {

		/**
		 * The ids that other settings may name.
		 * @throws IllegalArgumentException for a fault of its own
		 */
		Set<String> attributeIds(IdentityProvider identityProvider);

	}

}
