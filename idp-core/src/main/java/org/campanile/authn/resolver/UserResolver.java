package org.campanile.authn.resolver;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.campanile.attribute.SourceValues;
import org.campanile.authn.Verdict;

/**
 * A store of the users of a realm: finds the user behind a login name and checks that
 * user's password. {@link GuardedResolver} adds deadline, breaker and limit; an
 * implementation queries once. Thread-safe; interrupted when the deadline has passed.
 */
public interface UserResolver extends AutoCloseable {

	/** Returns the name of the resolver in the log, in metrics and in the health. */
	String id();

	/**
	 * Finds a user.
	 * @param loginName as typed, without characters that no name has
	 * @return empty if there is no such user, or several
	 * @throws ResolverUnavailableException if that could not be found out
	 */
	Optional<ResolvedUser> find(String loginName) throws ResolverUnavailableException;

	/**
	 * Checks a user's password.
	 * @param user found before, perhaps long before
	 * @param password not blank
	 * @return empty if it is right and the account may sign in; otherwise why not
	 * @throws ResolverUnavailableException if it could not be checked, which is never to
	 * be counted as a wrong password
	 */
	Optional<Verdict.Reason> check(ResolvedUser user, String password) throws ResolverUnavailableException;

	/** Takes as long as {@link #check} does of a wrong password, for an unknown user. */
	void checkDecoy(String password) throws ResolverUnavailableException;

	/**
	 * Returns the account against which the login counts tries at a name; empty if it is
	 * the canonical name of the user found, or the login has other users.
	 */
	default Optional<String> countedAccount(String loginName) {
		return Optional.empty();
	}

	/** Returns why users cannot be found now; empty if they can. */
	Optional<String> fault();

	/** Closes connections; calls under way fail. */
	@Override
	void close();

	/**
	 * A user who was found. Contains no password and nothing derived from one, since it
	 * is cached.
	 *
	 * @param principal the canonical name
	 * @param location the location of the user in the store, such as a distinguished name
	 * @param revision changes when the user's data or the user behind the location
	 * changes; empty where the resolver cannot say
	 * @param values the user's attributes
	 */
	record ResolvedUser(String principal, String location, String revision, SourceValues values) {

		/** Returns the same user with only the values of these attributes. */
		ResolvedUser with(Set<String> attributes) {
			return new ResolvedUser(principal, location, revision,
					SourceValues.ofTexts(attributes.stream().collect(Collectors.toMap(name -> name, values::texts))));
		}

		/** Whether nothing is known to have changed between two readings. */
		public boolean sameAs(ResolvedUser other) {
			return principal.equals(other.principal) && location.equals(other.location)
					&& revision.equals(other.revision);
		}

	}

	/**
	 * Thrown if the store of the users does not answer. The message is for
	 * administrators.
	 */
	class ResolverUnavailableException extends Exception {

		private static final long serialVersionUID = 1L;

		public ResolverUnavailableException(String message) {
			super(message);
		}

		public ResolverUnavailableException(String message, Throwable cause) {
			super(message, cause);
		}

	}

}
