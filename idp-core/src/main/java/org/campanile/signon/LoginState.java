package org.campanile.signon;

import java.util.List;
import java.util.Optional;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;

/**
 * The progress of a login. It is not stored, but travels sealed through the browser.
 *
 * @param request the request that needs it
 * @param fixedLoginName the only username it may be finished with; empty for any
 * @param user the user with the factors proven so far; empty before the first factor
 * @param session the session whose factors count as proven, for a step-up
 */
public record LoginState(SignOnRequest request, String fixedLoginName, Optional<AuthenticatedUser> user,
		Optional<SessionKey> session) {

	/** A login that begins with the first factor. */
	public static LoginState begin(SignOnRequest request, String fixedLoginName) {
		return new LoginState(request, fixedLoginName, Optional.empty(), Optional.empty());
	}

	/** A login that adds to what a session rests on. */
	public static LoginState stepUp(SignOnRequest request, SsoSession session) {
		return new LoginState(
				request, session.loginName(), Optional.of(new AuthenticatedUser(session.principal(),
						session.loginName(), Optional.empty(), session.factors(), Optional.empty())),
				Optional.of(session.key()));
	}

	/**
	 * The same login, after a further factor.
	 * @param proven the user as the method has proven it
	 * @throws IllegalArgumentException if it is another user than before
	 */
	public LoginState with(AuthenticatedUser proven) {
		AuthenticatedUser merged = user.map(known -> known.and(proven)).orElse(proven);
		return new LoginState(request, fixedLoginName, Optional.of(merged), session);
	}

	/** The same login for an equal request. */
	public LoginState to(SignOnRequest other) {
		return new LoginState(other, fixedLoginName, user, session);
	}

	/** What has been proven. */
	public List<Factor> proven() {
		return user.map(AuthenticatedUser::factors).orElse(List.of());
	}

}
