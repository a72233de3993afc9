package org.campanile.explain;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRules;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Bypass;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.record.UnreadableRecordException;
import org.campanile.service.Service;
import org.campanile.signon.AccessSteps;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.LoginState;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnSteps;
import org.campanile.store.StoreUnavailableException;

/**
 * Explains which factors a login would ask a user for, with the code that decides that in
 * a real one. Thread-safe.
 */
public final class FactorExplainer {

	/** Decides about access without asking systems that might call a user's phone. */
	private final AccessSteps steps;

	private final AccessSteps withNothingElsewhere;

	private final Optional<Enrolments> enrolments;

	private final InstantSource clock;

	/**
	 * @param enrolments empty if there are only passwords
	 */
	public FactorExplainer(AccessSteps steps, Optional<Enrolments> enrolments, InstantSource clock) {
		this.steps = steps.askingNobodyElse(false);
		this.withNothingElsewhere = steps.askingNobodyElse(true);
		this.enrolments = enrolments;
		this.clock = clock;
	}

	/** Returns a user who has just signed in with a password, as access rules see it. */
	AccessPolicy.Subject subject(String principal, ResolvedAttributes attributes) {
		return steps.subject(principal, attributes, List.of(new Factor(FactorKind.PASSWORD, clock.instant())));
	}

	/**
	 * @param user as typed
	 * @param first the decision of the access rules after the password
	 */
	Explanation.Factors explain(Service service, String user, String principal, ResolvedAttributes attributes,
			AccessPolicy access, Decision first) {
		LoginState state = afterPassword(service, user, principal);
		AccessSteps.Next next = steps.next(state, service, attributes, access, "", Optional.empty(), false);
		Decision.StepUp rule = rule(next, first);
		SignOnSteps.Means means = steps.means(state,
				rule != null ? rule : new Decision.StepUp(AccessRules.NO_RULE, List.of(), null));
		String words = words(next, rule, means);
		if (next.step() instanceof SignOnSteps.Step.Wait wait) {
			AccessSteps.Next otherwise = withNothingElsewhere.next(state, service, attributes, access, "",
					Optional.empty(), false);
			if (!otherwise.step().equals(wait)) {
				Decision.StepUp other = rule(otherwise, first);
				words = "if the person can prove " + wait.kind()
						+ ", it is asked for after the password; that is not known here (" + wait.detail()
						+ "); if not: "
						+ words(otherwise, other, other == null ? means : withNothingElsewhere.means(state, other));
			}
		}
		List<FactorKind> needed = rule == null ? List.of() : means.sufficient();
		return new Explanation.Factors(rule == null ? List.of() : rule.classes(), rule == null ? null : rule.rule(),
				codes(needed), has(principal, means),
				needed.stream().anyMatch(means.ready()::contains) ? List.of() : codes(needed),
				service.decidedByPage() ? "what is asked for after the password is decided for each page" : words);
	}

	private static Decision.@Nullable StepUp rule(AccessSteps.Next next, Decision first) {
		return next.decision() instanceof Decision.StepUp demanding ? demanding
				: first instanceof Decision.StepUp spared ? spared : null;
	}

	private static List<String> codes(List<FactorKind> kinds) {
		return kinds.stream().map(FactorKind::code).toList();
	}

	private List<String> has(String principal, SignOnSteps.Means means) {
		List<String> has = new ArrayList<>();
		Set<FactorKind> told = new HashSet<>(Set.of(FactorKind.PASSWORD));
		means.unknown().forEach(wait -> {
			told.add(wait.kind());
			has.add(wait.kind() + ": not known, " + wait.detail());
		});
		try {
			Enrolment enrolment = enrolments.isEmpty() ? Enrolment.none(principal) : enrolments.get().find(principal);
			for (Credential credential : enrolment.credentials()) {
				if (!credential.kind().equals(FactorKind.PIN)) {
					has.add(credential.kind() + " \"" + credential.name() + "\" since " + credential.createdAt()
							+ (means.ready().contains(credential.kind()) || told.contains(credential.kind()) ? ""
									: ", which cannot be proven now"));
				}
				told.add(credential.kind());
			}
			Bypass bypass = enrolment.bypass();
			if (bypass != null && bypass.isLiveAt(clock.instant())) {
				told.add(FactorKind.BYPASS);
				has.add(FactorKind.BYPASS + " until " + bypass.until() + ", granted by " + bypass.by() + ": "
						+ bypass.reason()
						+ (means.ready().contains(FactorKind.BYPASS) ? "" : ", which cannot be taken now"));
			}
		}
		catch (UnreadableRecordException ex) {
			return List.of("not known, as it cannot be read: " + ex.getMessage()
					+ "; or remove all that is enrolled with campanile factors " + principal + " --reset");
		}
		catch (StoreUnavailableException ex) {
			has.add("what is enrolled: not known, as the store does not answer: " + ex.getMessage());
		}
		means.ready().stream().filter(told::add).forEach(kind -> has.add(kind + ", not enrolled here"));
		return has;
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
	private static String words(AccessSteps.Next next, Decision.@Nullable StepUp rule, SignOnSteps.Means means) {
		return switch (next.step()) {
			case SignOnSteps.Step.Prove(List<FactorKind> kinds) -> prove(kinds, means);
			case SignOnSteps.Step.Enrol enrol ->
				"the person can prove none of " + means.sufficient() + ": after the password one of " + enrol.kinds()
						+ " is enrolled, and proven then" + (enrol.skippableUntil() == null ? ""
								: "; the person may put it off until " + enrol.skippableUntil());
			case SignOnSteps.Step.Wait wait ->
				"the sign-on waits: " + wait.kind() + " does not answer: " + wait.detail();
			case SignOnSteps.Step.Respond respond when next.decision() instanceof Decision.Deny ->
				"nothing more is asked for, as the access rules deny the sign-on";
			case SignOnSteps.Step.Respond respond when rule == null ->
				"a password is enough, unless the service itself asks for more";
			case SignOnSteps.Step.Respond respond -> "nothing more is asked for: the person can prove none of "
					+ means.sufficient() + ", and the rule demands nothing of such people";
			case SignOnSteps.Step.Refuse refuse ->
				"the sign-on is refused: the person can prove none of " + means.sufficient() + ", and "
						+ (rule != null && rule.unequipped() == Decision.StepUp.Unequipped.ENROL
								? "none of them can be enrolled at the login"
								: "the rule permits no enrolment at the login");
		};
	}

	private static String prove(List<FactorKind> kinds, SignOnSteps.Means means) {
		Optional<FactorKind> silent = kinds.stream().filter(FactorKind::isSubstitute).findFirst();
		if (silent.isPresent()) {
			return "nothing more is asked for: " + silent.get() + " is taken instead, without asking";
		}
		return kinds.stream().anyMatch(means.sufficient()::contains)
				? "after the password one of " + kinds + " is asked for"
				: "after the password one of " + kinds + " is asked for, which is not enough, and then one of "
						+ means.sufficient()
						+ " is enrolled: a user who has a factor must prove it before adding another";
	}

}
