package org.campanile.directory.password;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.PasswordChange;
import org.campanile.authn.PasswordWarning;
import org.campanile.authn.Verdict;
import org.campanile.authn.Verdict.Proven;
import org.campanile.authn.Verdict.Reason;
import org.campanile.authn.Verdict.Rejected;
import org.campanile.authn.Verdict.Throttled;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.directory.BindAnswer;
import org.campanile.directory.BoundLookup;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.UserLookup;
import org.campanile.directory.password.CredentialRules.PasswordCredentials;
import org.campanile.directory.password.CredentialRules.UnusableInputException;

/**
 * Checks passwords against the directory: first the typed text, then the throttle, then
 * one search and one bind. Thread-safe.
 */
public final class DirectoryPasswordAuthenticator implements AuthenticationMethod {

	/** The form field with the password. */
	public static final String PASSWORD = "j_password";

	private final Directory directory;

	private final PasswordSettings settings;

	private final CredentialRules rules;

	private final LoginThrottle throttle;

	private final InstantSource clock;

	private final UniformResponseTime timing;

	private final AuthenticationMetrics metrics;

	public DirectoryPasswordAuthenticator(Directory directory, PasswordSettings settings, LoginThrottle throttle,
			InstantSource clock, MeterRegistry registry) {
		this.directory = directory;
		this.settings = settings;
		this.rules = new CredentialRules(settings.maxUsernameLength(), settings.maxPasswordBytes());
		this.throttle = throttle;
		this.clock = clock;
		this.timing = new UniformResponseTime(settings.failureStep(), System::nanoTime, LockSupport::parkNanos);
		Gauge.builder("campanile.authentication.failure.step", timing, uniform -> uniform.step().toNanos() / 1e9)
			.description("Wrong passwords are answered at multiples of this time, in seconds")
			.baseUnit("seconds")
			.register(registry);
		this.metrics = new AuthenticationMetrics(registry);
	}

	@Override
	public FactorKind kind() {
		return FactorKind.PASSWORD;
	}

	@Override
	public boolean identifies() {
		return true;
	}

