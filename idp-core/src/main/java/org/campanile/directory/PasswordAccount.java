package org.campanile.directory;

import java.util.Map;

/** An account whose password is to be replaced: how its owner binds, and its entry. */
public sealed interface PasswordAccount {

	/** The name that wrong attempts count against. */
	String countedAs();

	/** Returns the name with which the owner binds. */
	String bindName();

	/**
	 * An entry that was found with the service account.
	 */
	record Entry(UserLookup.Found found) implements PasswordAccount {

		@Override
		public String countedAs() {
			return found.principal();
		}

		@Override
		public String bindName() {
			return found.entry().dn();
		}

	}

	/**
	 * An entry that only its owner reads.
	 *
	 * @param username as typed
	 * @param bindName its distinguished name
	 */
	record OwnEntry(String username, String bindName) implements PasswordAccount {

		@Override
		public String countedAs() {
			return username;
		}

	}

	/**
	 * A bind name that is no distinguished name, and the search for its entry.
	 *
	 * @param bindName such as {@code user@domain}
	 * @param values the values of the filter's placeholders
	 */
	record Login(String bindName, FilterTemplate filter, Map<String, String> values) implements PasswordAccount {

		public Login {
			values = Map.copyOf(values);
		}

		@Override
		public String countedAs() {
			return bindName;
		}

	}

}
