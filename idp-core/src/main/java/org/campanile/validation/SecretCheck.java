package org.campanile.validation;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.resolver.UserResolver.ResolvedUser;
import org.campanile.authn.resolver.UserResolver.ResolverUnavailableException;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.factor.pin.Pins;
import org.campanile.store.StoreUnavailableException;
import org.campanile.validation.ValidationService.Result;
import org.campanile.validation.ValidationService.Why;

/**
 * Checks what one user typed as password or PIN, whichever the realm takes, under the
 * throttle of the login. Used by one thread.
 */
final class SecretCheck {

	private final PinCheck pins;

	private final LoginThrottle throttle;

	private final InstantSource clock;

	private final Realm realm;

	private final String name;

	private final LoginOrigin origin;

	/**
	 * @param name the prepared login name
	 */
	SecretCheck(PinCheck pins, LoginThrottle throttle, InstantSource clock, Realm realm, String name,
			LoginOrigin origin) {
		this.pins = pins;
		this.throttle = throttle;
		this.clock = clock;
		this.realm = realm;
		this.name = name;
		this.origin = origin;
	}

	/**
	 * The result of a check of a password or PIN.
	 *
	 * @param rejection empty if it is right
	 * @param found the user, if it is
	 * @param proven what it has proven, if it is
	 */
	record Outcome(Optional<Result.Rejected> rejection, Optional<ResolvedUser> found, Optional<Factor> proven) {

		static Outcome rejected(Why why, String detail) {
			return new Outcome(Optional.of(new Result.Rejected(why, detail)), Optional.empty(), Optional.empty());
		}

		ResolvedUser user() {
			return found.orElseThrow();
		}

		Factor factor() {
			return proven.orElseThrow();
		}

		/**
		 * Whether the reason counts as a wrong guess; a locked account is reported for
		 * any guess.
		 */
		boolean isWrong() {
			return rejection
				.filter(rejected -> rejected.why() == Why.BAD_CREDENTIALS || rejected.why() == Why.ACCOUNT_LOCKED)
				.isPresent();
		}

	}

	/** Finds the user and checks a password or PIN, under the throttle. */
	Outcome check(String typed) throws ResolverUnavailableException, StoreUnavailableException, Pins.BusyException {
		if (typed.isBlank()) {
			// An empty password is an anonymous bind, which succeeds (RFC 4513 5.1.2).
			return Outcome.rejected(Why.INPUT_UNUSABLE, "password blank");
		}
		LoginThrottle.Attempt attempt = throttle.begin(origin, realm.countedName(name));
		Optional<Duration> refusal = attempt.refusal();
		if (refusal.isPresent()) {
			return Outcome.rejected(Why.THROTTLED, "too many wrong passwords, not checked");
		}
		boolean wrong = false;
		try {
			Outcome result = check(typed, attempt);
			wrong = result.isWrong();
			return result;
		}
		finally {
			// A failure says nothing about the password, so it is not counted either.
			if (wrong) {
				attempt.count();
			}
			else {
				attempt.forgive();
			}
		}
	}

	private Outcome check(String typed, LoginThrottle.Attempt attempt)
			throws ResolverUnavailableException, StoreUnavailableException, Pins.BusyException {
		Realm.Found found = realm.find(name);
		Outcome result = check(found.user(), typed, attempt);
		if (!result.isWrong() || !found.cached()) {
			return result;
		}
		// The password is wrong, or the user was renamed, moved or removed since.
		Optional<ResolvedUser> now = realm.read(name).user();
		boolean moved = now.isPresent() && found.user()
			.filter(before -> before.location().equals(now.get().location())
					&& before.principal().equals(now.get().principal()))
			.isEmpty();
		return moved ? check(now, typed, attempt) : result;
	}

	private Outcome check(Optional<ResolvedUser> user, String typed, LoginThrottle.Attempt attempt)
			throws ResolverUnavailableException, StoreUnavailableException, Pins.BusyException {
		if (user.isEmpty()) {
			checkDecoy(typed);
			return Outcome.rejected(Why.BAD_CREDENTIALS, "no such user");
		}
		if (!permits(attempt, user.get())) {
			checkDecoy(typed);
			return Outcome.rejected(Why.BAD_CREDENTIALS, "too many wrong passwords at this account, not checked");
		}
		if (realm.check().takesPin()) {
			Optional<Factor> proven = pins.check(realm.principal(user.get()), typed);
			return proven.isPresent() ? new Outcome(Optional.empty(), user, proven)
					: Outcome.rejected(Why.BAD_CREDENTIALS, "the PIN was refused, or the user has none");
		}
		Optional<Verdict.Reason> wrong = realm.resolver().check(user.get(), typed);
		return wrong.isEmpty()
				? new Outcome(Optional.empty(), user, Optional.of(new Factor(FactorKind.PASSWORD, clock.instant())))
				: Outcome.rejected(Why.valueOf(wrong.get().name()), "the password was refused");
	}

	/**
	 * Counts the try at the account where the login does, and at the canonical name. The
	 * account comes first: if the login has used up its tries, no permit is held that
	 * would count a try at the canonical name that was not made.
	 */
	private boolean permits(LoginThrottle.Attempt attempt, ResolvedUser user) {
		return realm.resolver().countedAccount(name).filter(account -> !attempt.permits(account)).isEmpty()
				&& attempt.permits(realm.principal(user));
	}

	/** Takes as long as a check, and its result does not count. */
	private void checkDecoy(String typed)
			throws ResolverUnavailableException, StoreUnavailableException, Pins.BusyException {
		if (realm.check().takesPin()) {
			pins.check(realm.countedName(name), typed);
		}
		else {
			realm.resolver().checkDecoy(typed);
		}
	}

}