	@Override
	public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) throws MethodUnavailableException {
		try {
			return authenticate(submission.loginName(), submission.field(PASSWORD), submission.origin());
		}
		catch (DirectoryUnavailableException ex) {
			throw new MethodUnavailableException(ex.getMessage(), ex);
		}
	}

	/**
	 * Checks the password. Empty, blank, oversized or otherwise impossible input is
	 * rejected without asking the directory; it counts against its network.
	 * @param username as typed
	 * @param password as typed
	 * @param origin where the request came from, for throttling
	 * @throws DirectoryUnavailableException if the directory did not answer in time
	 */
	public Verdict authenticate(String username, String password, LoginOrigin origin)
			throws DirectoryUnavailableException {
		long start = timing.start();
		Verdict outcome;
		try {
			PasswordCredentials credentials = rules.prepare(username, password);
			outcome = throttled(credentials, origin, start);
		}
		catch (UnusableInputException ex) {
			Optional<Duration> refusal = throttle.countUnusable(origin);
			return metrics.counted(refusal.isPresent() ? new Throttled(refusal.get())
					: new Rejected(Reason.BAD_CREDENTIALS, ex.getMessage() + ", not asked"));
		}
		catch (DirectoryUnavailableException ex) {
			metrics.unavailable();
			throw ex;
		}
		if (outcome instanceof Rejected rejected && rejected.reason() == Reason.BAD_CREDENTIALS) {
			timing.holdSince(start);
		}
		return metrics.counted(outcome);
	}

	/**
	 * Creates the change of the passwords that this authenticator checks.
	 * @param here whether users may change them
	 */
	public PasswordChange passwordChange(DirectoryPasswordChange.Settings change, BooleanSupplier here) {
		return new DirectoryPasswordChange(
				new DirectoryPasswordChange.Login(directory, settings.method(), rules, throttle, timing, this::outcome),
				change, here);
	}

	/** The answers to wrong passwords that wait for their time. */
	@Override
	public int waiting() {
		return timing.waiting();
	}

	private Verdict throttled(PasswordCredentials credentials, LoginOrigin origin, long start)
			throws DirectoryUnavailableException {
		LoginThrottle.Attempt attempt = throttle.begin(origin, credentials.username(), settings.method()::countedName);
		Optional<Duration> refusal = attempt.refusal();
		if (refusal.isPresent()) {
			return new Throttled(refusal.get());
		}
		boolean wrongGuess = false;
		AtomicBoolean asked = new AtomicBoolean();
		LoginMethod.Gate gate = account -> {
			asked.set(attempt.permits(account));
			return asked.get();
		};
		try {
			BoundLookup bound = directory.within(conversation -> settings.method()
				.check(conversation, credentials.username(), credentials.password(), gate));
			// A failed call does not say how long a check takes.
			if (asked.get() && bound.lookup() instanceof UserLookup.Found) {
				timing.observeSince(start);
			}
			wrongGuess = bound.answer() instanceof BindAnswer.Refused refused && !refused.refusal().passwordProven();
			Verdict outcome = outcome(credentials.username(), bound);
			if (!wrongGuess && outcome instanceof Rejected rejected && rejected.reason() == Reason.BAD_CREDENTIALS) {
				throttle.countUnusable(origin);
			}
			return outcome;
		}
		finally {
			// A failure of the directory says nothing about the password, so it is not
			// counted either.
			if (wrongGuess) {
				attempt.count();
			}
			else {
				attempt.forgive();
			}
		}
	}

	private Verdict outcome(String loginName, BoundLookup bound) {
		if (bound.lookup() instanceof UserLookup.Refused refused) {
			return new Rejected(Reason.BAD_CREDENTIALS, "the directory returned " + refused.reason());
		}
		return switch (bound.answer()) {
			case BindAnswer.Refused refused -> new Rejected(reason(refused.refusal()), refused.detail());
			case BindAnswer.Accepted accepted -> bound.lookup() instanceof UserLookup.Found found
					? new Proven(user(loginName, found, accepted)) : new Rejected(Reason.BAD_CREDENTIALS,
							"the password is right, but no entry was found for the name");
		};
	}

	private Reason reason(BindAnswer.Refusal refusal) {
		return switch (refusal) {
			case WRONG -> Reason.BAD_CREDENTIALS;
			case LOCKED -> settings.revealLockedAccounts() ? Reason.ACCOUNT_LOCKED : Reason.BAD_CREDENTIALS;
			case EXPIRED -> Reason.PASSWORD_EXPIRED;
			case MUST_CHANGE -> Reason.PASSWORD_MUST_CHANGE;
			case DISABLED -> Reason.ACCOUNT_DISABLED;
		};
	}

	private AuthenticatedUser user(String loginName, UserLookup.Found found, BindAnswer.Accepted accepted) {
		Optional<PasswordWarning> warning = accepted.timeLeft().isEmpty() && accepted.graceLoginsLeft().isEmpty()
				? Optional.empty() : Optional.of(new PasswordWarning(accepted.timeLeft(), accepted.graceLoginsLeft()));
		return new AuthenticatedUser(found.principal(), loginName, Optional.of(found.entry()),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), warning);
	}

	/** Counts tries to sign in by their outcome. Thread-safe. */
	private static final class AuthenticationMetrics {

		private final Meter.MeterProvider<Counter> counters;

		AuthenticationMetrics(MeterRegistry registry) {
			this.counters = Counter.builder("campanile.authentication")
				.description("Attempts to sign in with a password")
				.withRegistry(registry);
		}

		Verdict counted(Verdict outcome) {
			count(switch (outcome) {
				case Verdict.Proven success -> "authenticated";
				case Verdict.Throttled throttled -> "throttled";
				case Verdict.Rejected rejected -> rejected.reason().name().toLowerCase(Locale.ROOT);
				case Verdict.Continued continued -> "continued";
			});
			return outcome;
		}

		void unavailable() {
			count("directory_unavailable");
		}

		private void count(String outcome) {
			counters.withTag("outcome", outcome).increment();
		}

	}

}
