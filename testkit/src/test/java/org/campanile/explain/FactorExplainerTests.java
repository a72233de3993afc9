package org.campanile.explain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.campanile.access.AccessFixtures;
import org.campanile.access.AccessFixtures.Method;
import org.campanile.access.AccessFixtures.PlainService;
import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessPolicy.Decision.StepUp.Unequipped;
import org.campanile.access.AccessRule;
import org.campanile.access.AccessRules;
import org.campanile.access.Condition;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Bypass;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.factor.HeapEnrolments;
import org.campanile.http.Network;
import org.campanile.protocol.ProtocolId;
import org.campanile.service.Service;
import org.campanile.signon.AccessSteps;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.SignOnSteps;
import org.campanile.testkit.MutableClock;

import static org.campanile.access.AccessFixtures.definition;
import static org.assertj.core.api.Assertions.assertThat;

/** The explanation of a login must match what the login does. */
class FactorExplainerTests {

	private static final String SFA = "https://refeds.org/profile/sfa";

	private static final String MFA = "https://refeds.org/profile/mfa";

	/** A class that a bypass satisfies as well. */
	private static final String CAMPUS = "https://sso.example.edu/second-factor";

	private static final FactorKind CODE = new FactorKind("code");

	private static final FactorKind PAPER = new FactorKind("recovery-code");

	private static final FactorKind EXTERNAL = new FactorKind("external");

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	private final HeapEnrolments nodes = new HeapEnrolments(clock);

	private final Enrolments enrolments = nodes.node();

	@Test
	void whenTheUserHasTheFactorThenItIsAskedFor() {
		Explanation.Factors factors = explain(new Method(CODE, true), stepUp("offered", MFA, Unequipped.PERMIT));
		assertThat(factors.next()).isEqualTo("after the password one of [code] is asked for");
		assertThat(factors.demanded()).containsExactly(MFA);
		assertThat(factors.needed()).containsExactly("code");
		assertThat(factors.missing()).isEmpty();
	}

	@Test
	void whenTheRuleDemandsNothingOfTheUserThenTheNextRuleDecides() {
		Method none = new Method(CODE, false);
		assertThat(explain(none, stepUp("offered", MFA, Unequipped.PERMIT)).next()).isEqualTo(
				"nothing more is asked for: the person can prove none of [code], and the rule demands nothing of such "
						+ "people");
		Explanation.Factors factors = explain(none, stepUp("offered", MFA, Unequipped.PERMIT),
				stepUp("required", MFA, Unequipped.REFUSE));
		assertThat(factors.next()).isEqualTo("the sign-on is refused: the person can prove none of [code], and the "
				+ "rule permits no enrolment at the login");
		assertThat(factors.rule()).isEqualTo("required");
		assertThat(factors.missing()).containsExactly("code");
		assertThat(explain(none, stepUp("offered", MFA, Unequipped.PERMIT), new Decision.Deny("closed", null, null))
			.next()).isEqualTo("nothing more is asked for, as the access rules deny the sign-on");
	}

	@Test
	void whenThePasswordSatisfiesTheRuleThenNothingMoreIsDemanded() {
		Explanation.Factors factors = explain(new Method(CODE, true), stepUp("single", SFA, Unequipped.REFUSE));
		assertThat(factors.next()).startsWith("a password is enough");
		assertThat(factors.demanded()).isEmpty();
		assertThat(factors.needed()).isEmpty();
	}

	@Test
	void whenThereIsABypassThenItIsTakenAndNotAskedFor() throws Exception {
		Instant until = clock.instant().plus(Duration.ofHours(2));
		enrolments.change("alice", enrolment -> enrolment.with(new Bypass("lost phone", "helpdesk", until)));
		Explanation.Factors factors = explain(new Method(FactorKind.BYPASS, true),
				stepUp("campus", CAMPUS, Unequipped.REFUSE));
		assertThat(factors.next()).isEqualTo("nothing more is asked for: bypass is taken instead, without asking");
		assertThat(factors.enrolled())
			.containsExactly("bypass until 2026-11-25T14:00:00Z, granted by helpdesk: lost phone");
		Explanation.Factors strict = explain(new Method(FactorKind.BYPASS, true),
				stepUp("required", MFA, Unequipped.REFUSE));
		assertThat(strict.next()).startsWith("the sign-on is refused: the person can prove none of [code]");
		assertThat(strict.enrolled()).as("it is there, and does not do").isEqualTo(factors.enrolled());
	}

	@Test
	void whenWhatTheUserHasWouldNotDoThenItIsNamedAndSoIsWhatIsMissing() throws Exception {
		enrolments.change("alice", enrolment -> enrolment
			.with(new Credential(PAPER, "1", "On paper", clock.instant(), null, new byte[0])));
		Explanation.Factors factors = explain(new Method(PAPER, true), stepUp("required", MFA, Unequipped.REFUSE));
		assertThat(factors.enrolled()).containsExactly("recovery-code \"On paper\" since 2026-11-25T12:00:00Z");
		assertThat(factors.missing()).containsExactly("code");
		assertThat(explain(new Method(PAPER, false), stepUp("required", MFA, Unequipped.REFUSE)).enrolled())
			.containsExactly("recovery-code \"On paper\" since 2026-11-25T12:00:00Z, which cannot be proven now");
	}

