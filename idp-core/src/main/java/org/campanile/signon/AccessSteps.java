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
 * Decides the next step if access rules may demand more than the service does: of a login
 * in progress, and of a session. Stores nothing. Thread-safe.
 */
public final class AccessSteps {

	private final SignOnSteps steps;

	private final InstantSource clock;

	private final SignOnSteps.Elsewhere elsewhere;

	/**
	 * @param steps knows what users can prove
	 */
	public AccessSteps(SignOnSteps steps, InstantSource clock) {
		this(steps, clock, SignOnSteps.Elsewhere.ASKED);
	}

	private AccessSteps(SignOnSteps steps, InstantSource clock, SignOnSteps.Elsewhere elsewhere) {
		this.steps = steps;
		this.clock = clock;
		this.elsewhere = elsewhere;
	}

	/**
	 * Returns the same steps, which ask no other system, as that might call the user's
	 * phone.
	 * @param nothingThere whether the user is taken to have nothing there; otherwise that
	 * is not known
	 */
	public AccessSteps askingNobodyElse(boolean nothingThere) {
		return new AccessSteps(steps, clock,
				nothingThere ? SignOnSteps.Elsewhere.NOTHING : SignOnSteps.Elsewhere.UNKNOWN);
	}

	/**
	 * A login and the step that follows.
	 *
	 * @param state with what the access rules demand beyond the request
	 * @param step the next step
	 * @param decision what the access rules say of the user as things are now: for a
	 * service, past the rules that spare the user; on the way to a page, the rule that
	 * demanded the login if the step follows from it, otherwise for the site as a whole
	 * @param spared if the rule that demanded the login for a page spares the user, that
	 * rule and those before it that do; otherwise empty
	 */
	public record Next(LoginState state, SignOnSteps.Step step, Decision decision, Set<String> spared) {

		Next(LoginState state, SignOnSteps.Step step, Decision decision) {
			this(state, step, decision, Set.of());
		}

	}

	/**
	 * Returns the next step of a login of a user with these attributes who has proven a
	 * factor.
	 * @param address the client's address
	 * @param page whose check demanded the login; empty for a whole service
	 * @param putOff whether the user chose to postpone enrolment
	 */
	public Next next(LoginState state, Service service, ResolvedAttributes attributes, AccessPolicy access,
			String address, Optional<SignOnProtocol.CheckedPage> page, boolean putOff) {
		AccessPolicy.Target target = new AccessPolicy.Target(service, null, address);
		AuthenticatedUser user = state.user().orElseThrow();
		AccessPolicy.Subject subject = subject(state.request(), user.principal(), attributes, user.factors());
		Decision decision = access.decide(target, subject);
		if (service.decidedByPage()) {
			// Only a rule's maximum age forces a login for a page. The user has signed
			// in, so factors proven without asking count; the page is checked again.
			LoginState unforced = state.to(state.request().unforced());
			Optional<Decision.StepUp> refusing = refusing(target, subject, access);
			return page.isPresent()
					? onTheWay(unforced, target, subject, access, decision, refusing, page.get(), putOff)
					: onTheWay(unforced, decision, refusing);
		}
		if (!(decision instanceof Decision.StepUp)) {
			return new Next(state, steps.next(state, elsewhere), decision);
		}
		// If a rule spares the user, the next rules are consulted.
		while (decision instanceof Decision.StepUp rule) {
			Next demanded = demanded(state, rule);
			if (!spares(rule, demanded.step(), putOff)) {
				return demanded;
			}
			subject = subject.sparedBy(Set.of(rule.rule()));
			decision = access.decide(target, subject);
		}
		return undemanding(state, decision, Set.of());
	}

	private Next demanded(LoginState state, Decision.StepUp rule) {
		LoginState raised = state.to(state.request().requiring(rule.classes()));
		return new Next(raised, steps.next(raised, rule, clock.instant(), elsewhere), rule);
	}

	private Next undemanding(LoginState state, Decision decision, Set<String> spared) {
		LoginState undemanding = state.to(state.request().requiring(List.of()));
		return new Next(undemanding, steps.next(undemanding, elsewhere), decision, spared);
	}

	/**
	 * Returns the next step on the way to a site when no rule is known that demanded the
	 * login. The demand was decided for the page, but not whether a factor may be
	 * enrolled now.
	 * @param decision for the site as a whole
	 * @param refusing the rule against which nothing is enrolled; empty if none
	 */
	private Next onTheWay(LoginState state, Decision decision, Optional<Decision.StepUp> refusing) {
		return new Next(state, refusing.map(rule -> steps.next(state, rule, clock.instant(), elsewhere))
			.orElseGet(() -> steps.next(state, elsewhere)), decision);
	}

