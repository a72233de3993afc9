package org.campanile.directory.password;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.PasswordChange;
import org.campanile.authn.Verdict;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.directory.BindAnswer;
import org.campanile.directory.BoundLookup;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryConversation;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.PasswordAccount;
import org.campanile.directory.PasswordChangeAnswer;
import org.campanile.directory.PasswordReplacement;
import org.campanile.directory.UserLookup;
import org.campanile.directory.password.CredentialRules.PasswordCredentials;
import org.campanile.directory.password.CredentialRules.UnusableInputException;

/**
 * Changes passwords in the directory: the throttle of logins, then a search, a bind with
 * the current password, the change, and a bind with the new one. Thread-safe.
 */
public final class DirectoryPasswordChange implements PasswordChange {

	private final Login login;

	private final Settings settings;

	private final BooleanSupplier here;

	DirectoryPasswordChange(Login login, Settings settings, BooleanSupplier here) {
		this.login = login;
		this.settings = settings;
		this.here = here;
	}

	/**
	 * The settings with which the directory changes a password.
	 *
	 * @param operation the operation that changes the password
	 * @param serviceAccount changes passwords that their owners are not let in with, or
	 * have no right to change; empty: such are not changed
	 * @param letsExpiredIn whether owners are let in with a password that must be
	 * changed, as Active Directory does not
	 */
	public record Settings(PasswordReplacement.Operation operation, Optional<ServiceAccount> serviceAccount,
			boolean letsExpiredIn) {
	}

	/** The parts shared with the login. */
	record Login(Directory directory, LoginMethod method, CredentialRules rules, LoginThrottle throttle,
			UniformResponseTime timing, BiFunction<String, BoundLookup, Verdict> verdict) {
	}

	@Override
	public boolean isOffered() {
		return here.getAsBoolean();
	}

	@Override
	public boolean isOfferedAfter(Verdict.Reason reason) {
		return isOffered() && switch (reason) {
			case PASSWORD_EXPIRED -> settings.serviceAccount().isPresent();
			case PASSWORD_MUST_CHANGE -> settings.letsExpiredIn() || settings.serviceAccount().isPresent();
			case BAD_CREDENTIALS, ACCOUNT_LOCKED, ACCOUNT_DISABLED -> false;
		};
	}

	@Override
	public Outcome change(String loginName, String current, String replacement, LoginOrigin origin)
			throws MethodUnavailableException {
		long start = login.timing().start();
		PasswordCredentials credentials;
		try {
			credentials = login.rules().prepare(loginName, current);
		}
		catch (UnusableInputException ex) {
			return notProven(ex.getMessage() + ", not asked");
		}
		try {
			login.rules().checkPassword(replacement);
		}
		catch (UnusableInputException ex) {
			return new Outcome.Declined(Objection.PASSWORD_UNUSABLE, ex.getMessage() + ", not asked");
		}
		if (replacement.equals(current)) {
			return new Outcome.Declined(Objection.PASSWORD_UNCHANGED, "not asked");
		}
		Outcome outcome = throttled(credentials, replacement, origin);
		if (outcome instanceof Outcome.NotProven(Verdict.Rejected rejected)
				&& rejected.reason() == Verdict.Reason.BAD_CREDENTIALS) {
			login.timing().holdSince(start);
		}
		return outcome;
	}

	private static Outcome notProven(@Nullable String detail) {
		return new Outcome.NotProven(new Verdict.Rejected(Verdict.Reason.BAD_CREDENTIALS, String.valueOf(detail)));
	}

	private Outcome throttled(PasswordCredentials credentials, String replacement, LoginOrigin origin)
			throws MethodUnavailableException {
		LoginThrottle.Attempt attempt = login.throttle()
			.begin(origin, credentials.username(), login.method()::countedName);
		if (attempt.refusal().isPresent()) {
			return new Outcome.NotProven(new Verdict.Throttled(attempt.refusal().get()));
		}
		PasswordReplacement change = new PasswordReplacement(credentials.password(), replacement, settings.operation(),
				settings.serviceAccount());
		boolean wrong = false;
		try {
			PasswordChangeAnswer answer = login.directory()
				.within(conversation -> talk(conversation, credentials, change, attempt));
			wrong = answer instanceof PasswordChangeAnswer.NotProven(BindAnswer.Refused refused)
					&& !refused.refusal().passwordProven();
			return outcome(credentials.username(), answer);
		}
		catch (DirectoryUnavailableException ex) {
			return unanswered(change, ex);
		}
		finally {
			if (wrong) {
				attempt.count();
			}
			else {
				attempt.forgive();
			}
		}
	}

	private PasswordChangeAnswer talk(DirectoryConversation conversation, PasswordCredentials credentials,
			PasswordReplacement change, LoginThrottle.Attempt attempt) throws DirectoryUnavailableException {
		Optional<PasswordAccount> account = login.method().account(conversation, credentials.username());
		if (account.isEmpty() || !attempt.permits(account.get().countedAs())) {
			conversation.bindDecoy(credentials.password());
			return new PasswordChangeAnswer.NotProven(new BindAnswer.Refused(BindAnswer.Refusal.WRONG,
					account.isEmpty() ? "no such user" : "too many wrong passwords at this account, not asked"));
		}
		return conversation.replace(account.get(), change);
	}

	private Outcome outcome(String username, PasswordChangeAnswer answer) {
		return switch (answer) {
			case PasswordChangeAnswer.NotProven(BindAnswer.Refused refused) -> new Outcome.NotProven(
					login.verdict().apply(username, new BoundLookup(refused, new UserLookup.NotFound())));
			case PasswordChangeAnswer.Declined(Objection objection, String detail) ->
				new Outcome.Declined(objection, detail);
			case PasswordChangeAnswer.Changed(Optional<BoundLookup> bound) ->
				new Outcome.Changed(bound.map(lookup -> login.verdict().apply(username, lookup)));
		};
	}

	/**
	 * Returns the outcome without an answer. The conversation may continue for a while
	 * after its caller has given up, so it is told not to begin the change any more.
	 */
	private static Outcome unanswered(PasswordReplacement change, DirectoryUnavailableException ex)
			throws MethodUnavailableException {
		if (change.withdraw()) {
			throw new MethodUnavailableException(ex.getMessage(), ex);
		}
		return change.isDone() ? new Outcome.Changed(Optional.empty())
				: new Outcome.Unknown(String.valueOf(ex.getMessage()));
	}

}
