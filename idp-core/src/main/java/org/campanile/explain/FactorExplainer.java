package org.campanile.explain;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Enrolments;
import org.campanile.service.Service;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.LoginState;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnSteps;
import org.campanile.store.StoreUnavailableException;

/**
 * Explains which factors a login would ask a user for, with the steps of a real one.
 * Thread-safe.
 */
public final class FactorExplainer {

	private final SignOnSteps steps;

	private final Optional<Enrolments> enrolments;

	private final InstantSource clock;

	/**
	 * @param enrolments empty if there are only passwords
	 */
	public FactorExplainer(SignOnSteps steps, Optional<Enrolments> enrolments, InstantSource clock) {
		this.steps = steps;
		this.enrolments = enrolments;
		this.clock = clock;
	}

	/**
	 * @param user as typed
	 * @param stepUp what the access rules demand after the password; null for nothing
	 */
	Explanation.Factors explain(Service service, String user, String principal, Decision.@Nullable StepUp stepUp) {
		return new Explanation.Factors(stepUp == null ? List.of() : stepUp.classes(),
				stepUp == null ? null : stepUp.rule(), enrolled(principal),
				stepUp == null ? "a password is enough, unless the service itself asks for more"
						: next(service, user, principal, stepUp));
	}

	private List<String> enrolled(String principal) {
		if (enrolments.isEmpty()) {
			return List.of();
		}
		try {
			return enrolments.get()
				.find(principal)
				.credentials()
				.stream()
				.filter(credential -> !credential.kind().equals(FactorKind.PIN))
				.map(credential -> credential.kind() + " \"" + credential.name() + "\" since " + credential.createdAt())
				.toList();
		}
		catch (StoreUnavailableException ex) {
			return List.of("not known, as the store does not answer: " + ex.getMessage());
		}
	}

	private String next(Service service, String user, String principal, Decision.StepUp stepUp) {
		Instant now = clock.instant();
		SignOnRequest request = new SignOnRequest(service.protocol(), service.id(), "", null,
				new AuthnDemand(false, false, null, stepUp.classes()), now, null, Map.of());
		LoginState state = LoginState.begin(request)
			.with(new AuthenticatedUser(principal, user, Optional.empty(),
					List.of(new Factor(FactorKind.PASSWORD, now)), Optional.empty()));
		return switch (steps.next(state, stepUp, now)) {
			case SignOnSteps.Step.Prove prove -> "after the password one of " + prove.kinds() + " is asked for";
			case SignOnSteps.Step.Enrol enrol when stepUp.sparesUnequipped(now) && enrol.skippableUntil() == null ->
				"nothing more is asked for, as the person has enrolled nothing and the rule permits that";
			case SignOnSteps.Step.Enrol enrol -> "after the password one of " + enrol.kinds()
					+ " is enrolled, and proven then" + (enrol.skippableUntil() == null ? ""
							: "; the person may put it off until " + enrol.skippableUntil());
			case SignOnSteps.Step.Wait wait -> wait.kind() + " does not answer: " + wait.detail();
			case SignOnSteps.Step.Respond respond -> "nothing more is asked for";
			case SignOnSteps.Step.Refuse refuse when stepUp.sparesUnequipped(now) ->
				"nothing more is asked for, as the person has enrolled nothing and the rule permits that";
			case SignOnSteps.Step.Refuse refuse -> "the sign-on is refused, as the person has enrolled nothing that "
					+ "would do and may not do so at the login";
		};
	}

}
