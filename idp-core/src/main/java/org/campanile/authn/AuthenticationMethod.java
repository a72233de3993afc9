package org.campanile.authn;

import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A way to prove one kind of factor. A method consists of one implementation of this and
 * a page that asks for it; sessions, authentication contexts and the order of steps treat
 * all kinds alike. Thread-safe.
 */
public interface AuthenticationMethod {

	FactorKind kind();

	/**
	 * Whether the method identifies the user, so that a login can begin with it; other
	 * methods prove a further factor of a known user.
	 */
	default boolean identifies() {
		return false;
	}

	/**
	 * Whether that user can prove this factor now. May be asked several times for a page.
	 * @param user has proven another factor
	 * @throws MethodUnavailableException if what that depends on does not answer in time
	 */
	default boolean isReady(AuthenticatedUser user) throws MethodUnavailableException {
		return true;
	}

	/**
	 * Whether {@link #isReady} asks another system, which may act on the question, for
	 * example by calling a phone. It is then asked only of a user on the way to a login.
	 */
	default boolean asksElsewhere() {
		return false;
	}

	/**
	 * Whether {@link #isReady} might now call the user's phone. It is then asked only if
	 * a page may ask the user for something.
	 */
	default boolean callsUser(AuthenticatedUser user) {
		return false;
	}

	/**
	 * Returns the data that the page asking for the factor carries and passes back to
	 * {@link #verify}, such as a challenge. The page may show it; it is sealed in
	 * transit.
	 * @param user empty while it is not known who signs in
	 * @throws MethodUnavailableException if what it depends on does not answer in time
	 */
	default Map<String, String> challenge(Optional<AuthenticatedUser> user) throws MethodUnavailableException {
		return Map.of();
	}

	/**
	 * Checks a submission. A method that identifies users limits wrong attempts itself;
	 * attempts at any other are limited for each user before it is asked.
	 * @param user has proven other factors; empty if this is the first
	 * @return {@link Verdict.Proven} names the same user, with one factor more
	 * @throws MethodUnavailableException if what it depends on does not answer in time;
	 * never to be counted as a wrong guess
	 */
	Verdict verify(Optional<AuthenticatedUser> user, Submission submission) throws MethodUnavailableException;

	/**
	 * Returns how many calls only wait, for a time or another system, and use neither
	 * processor nor directory.
	 */
	default int waiting() {
		return 0;
	}

	/**
	 * A form that was sent.
	 *
	 * @param loginName the username as typed, or as this login has it fixed; empty where
	 * the form does not ask for one
	 * @param fields its fields, as typed
	 * @param challenge the result of {@link #challenge} when the form was shown
	 */
	record Submission(String loginName, Map<String, String> fields, Map<String, String> challenge, LoginOrigin origin) {

		/** The value of a field; empty if it is missing. */
		public String field(String name) {
			return fields.getOrDefault(name, "");
		}

		/** Omits the typed input, which is secret. */
		@Override
		public String toString() {
			return "Submission" + fields.keySet();
		}

	}

	/**
	 * Thrown if something that a method depends on, such as the directory, does not
	 * answer.
	 */
	class MethodUnavailableException extends Exception {

		private static final long serialVersionUID = 1L;

		public MethodUnavailableException(@Nullable String message, Throwable cause) {
			super(message, cause);
		}

	}

}
