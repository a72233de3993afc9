package org.campanile.validation;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginNames;
import org.campanile.authn.LoginNames.UnusableNameException;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.resolver.UserResolver.ResolvedUser;
import org.campanile.authn.resolver.UserResolver.ResolverUnavailableException;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.factor.Enrolments;
import org.campanile.factor.pin.Pins;
import org.campanile.store.StoreUnavailableException;

/**
 * Checks passwords and codes that users typed elsewhere. A password or PIN is checked
 * before the code, so that a guess without it uses up no code. Passwords and PINs count
 * together, with the attempts of the login. A factor is recorded as used only if the user
 * is accepted. Thread-safe.
 */
public final class ValidationService {

	private static final Logger logger = LoggerFactory.getLogger(ValidationService.class);

	/** The maximum length; a longer text cannot be a login name. */
	private static final int MAX_NAME = 256;

	/**
	 * The maximum length, in UTF-16 units; a longer text cannot be a password and a code.
	 */
	private static final int MAX_PASS = 1_100;

	/**
	 * The kind of factor that represents the client's assertion where nothing was proven
	 * here yet.
	 */
	private static final FactorKind NAMED = new FactorKind("named");

	private final CodeCheck codes;

	private final PinCheck pins;

	private final Optional<Enrolments> enrolments;

	private final Transactions transactions;

	private final LoginThrottle throttle;

	private final InstantSource clock;

	/**
	 * @param enrolments where the use of factors is noted; empty if nothing is enrolled
	 * here
	 */
	public ValidationService(CodeCheck codes, PinCheck pins, Optional<Enrolments> enrolments, Transactions transactions,
			LoginThrottle throttle, InstantSource clock) {
		this.codes = codes;
		this.pins = pins;
		this.enrolments = enrolments;
		this.transactions = transactions;
		this.throttle = throttle;
		this.clock = clock;
	}

	/**
	 * A validation request from a client.
	 *
	 * @param client the client's name
	 * @param realm where the user is
	 * @param loginName as typed, without the realm
	 * @param pass what the user typed
	 * @param transaction a challenge that this answers; empty for none
	 * @param origin where the user types, or the client if it does not say
	 */
	public record Request(String client, Realm realm, String loginName, String pass, String transaction,
			LoginOrigin origin) {

		/** Omits the typed input, which is secret. */
		@Override
		public String toString() {
			return "Request[" + client + ", " + realm.name() + ", " + loginName + "]";
		}

	}

	/** The answer to the client. */
	public sealed interface Result {

		/**
		 * The user has proven everything that the realm requires.
		 *
		 * @param user who it is
		 * @param principal the canonical name
		 * @param factors what was proven, in order
		 */
		record Accepted(ResolvedUser user, String principal, List<Factor> factors) implements Result {
		}

		/**
		 * The password or PIN is right, the code is missing.
		 *
		 * @param principal the canonical name
		 * @param transaction names the challenge
		 */
		record Challenged(String principal, FactorKind proven, String transaction) implements Result {
		}

		/**
		 * The input is wrong, or there were too many attempts.
		 *
		 * @param why for the audit line alone: clients and users must not learn it
		 * @param detail likewise
		 */
		record Rejected(Why why, String detail) implements Result {
		}

		/**
		 * Nothing was checked or counted, as too many PINs are being checked.
		 *
		 * @param detail for the audit line alone
		 */
		record Busy(String detail) implements Result {
		}

	}

	/** The reasons to reject a user. */
	public enum Why {

		BAD_CREDENTIALS, PASSWORD_EXPIRED, PASSWORD_MUST_CHANGE, ACCOUNT_LOCKED, ACCOUNT_DISABLED, THROTTLED,
		NOTHING_ENROLLED, TRANSACTION_UNKNOWN, INPUT_UNUSABLE

	}

	/**
	 * Thrown if something that a check depends on does not answer; nothing is counted.
	 */
	public static final class ValidationUnavailableException extends Exception {

		private static final long serialVersionUID = 1L;

		private ValidationUnavailableException(Throwable cause) {
			super(cause.getMessage(), cause);
		}

	}

	/**
	 * Checks one request.
	 * @throws ValidationUnavailableException if it could not be checked
	 */
	public Result check(Request request) throws ValidationUnavailableException {
		Optional<String> name = prepared(request.loginName());
		String pass = request.pass();
		if (name.isEmpty() || pass.length() > MAX_PASS || pass.isBlank() || pass.indexOf('\0') >= 0) {
			return new Result.Rejected(Why.INPUT_UNUSABLE, "no name or password that anybody has");
		}
		try (Enrolments.Reading reading = reading()) {
			Result result = new Check(request, name.get()).run();
			if (result instanceof Result.Accepted accepted) {
				noteUse(accepted);
			}
			return result;
		}
		catch (Pins.BusyException ex) {
			return new Result.Busy(String.valueOf(ex.getMessage()));
		}
		catch (ResolverUnavailableException | MethodUnavailableException | StoreUnavailableException ex) {
			throw new ValidationUnavailableException(ex);
		}
	}

	/** Returns the name as it is looked up; empty if nobody can have it. */
	private static Optional<String> prepared(String typed) {
		try {
			return Optional.of(LoginNames.prepare(typed, MAX_NAME));
		}
		catch (UnusableNameException ex) {
			return Optional.empty();
		}
	}

	/** Reads what the user has enrolled once, for all questions about it. */
	private Enrolments.Reading reading() {
		return enrolments.map(Enrolments::reading).orElse(() -> {
		});
	}

