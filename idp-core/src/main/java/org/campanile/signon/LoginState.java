package org.campanile.signon;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.attribute.AttributeResolver;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;

/**
 * The progress of a login. It is not stored, but travels sealed through the browser.
 *
 * @param fixedLoginName the only username it may be finished with; empty for any
 * @param fixedPrincipal the canonical name of the only user who may finish it; empty for
 * any
 * @param user the user with the factors proven so far; empty before the first factor
 * @param read the user's attributes, read with one of these factors; empty if none read
 * any
 * @param session the session whose factors count as proven, for a step-up
 * @param sharedComputer whether the user has said so, at the login that the session began
 * with
 */
public record LoginState(SignOnRequest request, String fixedLoginName, String fixedPrincipal,
		Optional<AuthenticatedUser> user, Optional<Read> read, Optional<SessionKey> session, boolean sharedComputer) {

	/**
	 * The attributes that were read of a user during the login.
	 *
	 * @param resolved the attributes, and the sources missing from them
	 */
	public record Read(AttributeResolver.Resolved resolved, Instant at) {
	}

	/** Begins a login of any user with the first factor. */
	public static LoginState begin(SignOnRequest request) {
		return begin(request, "", "");
	}

	/** Begins a login of one user with the first factor. */
	public static LoginState begin(SignOnRequest request, String fixedLoginName, String fixedPrincipal) {
		return new LoginState(request, fixedLoginName, fixedPrincipal, Optional.empty(), Optional.empty(),
				Optional.empty(), false);
	}

	/** Begins a login that adds to the factors of a session. */
	public static LoginState stepUp(SignOnRequest request, SsoSession session) {
		return new LoginState(request, session.loginName(), session.principal(),
				Optional.of(new AuthenticatedUser(session.principal(), session.loginName(), Optional.empty(),
						session.factors(), Optional.empty())),
				Optional.empty(), Optional.of(session.key()), session.sharedComputer());
	}

	/** Returns a login of the same user that begins with the first factor again. */
	public LoginState anew() {
		return new LoginState(request, fixedLoginName, fixedPrincipal, Optional.empty(), Optional.empty(),
				Optional.empty(), sharedComputer);
	}

	/** Whether that user may finish the login. */
	public boolean admits(AuthenticatedUser other) {
		return user.filter(known -> !known.principal().equals(other.principal())).isEmpty()
				&& (fixedPrincipal.isEmpty() || fixedPrincipal.equals(other.principal()));
	}

	/**
	 * Returns the same login, after a further factor.
	 * @param proven the user as the method has proven it
	 * @throws IllegalArgumentException if it does not {@linkplain #admits admit} that
	 * user
	 */
	public LoginState with(AuthenticatedUser proven) {
		if (!admits(proven)) {
			throw new IllegalArgumentException("another user than the login is of");
		}
		AuthenticatedUser merged = user.map(known -> known.and(proven)).orElse(proven);
		return new LoginState(request, fixedLoginName, fixedPrincipal, Optional.of(merged), read, session,
				sharedComputer);
	}

	/**
	 * Returns the same login, with the attributes read of the user in place of the entry.
	 */
	LoginState with(Read other) {
		return new LoginState(request, fixedLoginName, fixedPrincipal, user.map(AuthenticatedUser::withoutEntry),
				Optional.of(other), session, sharedComputer);
	}

	/** Returns the same login for an equal request. */
	public LoginState to(SignOnRequest other) {
		return new LoginState(other, fixedLoginName, fixedPrincipal, user, read, session, sharedComputer);
	}

	/**
	 * Returns the same login, in which only these of the proven factors count.
	 * @param counting at least one of them
	 */
	LoginState counting(List<Factor> counting) {
		return new LoginState(request, fixedLoginName, fixedPrincipal,
				user.map(known -> new AuthenticatedUser(known.principal(), known.loginName(), known.entry(), counting,
						known.warning())),
				read, session, sharedComputer);
	}

	/** Returns the factors that have been proven. */
	public List<Factor> proven() {
		return user.map(AuthenticatedUser::factors).orElse(List.of());
	}

}