	/** An explanation must not call the user's phone. */
	@Test
	void whenItDependsOnAnotherSystemThenThatIsNotAskedAndBothAreSaid() {
		Method elsewhere = new Method(EXTERNAL, null, true);
		Explanation.Factors factors = explain(elsewhere, stepUp("campus", CAMPUS, Unequipped.PERMIT));
		assertThat(factors.next()).isEqualTo("if the person can prove external, it is asked for after the password; "
				+ "that is not known here (its system is asked at a login only); if not: nothing more is asked for: "
				+ "the person can prove none of [code, bypass, external], and the rule demands nothing of such people");
		assertThat(factors.enrolled()).containsExactly("external: not known, its system is asked at a login only");
	}

	@Test
	void whenAMethodDoesNotAnswerThenTheLoginWaits() {
		Explanation.Factors factors = explain(new Method(EXTERNAL, null), stepUp("campus", CAMPUS, Unequipped.PERMIT));
		assertThat(factors.next()).isEqualTo("the sign-on waits: external does not answer: switched off");
		assertThat(factors.enrolled()).containsExactly("external: not known, switched off");
	}

	@Test
	void whenNoKeyOpensWhatIsEnrolledThenSaidWithTheRemedy() throws Exception {
		enrolments.change("alice",
				enrolment -> enrolment.with(new Credential(CODE, "c1", "Phone", clock.instant(), null, new byte[0])));
		assertThat(explain(nodes.node(2), new Method(CODE, true)).enrolled()).singleElement()
			.asString()
			.startsWith("not known, as it cannot be read: a stored record of the kind enrolment does not open: "
					+ "none of this node's keys opens it")
			.endsWith("campanile factors alice --reset");
	}

	@Test
	void whenALaterRuleDeniesThenThatIsTheOutcomeOfTheStepUps() {
		Decision.Deny closed = new Decision.Deny("closed", null, null);
		assertThat(access(rule(stepUp("campus", CAMPUS, Unequipped.ENROL)),
				rule(stepUp("required", MFA, Unequipped.ENROL)), rule(closed)))
			.isEqualTo(new Explanation.Access("step-up", "campus", List.of(),
					new Explanation.Access("step-up", "required", List.of(),
							new Explanation.Access("deny", "closed", List.of(), null, List.of()), List.of()),
					List.of()));
	}

	@Test
	void whenARuleDependsOnTheNetworkThenItIsNamedOnceUnlessItIsForOtherUsers() {
		Condition network = new Condition.FromNetwork(List.of(Network.of("192.0.2.0/24")));
		Condition staff = new Condition.HasValue("group", Set.of("staff"), List.of());
		List<String> words = List.of("the client is in 192.0.2.0/24");
		assertThat(access(rule(new Decision.Permit("staff"), staff, network),
				rule(new Decision.Permit("campus"), network), rule(stepUp("required", MFA, Unequipped.ENROL)),
				rule(new Decision.Deny("lab", null, null), network), rule(new Decision.Permit("all")),
				rule(new Decision.Deny("never", null, null), network)))
			.isEqualTo(new Explanation.Access("step-up", "required", List.of(),
					new Explanation.Access("permit", "all", List.of(), null,
							List.of(new Explanation.Access("deny", "lab", words, null, List.of()))),
					List.of(new Explanation.Access("permit", "campus", words, null, List.of()))));
	}

	private Explanation.Access access(AccessRule... rules) {
		return SignOnExplainer.access(new AccessRules(List.of(rules), AccessRules.Order.FIRST_MATCH, Set.of(), clock),
				new AccessPolicy.Target(new PlainService("app", new ProtocolId("test")), null, ""),
				new AccessPolicy.Subject("alice", ResolvedAttributes.NONE, SFA::equals, clock.instant()), List.of());
	}

	private static AccessRule rule(Decision decision, Condition... conditions) {
		return new AccessRule(decision.rule(), AccessRule.Scope.EVERYTHING, List.of(conditions), decision);
	}

	private Explanation.Factors explain(Method method, Decision... decisions) {
		return explain(enrolments, method, decisions);
	}

	private Explanation.Factors explain(Enrolments known, Method method, Decision... decisions) {
		List<AuthenticationMethod> methods = new ArrayList<>(List.of(new Method(FactorKind.PASSWORD, true), method));
		for (FactorKind kind : List.of(CODE, FactorKind.BYPASS, EXTERNAL)) {
			if (!kind.equals(method.kind())) {
				methods.add(new Method(kind, false));
			}
		}
		AccessRules rules = AccessFixtures.rules(clock, decisions);
		SignOnSteps steps = new SignOnSteps(new AuthnContexts(List.of(definition(SFA, "password"),
				new AuthnContexts.Definition(CAMPUS,
						Stream.of("password + code", "password + bypass", "password + external")
							.map(AuthnContexts.Combination::of)
							.toList()),
				definition(MFA, "password + code"))), methods, false);
		FactorExplainer explainer = new FactorExplainer(new AccessSteps(steps, clock), Optional.of(known), clock);
		Service service = new PlainService("app", new ProtocolId("test"));
		return explainer.explain(service, "alice", "alice", ResolvedAttributes.NONE, rules, rules
			.decide(new AccessPolicy.Target(service, null, ""), explainer.subject("alice", ResolvedAttributes.NONE)));
	}

	private static Decision.StepUp stepUp(String rule, String authnClass, Unequipped unequipped) {
		return new Decision.StepUp(rule, List.of(authnClass), null, unequipped, null);
	}

}
