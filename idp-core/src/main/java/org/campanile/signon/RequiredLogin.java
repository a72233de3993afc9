package org.campanile.signon;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.session.SsoSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Determines what a user must prove before a service can be answered. Thread-safe. */
final class RequiredLogin {

	private static final Logger logger = LoggerFactory.getLogger(RequiredLogin.class);

	private final SignOnSteps steps;

	private final InstantSource clock;

	RequiredLogin(SignOnSteps steps, InstantSource clock) {
		this.steps = steps;
		this.clock = clock;
	}

	/**
	 * Returns the login of a user without a session, which starts with the first factor.
	 */
	SignOnOutcome anew(SignOnRequest request) {
		return of(request, SignOnOutcome.LoginRequired.Reason.NO_SESSION, LoginState.begin(request));
	}

	/** The methods are asked once, so that no later answer of theirs contradicts. */
	SignOnOutcome of(SignOnRequest request, SignOnOutcome.LoginRequired.Reason reason, LoginState state) {
		return of(request, reason, state, steps.next(state));
	}

	SignOnOutcome of(SignOnRequest request, SignOnOutcome.LoginRequired.Reason reason, LoginState state,
			SignOnSteps.Step step) {
		if (request.demand().passive() && !(step instanceof SignOnSteps.Step.Refuse)) {
			return new SignOnOutcome.Refused(Refusal.NO_PASSIVE);
		}
		return switch (step) {
			case SignOnSteps.Step.Prove prove -> new SignOnOutcome.LoginRequired(reason, state, prove);
			// A session alone is not enough to enrol: another person may be at the
			// computer by now.
			case SignOnSteps.Step.Enrol again when state.session().isPresent() -> {
				LoginState anew = state.anew();
				yield of(request, reason, anew, steps.next(anew));
			}
			case SignOnSteps.Step.Enrol enrol -> new SignOnOutcome.LoginRequired(reason, state, enrol);
			case SignOnSteps.Step.Wait wait -> new SignOnOutcome.Undecided(state, wait);
			case SignOnSteps.Step.Respond respond ->
				throw new IllegalStateException("a login is required, and nothing is to be proven");
			case SignOnSteps.Step.Refuse refuse -> new SignOnOutcome.Refused(refuse.refusal());
		};
	}

	/**
	 * Returns the outcome of a sign-on from a session by the decision of the access
	 * rules.
	 * @return empty if they permit the sign-on
	 */
	Optional<SignOnOutcome> barred(SignOnRequest request, SsoSession session, Decision decision) {
		return switch (decision) {
			case Decision.Permit permit -> Optional.empty();
			case Decision.Deny deny -> Optional.of(new SignOnOutcome.Refused(Refusal.ACCESS_DENIED, deny));
			case Decision.StepUp stepUp -> Optional.of(stepUp(request, session, stepUp));
		};
	}

	/**
	 * Returns the login for a rule that demands more, or more recent, factors than the
	 * session has.
	 */
	private SignOnOutcome stepUp(SignOnRequest request, SsoSession session, Decision.StepUp stepUp) {
		SignOnRequest raised = request.requiring(stepUp.classes());
		if (!steps.reachable(raised)) {
			return new SignOnOutcome.Refused(Refusal.NO_AUTHN_CONTEXT);
		}
		Optional<LoginState> next = unmet(LoginState.stepUp(raised, session), stepUp.maxAge());
		if (next.isEmpty()) {
			logger.error("Access rule {} demands again what was just proven; nothing can satisfy it", stepUp.rule());
			return new SignOnOutcome.Refused(Refusal.NO_AUTHN_CONTEXT);
		}
		return of(raised,
				next.get().user().isEmpty() ? SignOnOutcome.LoginRequired.Reason.FORCED
						: SignOnOutcome.LoginRequired.Reason.STRONGER_AUTHENTICATION,
				next.get(), steps.next(next.get(), stepUp, clock.instant()));
	}

	/**
	 * Returns the same login without the factors that are too old; a new login if that
	 * leaves no factor, or nothing to be proven.
	 * @return empty if everything has been proven for this request
	 */
	private Optional<LoginState> unmet(LoginState state, @Nullable Duration maxAge) {
		AuthenticatedUser user = state.user().orElseThrow();
		Instant asked = state.request().receivedAt();
		Instant oldest = maxAge == null ? Instant.MIN : clock.instant().minus(maxAge);
		List<Factor> recent = user.factors()
			.stream()
			.filter(factor -> factor.at().isAfter(oldest) || !factor.at().isBefore(asked))
			.toList();
		if (!recent.isEmpty()) {
			LoginState counting = state.counting(recent);
			if (!(steps.next(counting) instanceof SignOnSteps.Step.Respond)) {
				return Optional.of(counting);
			}
		}
		return user.factors().stream().noneMatch(factor -> factor.at().isBefore(asked)) ? Optional.empty()
				: Optional.of(state.anew());
	}

}
