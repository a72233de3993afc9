package org.campanile.web.account;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Bypass;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.RequestedAuthnContext;

/**
 * Decides what a user must prove before changing something. A user who can prove a
 * further factor must have proven one recently, as a stolen password must not be enough
 * to add or remove one; all others must have proven the password recently. Thread-safe.
 */
final class Freshness {

	private final List<AuthenticationMethod> methods;

	private final AuthnContexts contexts;

	/** The classes that a password alone does not satisfy. */
	private final List<String> beyondPassword;

	/**
	 * Asks for the classes that a password alone does not satisfy; null if there are
	 * none. Not a requirement, which an access rule that spares the user withdraws.
	 */
	private final @Nullable RequestedAuthnContext stronger;

	private final Duration freshness;

	private final InstantSource clock;

	Freshness(List<AuthenticationMethod> methods, AuthnContexts contexts, Duration freshness, InstantSource clock) {
		this.methods = List.copyOf(methods);
		this.contexts = contexts;
		this.beyondPassword = contexts.beyond(List.of(new Factor(FactorKind.PASSWORD, Instant.EPOCH)));
		this.stronger = beyondPassword.isEmpty() ? null
				: new RequestedAuthnContext(RequestedAuthnContext.Comparison.MINIMUM, beyondPassword);
		this.freshness = freshness;
		this.clock = clock;
	}

	/**
	 * Returns what must still be proven in that session for a change.
	 * @param bypass the user's; while it lasts, a password suffices, since the user may
	 * have lost what would be asked for
	 * @param before how long ago the form of the change may have been shown, at most
	 * @return empty if nothing is
	 * @throws MethodUnavailableException if it is not known what the user can prove
	 */
	Optional<AuthnDemand> missing(SsoSession session, @Nullable Bypass bypass, Change.Kind change, Duration before)
			throws MethodUnavailableException {
		Instant oldest = clock.instant().minus(freshness).minus(before);
		boolean ofFactors = change == Change.Kind.ADD || change == Change.Kind.REMOVE;
		if (isSince(oldest, session, Freshness::isFurther) && (!ofFactors || isStrong(session))) {
			// No method is asked, as that might call the user's phone once more.
			return Optional.empty();
		}
		// Without the factors of the session: a method may not be ready for a user who
		// has already proven it, and the password alone would be enough once that is long
		// ago. Its time names the login, whose page gets a challenge that is begun here.
		AuthenticatedUser user = new AuthenticatedUser(session.principal(), session.loginName(), Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, session.factors().getFirst().at())), Optional.empty());
		if (bypass != null && bypass.isLiveAt(clock.instant())
				|| !isReady(session, user, ofFactors, Freshness::isFurther)) {
			return isSince(oldest, session, FactorKind.PASSWORD::equals) ? Optional.empty()
					: Optional.of(new AuthnDemand(true, false, null));
		}
		// Unless forced, a session with a further factor would not be asked for it
		// again, and a trusted device would be accepted in its place.
		boolean force = session.factors().stream().anyMatch(factor -> !factor.kind().equals(FactorKind.PASSWORD))
				|| isReady(session, user, ofFactors, FactorKind::isSubstitute);
		return Optional.of(new AuthnDemand(force, false, stronger));
	}

	/** Whether what was proven then still counts. */
	boolean isRecent(Instant then) {
		return then.isAfter(clock.instant().minus(freshness));
	}

	private static boolean isSince(Instant oldest, SsoSession session, Predicate<FactorKind> suitable) {
		return session.factors()
			.stream()
			.anyMatch(factor -> suitable.test(factor.kind()) && factor.at().isAfter(oldest));
	}

	/**
	 * Whether the user could prove a factor of such a kind after the password.
	 * @param proven whether another system that has proven one in the session counts
	 * without being asked: it might call the user's phone for a login that then begins
	 * anew
	 */
	private boolean isReady(SsoSession session, AuthenticatedUser user, boolean proven, Predicate<FactorKind> suitable)
			throws MethodUnavailableException {
		for (AuthenticationMethod method : methods) {
			boolean known = proven && method.asksElsewhere() && isSince(Instant.EPOCH, session, method.kind()::equals);
			if (suitable.test(method.kind()) && (known || method.isReady(user))) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether the factors of the session are enough, with a further one, to add or remove
	 * a factor. Not a passkey alone that did not verify its user: it may be a stolen
	 * security key, and could add a factor that counts for more than itself.
	 */
	private boolean isStrong(SsoSession session) {
		List<Factor> proven = session.factors().stream().filter(factor -> !factor.kind().isSubstitute()).toList();
		return beyondPassword.isEmpty() || proven.stream().anyMatch(Freshness::isPasswordOrVerified)
				|| !contexts.beyond(proven).containsAll(beyondPassword);
	}

	private static boolean isPasswordOrVerified(Factor factor) {
		return factor.kind().equals(FactorKind.PASSWORD) || factor.traits().contains(Factor.Trait.USER_VERIFIED);
	}

	private static boolean isFurther(FactorKind kind) {
		return !kind.equals(FactorKind.PASSWORD) && !kind.isSubstitute();
	}

	/** The user of a session, without the entry. */
	static AuthenticatedUser user(SsoSession session) {
		return new AuthenticatedUser(session.principal(), session.loginName(), Optional.empty(), session.factors(),
				Optional.empty());
	}

}
