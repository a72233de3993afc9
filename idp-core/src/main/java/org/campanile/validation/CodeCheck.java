package org.campanile.validation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.throttle.LoginThrottle;

/** Checks one-time codes of a user. Thread-safe. */
@FunctionalInterface
public interface CodeCheck {

	/** The form field in which methods expect the code. */
	String CODE = "code";

	/**
	 * Checks a code against everything that the user has enrolled for codes.
	 * @param user whose code it is
	 * @param code as typed
	 * @throws MethodUnavailableException if it could not be checked; it may then have
	 * been used up
	 */
	Result check(AuthenticatedUser user, String code, LoginOrigin origin) throws MethodUnavailableException;

	sealed interface Result {

		/**
		 * The code is right and now used up.
		 *
		 * @param factor what it has proven
		 */
		record Right(Factor factor) implements Result {
		}

		/**
		 * The code is wrong.
		 *
		 * @param detail for the audit line
		 */
		record Wrong(String detail) implements Result {
		}

		/** The user has enrolled no method for such a code. */
		record NothingEnrolled() implements Result {
		}

		/** There were too many wrong codes; nothing was checked. */
		record Throttled() implements Result {
		}

	}

	/**
	 * Asks the methods of the login, one after the other, under the login's throttle: a
	 * wrong code counts like one at the login page, if the password was proven first.
	 * Others, also after a PIN, are counted separately; otherwise an attacker who knows
	 * only a name could lock its owner out of the login page.
	 *
	 * @param methods those whose proof is a code, in order
	 */
	record ByMethods(List<AuthenticationMethod> methods, LoginThrottle throttle) implements CodeCheck {

		/**
		 * The kinds of codes in the order of their checks: time-based, counter-based and
		 * printed.
		 */
		private static final List<FactorKind> KINDS = List.of(new FactorKind("totp"), new FactorKind("hotp"),
				new FactorKind("recovery-code"));

		/** Keeps only the methods that take codes. */
		public ByMethods {
			methods = methods.stream()
				.filter(method -> KINDS.contains(method.kind()))
				.sorted(Comparator.comparingInt(method -> KINDS.indexOf(method.kind())))
				.toList();
		}

		/**
		 * Checks a code. A wrong code counts at one method only if no other has accepted
		 * it: an app and a key make codes that look alike. A method that does not answer,
		 * or cannot read what is enrolled, does not keep others from being asked.
		 */
		@Override
		public Result check(AuthenticatedUser user, String code, LoginOrigin origin) throws MethodUnavailableException {
			Result result = new Result.NothingEnrolled();
			MethodUnavailableException unavailable = null;
			List<LoginThrottle.Attempt> wrong = new ArrayList<>();
			try {
				for (AuthenticationMethod method : methods) {
					try {
						if (!suits(method, code) || !method.isReady(user)) {
							continue;
						}
						Result outcome = check(method, user, code, origin, wrong);
						if (outcome instanceof Result.Right) {
							return outcome;
						}
						// An outcome of a check says more than the fact that something
						// was
						// not checked.
						if (!(result instanceof Result.Wrong)) {
							result = outcome;
						}
					}
					catch (MethodUnavailableException ex) {
						unavailable = ex;
					}
				}
				// Counted even if a method does not answer: the code was wrong at the
				// others.
				wrong.forEach(LoginThrottle.Attempt::count);
				if (unavailable != null) {
					throw unavailable;
				}
				return result;
			}
			finally {
				// The attempts that were counted are already settled.
				wrong.forEach(LoginThrottle.Attempt::forgive);
			}
		}

		/**
		 * Codes without letters are of an app or a key; a wrong one must not count as
		 * printed. Both may have blanks and hyphens.
		 */
		private static boolean suits(AuthenticationMethod method, String code) {
			return code.codePoints().anyMatch(Character::isLetter) == method.kind().equals(KINDS.getLast());
		}

		private Result check(AuthenticationMethod method, AuthenticatedUser user, String code, LoginOrigin origin,
				List<LoginThrottle.Attempt> wrong) throws MethodUnavailableException {
			boolean alone = user.factors().stream().map(Factor::kind).noneMatch(FactorKind.PASSWORD::equals);
			LoginThrottle.Attempt attempt = throttle.begin(origin,
					alone ? new FactorKind(method.kind().code() + "-alone") : method.kind(), user.principal());
			if (attempt.refusal().isPresent()) {
				return new Result.Throttled();
			}
			boolean rejected = false;
			try {
				Optional<AuthenticatedUser> known = Optional.of(user);
				Verdict verdict = method.verify(known,
						new Submission(user.loginName(), Map.of(CODE, code), method.challenge(known), origin));
				rejected = verdict instanceof Verdict.Rejected;
				return switch (verdict) {
					case Verdict.Proven(AuthenticatedUser proven) when proven.principal().equals(user.principal()) ->
						new Result.Right(proven.factors().getLast());
					case Verdict.Proven other -> new Result.Wrong("proven by another user");
					case Verdict.Rejected why -> new Result.Wrong(method.kind() + ": " + why.detail());
					case Verdict.Throttled throttled -> new Result.Throttled();
					case Verdict.Continued continued -> new Result.Wrong(method.kind() + " asks for more than a code");
				};
			}
			finally {
				if (rejected) {
					wrong.add(attempt);
				}
				else {
					attempt.forgive();
				}
			}
		}

	}

}