	private void noteUse(Result.Accepted accepted) {
		if (enrolments.isEmpty()) {
			return;
		}
		try {
			if (accepted.factors().getFirst().kind().equals(FactorKind.PIN)) {
				// A PIN that began a challenge was read by an earlier request.
				enrolments.get().find(accepted.principal());
			}
			accepted.factors().forEach(factor -> enrolments.get().noteUse(accepted.principal(), factor));
		}
		catch (StoreUnavailableException ex) {
			logger.warn("The use of a PIN could not be noted: {}", ex.getMessage());
		}
	}

	/** A single check. Used by one thread. */
	private final class Check {

		private final Request request;

		private final Realm realm;

		private final String name;

		private final SecretCheck secrets;

		Check(Request request, String name) {
			this.request = request;
			this.realm = request.realm();
			this.name = name;
			this.secrets = new SecretCheck(pins, throttle, clock, realm, name, request.origin());
		}

		Result run() throws ResolverUnavailableException, MethodUnavailableException, StoreUnavailableException,
				Pins.BusyException {
			if (!request.transaction().isEmpty()) {
				return answer();
			}
			return switch (realm.check()) {
				case OTP -> code(Optional.empty(), request.pass());
				case PASSWORD, PIN -> {
					SecretCheck.Outcome secret = secrets.check(request.pass());
					yield secret.rejection().isPresent() ? secret.rejection().get()
							: accepted(secret.user(), List.of(secret.factor()));
				}
				case PASSWORD_AND_OTP, PIN_AND_OTP -> secretAndCode();
			};
		}

		/** The answer to a challenge. */
		private Result answer()
				throws ResolverUnavailableException, MethodUnavailableException, StoreUnavailableException {
			Optional<Transactions.Begun> begun = transactions.take(request.transaction(), request.client(),
					realm.name(), name);
			return begun.isEmpty()
					? new Result.Rejected(Why.TRANSACTION_UNKNOWN, "expired, answered before, or of somebody else")
					: code(begun, request.pass());
		}

		private Result secretAndCode() throws ResolverUnavailableException, MethodUnavailableException,
				StoreUnavailableException, Pins.BusyException {
			String pass = request.pass();
			int at = pass.length() - realm.codeDigits();
			boolean split = at > 0 && pass.chars().skip(at).allMatch(sign -> sign >= '0' && sign <= '9');
			if (!split && !realm.challenge()) {
				// This costs as much as a wrong password, and does not confirm the
				// password.
				return new Result.Rejected(Why.BAD_CREDENTIALS, "no code of " + realm.codeDigits() + " digits");
			}
			SecretCheck.Outcome secret = secrets.check(split ? pass.substring(0, at) : pass);
			if (split && secret.isWrong() && realm.challenge()) {
				// A password or PIN alone that ends in digits. Counts as a second try.
				split = false;
				secret = secrets.check(pass);
			}
			if (secret.rejection().isPresent()) {
				return secret.rejection().get();
			}
			Transactions.Begun begun = new Transactions.Begun(realm.principal(secret.user()), secret.factor());
			return split ? code(Optional.of(begun), secret.user(), pass.substring(at))
					: new Result.Challenged(begun.principal(), begun.first().kind(),
							transactions.begin(request.client(), realm.name(), name, begun));
		}

		private Result code(Optional<Transactions.Begun> begun, String code)
				throws ResolverUnavailableException, MethodUnavailableException {
			Realm.Found found = realm.find(name);
			if (found.user().isEmpty()) {
				return new Result.Rejected(Why.BAD_CREDENTIALS, "no such user");
			}
			Result result = code(begun, found.user().get(), code);
			if (result instanceof Result.Rejected && found.cached()) {
				// The cached entry may belong to another user who has been given the name
				// since.
				Optional<ResolvedUser> now = realm.read(name).user();
				if (now.isPresent() && !now.get().principal().equals(found.user().get().principal())) {
					return code(begun, now.get(), code);
				}
			}
			return result;
		}

		private Result code(Optional<Transactions.Begun> begun, ResolvedUser user, String code)
				throws MethodUnavailableException {
			String principal = realm.principal(user);
			if (begun.filter(before -> !before.principal().equals(principal)).isPresent()) {
				return new Result.Rejected(Why.TRANSACTION_UNKNOWN, "somebody else has that name since");
			}
			Optional<Factor> first = begun.map(Transactions.Begun::first);
			AuthenticatedUser known = new AuthenticatedUser(principal, name, Optional.empty(),
					List.of(first.orElseGet(() -> new Factor(NAMED, clock.instant()))), Optional.empty());
			return switch (codes.check(known, code.strip(), request.origin())) {
				case CodeCheck.Result.Right(Factor factor) ->
					accepted(user, first.map(before -> List.of(before, factor)).orElseGet(() -> List.of(factor)));
				case CodeCheck.Result.Wrong wrong -> new Result.Rejected(Why.BAD_CREDENTIALS, wrong.detail());
				case CodeCheck.Result.NothingEnrolled nothing ->
					new Result.Rejected(Why.NOTHING_ENROLLED, "the user has enrolled nothing that makes such a code");
				case CodeCheck.Result.Throttled throttled ->
					new Result.Rejected(Why.THROTTLED, "too many wrong codes, not checked");
			};
		}

		private Result accepted(ResolvedUser user, List<Factor> factors) {
			return new Result.Accepted(user, realm.principal(user), factors);
		}

	}

}
