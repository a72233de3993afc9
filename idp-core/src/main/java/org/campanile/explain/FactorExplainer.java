package org.campanile.explain;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Enrolments;
import org.campanile.service.Service;
import org.campanile.signon.AccessSteps;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.LoginState;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnSteps;
import org.campanile.store.StoreUnavailableException;

/**
 * Explains which factors a login would ask a user for, with what decides that for a real
 * one. Thread-safe.
 */
public final class FactorExplainer {

	private final AccessSteps steps;

	private final Optional<Enrolments> enrolments;

	private final InstantSource clock;

	/**
	 * @param enrolments empty if there are only passwords
	 */
	public FactorExplainer(AccessSteps steps, Optional<Enrolments> enrolments, InstantSource clock) {
		this.steps = steps.askingNobodyElse();
		this.enrolments = enrolments;
		this.clock = clock;
	}

	/** A user who has just signed in with a password, as access rules see it. */
	AccessPolicy.Subject subject(String principal, ResolvedAttributes attributes) {
		return steps.subject(principal, attributes, List.of(new Factor(FactorKind.PASSWORD, clock.instant())));
	}

	/**
	 * @param user as typed
	 * @param first what the access rules say of the user after the password
	 */
	Explanation.Factors explain(Service service, String user, String principal, ResolvedAttributes attributes,
			AccessPolicy access, Decision first) {
		AccessSteps.Next next = steps.next(afterPassword(service, user, principal), service, attributes, access, "", Optional.empty(),
				false);
		Decision.StepUp rule = next.decision() instanceof Decision.StepUp demanding ? demanding
				: first instanceof Decision.StepUp spared ? spared : null;
		return new Explanation.Factors(rule == null ? List.of() : rule.classes(), rule == null ? null : rule.rule(),
				enrolled(principal), service.decidedByPage()
						? "what is asked for after the password is decided for each page" : words(next, rule));
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

	private LoginState afterPassword(Service service, String user, String principal) {
		Instant now = clock.instant();
		return LoginState
			.begin(new SignOnRequest(service.protocol(), service.id(), "", null, AuthnDemand.NONE, now, null, Map.of()))
			.with(new AuthenticatedUser(principal, user, Optional.empty(),
					List.of(new Factor(FactorKind.PASSWORD, now)), Optional.empty()));
	}

	/**
	 * @param rule the rule that demands a further factor, or would of other users
	 */
	private static String words(AccessSteps.Next next, Decision.@Nullable StepUp rule) {
		return switch (next.step()) {
			case SignOnSteps.Step.Prove prove -> "after the password one of " + prove.kinds() + " is asked for";
			case SignOnSteps.Step.Enrol enrol -> "after the password one of " + enrol.kinds()
					+ " is enrolled, and proven then" + (enrol.skippableUntil() == null ? ""
							: "; the person may put it off until " + enrol.skippableUntil());
			case SignOnSteps.Step.Wait wait -> wait.kind() + " does not answer: " + wait.detail();
			case SignOnSteps.Step.Respond respond when next.decision() instanceof Decision.Deny ->
				"nothing more is asked for, as the access rules deny the sign-on";
			case SignOnSteps.Step.Respond respond when rule == null ->
				"a password is enough, unless the service itself asks for more";
			case SignOnSteps.Step.Respond respond ->
				"nothing more is asked for, as the person has enrolled nothing and the rule permits that";
			case SignOnSteps.Step.Refuse refuse -> "the sign-on is refused, as the person has enrolled nothing that "
					+ "would do and may not do so at the login";
		};
	}

}
