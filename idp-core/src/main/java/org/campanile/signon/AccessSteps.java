package org.campanile.signon;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.protocol.ProtocolId;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;

/**
 * Decides what comes next where access rules may demand more than the service does: of a
 * login in progress, and of a session. Stores nothing. Thread-safe.
 */
public final class AccessSteps {

	private final SignOnSteps steps;

	private final InstantSource clock;

	/**
	 * @param steps knows what users can prove
	 */
	public AccessSteps(SignOnSteps steps, InstantSource clock) {
		this.steps = steps;
		this.clock = clock;
	}

	/**
	 * A login and the step that follows.
	 *
	 * @param state with what the access rules demand beyond the request
	 * @param step what is to be done next
	 * @param decision what the access rules say of the user as things are now
	 */
	public record Next(LoginState state, SignOnSteps.Step step, Decision decision) {
	}

	/**
	 * What follows in a login, of a user with these attributes who has proven a factor.
	 * @param address the client's address
	 * @param putOff whether the user chose to postpone enrolment
	 */
	public Next next(LoginState state, Service service, ResolvedAttributes attributes, AccessPolicy access,
			String address, boolean putOff) {
		AccessPolicy.Target target = new AccessPolicy.Target(service, null, address);
		AuthenticatedUser user = state.user().orElseThrow();
		AccessPolicy.Subject subject = subject(state.request(), user.principal(), attributes, user.factors());
		Decision decision = access.decide(target, subject);
		if (service.decidedByPage()) {
			// What is demanded was decided for the page; not that it may be enrolled now.
			return new Next(state,
					decision instanceof Decision.StepUp rule && rule.unequipped() == Decision.StepUp.Unequipped.REFUSE
							? steps.next(state, rule, clock.instant()) : steps.next(state),
					decision);
		}
		if (!(decision instanceof Decision.StepUp)) {
			return new Next(state, steps.next(state), decision);
		}
		// A rule that spares the user leaves the next ones to ask.
		while (decision instanceof Decision.StepUp rule) {
			Next demanded = demanded(state, rule);
			if (!spares(rule, demanded.step(), putOff)) {
				return demanded;
			}
			subject = subject.sparedBy(Set.of(rule.rule()));
			decision = access.decide(target, subject);
		}
		LoginState undemanding = state.to(state.request().requiring(List.of()));
		return new Next(undemanding, steps.next(undemanding), decision);
	}

	private Next demanded(LoginState state, Decision.StepUp rule) {
		LoginState raised = state.to(state.request().requiring(rule.classes()));
		return new Next(raised, steps.next(raised, rule, clock.instant()), rule);
	}

	/**
	 * What the access rules say of the user of a session, as it counts now, without a
	 * sign-on.
	 */
	public Decision decide(Service service, SsoSession session, AccessPolicy access, String address) {
		return decide(anyRequest(), service, steps.lasting(session), access, address);
	}

	private SignOnRequest anyRequest() {
		return new SignOnRequest(ProtocolId.OWN, "", "", null, AuthnDemand.NONE, clock.instant(), null, Map.of());
	}

	/**
	 * What the access rules say of the user of a session who wants to use a service.
	 * However old the session is: what is proven anew must not be demanded of fewer users
	 * than what is proven first.
	 */
	Decision decide(SignOnRequest request, Service service, SsoSession session, AccessPolicy access, String address) {
		AccessPolicy.Target target = new AccessPolicy.Target(service, null, address);
		AccessPolicy.Subject subject = subject(request, session.principal(), session.attributes(), session.factors());
		Decision decision = access.decide(target, subject);
		while (decision instanceof Decision.StepUp rule && rule.sparesUnequipped(clock.instant())
				&& spares(rule, demanded(LoginState.stepUp(request, session), rule).step(), true)) {
			subject = subject.sparedBy(Set.of(rule.rule()));
			decision = access.decide(target, subject);
		}
		return decision;
	}

	/**
	 * Whether a rule demands nothing of a user, who has enrolled nothing that it could
	 * ask for. False if that is not known.
	 * @param factors what has been proven; at least one
	 */
	public boolean spares(String principal, List<Factor> factors, Decision.StepUp rule) {
		if (!rule.sparesUnequipped(clock.instant())) {
			return false;
		}
		LoginState state = LoginState.begin(anyRequest(), principal, principal)
			.with(new AuthenticatedUser(principal, principal, Optional.empty(), factors, Optional.empty()));
		return spares(rule, demanded(state, rule).step(), true);
	}

	/**
	 * As {@link #spares(String, List, Decision.StepUp)}.
	 * @param step that of a login whose request carries what the rule demands
	 */
	private boolean spares(Decision.StepUp rule, SignOnSteps.Step step, boolean putOff) {
		return rule.sparesUnequipped(clock.instant()) && switch (step) {
			case SignOnSteps.Step.Prove prove -> false;
			case SignOnSteps.Step.Respond respond -> false;
			case SignOnSteps.Step.Wait wait -> false;
			case SignOnSteps.Step.Enrol enrol -> putOff;
			case SignOnSteps.Step.Refuse refuse -> true;
		};
	}

	/**
	 * A user, as access rules see it.
	 * @param factors what has been proven; at least one
	 */
	public AccessPolicy.Subject subject(String principal, ResolvedAttributes attributes, List<Factor> factors) {
		return new AccessPolicy.Subject(principal, attributes, authnClass -> steps.satisfies(factors, authnClass),
				factors.stream().map(Factor::at).min(Comparator.naturalOrder()).orElse(Instant.EPOCH));
	}

	/**
	 * The user of a sign-on. A factor that was proven for this request is not too old,
	 * however long the login takes: no rule can have it asked for without end.
	 */
	private AccessPolicy.Subject subject(SignOnRequest request, String principal, ResolvedAttributes attributes,
			List<Factor> factors) {
		Instant oldest = factors.stream()
			.map(Factor::at)
			.filter(at -> at.isBefore(request.receivedAt()))
			.min(Comparator.naturalOrder())
			.orElseGet(clock::instant);
		return new AccessPolicy.Subject(principal, attributes, authnClass -> steps.satisfies(factors, authnClass),
				oldest);
	}

}
