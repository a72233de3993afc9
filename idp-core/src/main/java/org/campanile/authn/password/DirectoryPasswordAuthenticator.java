package org.campanile.authn.password;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationOutcome;
import org.campanile.authn.AuthenticationOutcome.Authenticated;
import org.campanile.authn.AuthenticationOutcome.Reason;
import org.campanile.authn.AuthenticationOutcome.Rejected;
import org.campanile.authn.AuthenticationOutcome.Throttled;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.LoginThrottle;
import org.campanile.authn.PasswordAuthenticator;
import org.campanile.authn.PasswordWarning;
import org.campanile.directory.BindAnswer;
import org.campanile.directory.BoundLookup;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.UserLookup;

/**
 * Checks passwords against the directory: what was typed, then the throttle, then one
 * search and one bind. Thread-safe.
 */
public final class DirectoryPasswordAuthenticator implements PasswordAuthenticator {

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
	public AuthenticationOutcome authenticate(String username, String password, LoginOrigin origin)
			throws DirectoryUnavailableException {
		long start = timing.start();
		AuthenticationOutcome outcome;
		try {
			PasswordCredentials credentials = rules.prepare(username, password);
			outcome = throttled(credentials, origin, start);
		}
		catch (UnusableInputException ex) {
			return metrics.counted(new Rejected(Reason.BAD_CREDENTIALS, ex.getMessage() + ", not asked"));
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

	private AuthenticationOutcome throttled(PasswordCredentials credentials, LoginOrigin origin, long start)
			throws DirectoryUnavailableException {
		LoginThrottle.Attempt attempt = throttle.begin(origin, credentials.username());
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
			return outcome(credentials.username(), bound);
		}
		finally {
			// A directory that failed says nothing of the password: not counted either.
			if (wrongGuess) {
				attempt.count();
			}
			else {
				attempt.forgive();
			}
		}
	}

	private AuthenticationOutcome outcome(String loginName, BoundLookup bound) {
		if (bound.lookup() instanceof UserLookup.Refused refused) {
			return new Rejected(Reason.BAD_CREDENTIALS, "the directory returned " + refused.reason());
		}
		return switch (bound.answer()) {
			case BindAnswer.Refused refused -> new Rejected(reason(refused.refusal()), refused.detail());
			case BindAnswer.Accepted accepted -> bound.lookup() instanceof UserLookup.Found found
					? new Authenticated(user(loginName, found, accepted)) : new Rejected(Reason.BAD_CREDENTIALS,
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
		return new AuthenticatedUser(found.principal(), loginName, found.entry(), clock.instant(),
				settings.authnContextClass(), warning);
	}

}
