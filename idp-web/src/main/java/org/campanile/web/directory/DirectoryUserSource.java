package org.campanile.web.directory;

import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.UserLookup;
import org.campanile.explain.UnexplainedException;
import org.campanile.explain.UnexplainedException.Kind;
import org.campanile.explain.UserSource;

/** Provides the users of the directory for explanations of sign-ons. Thread-safe. */
record DirectoryUserSource(Directory directory) implements UserSource {

	@Override
	public Found find(String user) throws UnexplainedException {
		return found(user, conversation -> {
			UserLookup lookup = conversation.find(user);
			return lookup instanceof UserLookup.NotFound ? conversation.findByPrincipal(user) : lookup;
		}, "campanile.ldap.user-filter");
	}

	@Override
	public Found findByPrincipal(String principal) throws UnexplainedException {
		return found(principal, conversation -> conversation.findByPrincipal(principal),
				"campanile.ldap.principal-attribute");
	}

	/**
	 * @param setting what finds a user, for administrators
	 */
	private Found found(String user, Directory.Task<UserLookup> task, String setting) throws UnexplainedException {
		try {
			return switch (directory.within(task)) {
				case UserLookup.Found found ->
					new Found(found.principal(), found.entry().dn(), found.entry(), found.entry().attributes());
				case UserLookup.NotFound nobody -> throw new UnexplainedException(Kind.PERSON,
						"user " + user + ": the directory has no such person below campanile.ldap.base-dn that "
								+ setting
								+ " finds; check the name, the setting, and what the service account may see");
				case UserLookup.Refused refused ->
					throw new UnexplainedException(Kind.PERSON, "user " + user + ": " + refused.reason());
			};
		}
		catch (DirectoryUnavailableException ex) {
			throw new UnexplainedException(Kind.UNAVAILABLE, "the directory does not answer: " + ex.getMessage()
					+ "; campanile check --connect says what is wrong");
		}
	}

	/** An attribute that no entry has is misspelt, or hidden from the service account. */
	@Override
	public String whyWithout(String attribute) {
		try {
			return directory.within(conversation -> conversation.anyoneHas(attribute)) ? " for this person"
					: ", and no entry of the directory that the service account may see has one; is it misspelt?";
		}
		catch (DirectoryUnavailableException ex) {
			return " for this person (whether anybody has one could not be found out: " + ex.getMessage() + ")";
		}
	}

}