	/**
	 * Returns the next step on the way to a page. The rule that demanded the login
	 * decides as at a service, if it is found again: the client's address may differ from
	 * that seen at the site, and the next check makes the same demand once more. Nothing
	 * is enrolled against a rule that refuses, whichever rule demanded the login, nor if
	 * that rule is not found again and is not one to enrol for.
	 * @param whole the decision for the site as a whole
	 * @param refusing the rule for the site as a whole that refuses; empty if none
	 */
	private Next onTheWay(LoginState state, AccessPolicy.Target site, AccessPolicy.Subject user, AccessPolicy access,
			Decision whole, Optional<Decision.StepUp> refusing, SignOnProtocol.CheckedPage page, boolean putOff) {
		AccessPolicy.Target target = new AccessPolicy.Target(site.service(), page.resource(), site.address());
		Optional<Decision.StepUp> against = refusing.or(() -> refusing(target, user, access));
		boolean refuses = against.isPresent();
		Optional<Decision.StepUp> lost = against.or(() -> page.enrols() ? Optional.empty()
				: Optional.of(new Decision.StepUp(page.rule(), List.of(), null).refusing()));
		AccessPolicy.Subject subject = user;
		Decision decision = access.decide(target, subject);
		while (decision instanceof Decision.StepUp rule) {
			boolean spares = rule.sparesUnequipped(clock.instant());
			Next demanded = demanded(state, refuses && !spares ? rule.refusing() : rule);
			boolean named = rule.rule().equals(page.rule());
			if (!spares(rule, demanded.step(), putOff || refuses)) {
				return named && rule.classes().equals(state.request().demand().required()) ? demanded
						: onTheWay(state, whole, lost);
			}
			subject = subject.sparedBy(Set.of(rule.rule()));
			if (named) {
				return undemanding(state, rule, subject.spared());
			}
			decision = access.decide(target, subject);
		}
		return onTheWay(state, whole, lost);
	}

	/**
	 * Returns the rule that would refuse a user who has enrolled nothing, assuming that
	 * every earlier rule that may spare such users does. Whether they do is not
	 * determined here, as it makes no difference to users who can prove what is demanded.
	 */
	private Optional<Decision.StepUp> refusing(AccessPolicy.Target target, AccessPolicy.Subject user,
			AccessPolicy access) {
		AccessPolicy.Subject subject = user;
		Decision decision = access.decide(target, subject);
		while (decision instanceof Decision.StepUp rule) {
			if (rule.unequipped() == Decision.StepUp.Unequipped.REFUSE) {
				return Optional.of(rule);
			}
			if (!rule.sparesUnequipped(clock.instant())) {
				return Optional.empty();
			}
			subject = subject.sparedBy(Set.of(rule.rule()));
			decision = access.decide(target, subject);
		}
		return Optional.empty();
	}

	/**
	 * Returns the next step like {@link #next}, for the user of a session, who postpones
	 * what can be postponed.
	 */
	Next onTheWay(SignOnRequest request, Service service, SsoSession session, AccessPolicy access, String address,
			SignOnProtocol.CheckedPage page) {
		return next(LoginState.stepUp(request, session), service, session.attributes(), access, address,
				Optional.of(page), true);
	}

	/**
	 * Whether the rule that demanded the login for a page, and each one before it,
	 * demands nothing of the user of a session. A user who can prove a factor without
	 * being asked is not spared, as at the check of the page. No method is asked for a
	 * rule that spares nobody.
	 */
	boolean spares(SignOnRequest request, Service service, SsoSession session, AccessPolicy access, String address,
			SignOnProtocol.CheckedPage page) {
		LoginState state = LoginState.stepUp(anyRequest(), session);
		AccessPolicy.Target target = new AccessPolicy.Target(service, page.resource(), address);
		AccessPolicy.Subject subject = subject(request, session.principal(), session.attributes(), session.factors());
		while (access.decide(target, subject) instanceof Decision.StepUp rule && rule.sparesUnequipped(clock.instant())
				&& spares(rule, demanded(state, rule).step(), true)) {
			if (rule.rule().equals(page.rule())) {
				return true;
			}
			subject = subject.sparedBy(Set.of(rule.rule()));
		}
		return false;
	}

	/**
	 * Returns the current decision of the access rules about the user of a session,
	 * without a sign-on.
	 */
	public Decision decide(Service service, SsoSession session, AccessPolicy access, String address) {
		return decide(anyRequest(), service, steps.lasting(session), access, address);
	}

	private SignOnRequest anyRequest() {
		return new SignOnRequest(ProtocolId.OWN, "", "", null, AuthnDemand.NONE, clock.instant(), null, Map.of());
	}

	/**
	 * Returns the decision of the access rules about the user of a session who wants to
	 * use a service, however old the session is: a factor that must be proven anew must
	 * not be demanded of fewer users than one that is proven for the first time.
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
	 * ask for. False if that is not known. No other system is asked.
	 * @param factors what has been proven; at least one
	 * @param asked whether a login has asked other systems, and the rule demanded nothing
	 */
	public boolean spares(String principal, List<Factor> factors, Decision.StepUp rule, boolean asked) {
		if (!rule.sparesUnequipped(clock.instant())) {
			return false;
		}
		LoginState state = LoginState.begin(anyRequest(), principal, principal)
			.with(new AuthenticatedUser(principal, principal, Optional.empty(), factors, Optional.empty()));
		return spares(rule, askingNobodyElse(asked).demanded(state, rule).step(), true);
	}

	/**
	 * Returns the factors that the user of a login could prove to satisfy a rule, and
	 * those that would suffice.
	 */
	public SignOnSteps.Means means(LoginState state, Decision.StepUp rule) {
		return steps.means(state.to(state.request().requiring(rule.classes())), elsewhere);
	}

	/**
	 * Decides like {@link #spares(String, List, Decision.StepUp, boolean)}.
	 * @param step the step of a login whose request includes the rule's demand
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
	 * Returns a user, as access rules see it.
	 * @param factors what has been proven; at least one
	 */
	public AccessPolicy.Subject subject(String principal, ResolvedAttributes attributes, List<Factor> factors) {
		return new AccessPolicy.Subject(principal, attributes, authnClass -> steps.satisfies(factors, authnClass),
				factors.stream().map(Factor::at).min(Comparator.naturalOrder()).orElse(Instant.EPOCH));
	}

	/**
	 * Returns the user of a sign-on. A factor that was proven for this request is not too
	 * old, however long the login takes: no rule can demand it endlessly.
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
