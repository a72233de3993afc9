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

/**
 * Decides what a user must prove before changing something. A user who can prove a
 * further factor must have proven one recently, as a stolen password must not be enough
 * to add or remove one; all others must have signed in recently. Thread-safe.
 */
final class Freshness {

	private final List<AuthenticationMethod> methods;

	/** The classes that a password alone does not satisfy. */
	private final List<String> stronger;

	private final Duration freshness;

	private final InstantSource clock;

	Freshness(List<AuthenticationMethod> methods, AuthnContexts contexts, Duration freshness, InstantSource clock) {
		this.methods = List.copyOf(methods);
		this.stronger = contexts.beyond(List.of(new Factor(FactorKind.PASSWORD, Instant.EPOCH)));
		this.freshness = freshness;
		this.clock = clock;
	}

	/**
	 * Returns what must still be proven in that session.
	 * @param bypass the user's; while it lasts, a password suffices, since the user may
	 * have lost what would be asked for
	 * @return empty if nothing is
	 * @throws MethodUnavailableException if it is not known what the user can prove
	 */
	Optional<AuthnDemand> missing(SsoSession session, @Nullable Bypass bypass) throws MethodUnavailableException {
		boolean further = (bypass == null || !bypass.isLiveAt(clock.instant())) && hasFurther(session);
		Predicate<Factor> suitable = further ? Freshness::isFurther : factor -> !factor.kind().isSubstitute();
		Instant oldest = clock.instant().minus(freshness);
		if (session.factors().stream().anyMatch(factor -> suitable.test(factor) && factor.at().isAfter(oldest))) {
			return Optional.empty();
		}
		if (!further) {
			return Optional.of(new AuthnDemand(true, false, null));
		}
		// A session with a further factor, or a substitute for one, would not be asked
		// for
		// it again.
		boolean had = session.factors().stream().anyMatch(factor -> !factor.kind().equals(FactorKind.PASSWORD));
		return Optional.of(new AuthnDemand(had, false, null, stronger));
	}

	/**
	 * Whether the user could prove a further factor after the password. The factors of
	 * the session are left out: a method may not be ready for a user who has already
	 * proven it, and the password alone would be enough once that is long ago.
	 */
	private boolean hasFurther(SsoSession session) throws MethodUnavailableException {
		AuthenticatedUser user = new AuthenticatedUser(session.principal(), session.loginName(), Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
		for (AuthenticationMethod method : methods) {
			if (isFurther(method.kind()) && method.isReady(user)) {
				return true;
			}
		}
		return false;
	}

	private static boolean isFurther(Factor factor) {
		return isFurther(factor.kind());
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
