package org.campanile.authn;

import java.util.Map;
import java.util.Optional;

/**
 * A method that proves its factor without asking the user: by an administrator's
 * permission, or by data in the browser. It has no page; the login continues by itself
 * while {@link #isReady} says that the factor can be proven. Thread-safe.
 */
public interface SilentMethod extends AuthenticationMethod {

	/**
	 * Whether the factor counts where the service requires a new authentication (SAML
	 * ForceAuthn).
	 */
	boolean countsWhenForced();

	/**
	 * Whether the factor still counts in a session in which it was proven before.
	 * @throws MethodUnavailableException if what that depends on does not answer in time
	 */
	default boolean lasts(AuthenticatedUser user) throws MethodUnavailableException {
		return true;
	}

	/**
	 * Proves it.
	 * @param user has proven another factor
	 * @return empty if it can no longer be proven
	 * @throws MethodUnavailableException if what it depends on does not answer in time
	 */
	Optional<Proof> prove(AuthenticatedUser user) throws MethodUnavailableException;

	/** Never called, as no form asks for the method. */
	@Override
	default Verdict verify(Optional<AuthenticatedUser> user, Submission submission) {
		return new Verdict.Rejected(Verdict.Reason.BAD_CREDENTIALS, "this factor is not proven by a form");
	}

	/**
	 * A factor that was proven without asking.
	 *
	 * @param factor the proven factor
	 * @param details why, for the audit line, by the names of its fields
	 */
	record Proof(Factor factor, Map<String, String> details) {

		public Proof {
			details = Map.copyOf(details);
		}

	}

}
