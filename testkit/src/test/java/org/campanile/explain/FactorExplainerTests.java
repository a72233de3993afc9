package org.campanile.explain;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Test;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessPolicy.Decision.StepUp.Unequipped;
import org.campanile.access.AccessRule;
import org.campanile.access.AccessRules;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.protocol.ProtocolId;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.service.DisplayInfo;
import org.campanile.service.Service;
import org.campanile.signon.AccessSteps;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.SignOnSteps;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/** What is explained is what the login does. */
class FactorExplainerTests {

	private static final String SFA = "https://refeds.org/profile/sfa";

	private static final String MFA = "https://refeds.org/profile/mfa";

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	@Test
	void whenTheUserHasTheFactorThenItIsAskedFor() {
		Explanation.Factors factors = explain(true, stepUp("offered", MFA, Unequipped.PERMIT));
		assertThat(factors.next()).isEqualTo("after the password one of [code] is asked for");
		assertThat(factors.demanded()).containsExactly(MFA);
	}

	@Test
	void whenTheRuleDemandsNothingOfTheUserThenTheNextRuleDecides() {
		assertThat(explain(false, stepUp("offered", MFA, Unequipped.PERMIT)).next())
			.startsWith("nothing more is asked for, as the person has enrolled nothing");
		Explanation.Factors factors = explain(false, stepUp("offered", MFA, Unequipped.PERMIT),
				stepUp("required", MFA, Unequipped.REFUSE));
		assertThat(factors.next()).startsWith("the sign-on is refused");
		assertThat(factors.rule()).isEqualTo("required");
		assertThat(explain(false, stepUp("offered", MFA, Unequipped.PERMIT), new Decision.Deny("closed", null, null))
			.next()).isEqualTo("nothing more is asked for, as the access rules deny the sign-on");
	}

	@Test
	void whenThePasswordSatisfiesTheRuleThenNothingMoreIsDemanded() {
		Explanation.Factors factors = explain(true, stepUp("single", SFA, Unequipped.REFUSE));
		assertThat(factors.next()).startsWith("a password is enough");
		assertThat(factors.demanded()).isEmpty();
	}

	@Test
	void whenNoKeyOpensWhatIsEnrolledThenSaidWithTheRemedy() throws Exception {
		RecordStore store = new HeapRecordStore(clock, new HashMap<>());
		enrolments(store, 1).change("alice", enrolment -> enrolment
			.with(new Credential(new FactorKind("code"), "c1", "Phone", Instant.EPOCH, null, new byte[0])));
		assertThat(explain(Optional.of(enrolments(store, 2)), true).enrolled()).singleElement()
			.asString()
			.startsWith("not known, as it cannot be read: none of this node's keys opens it")
			.endsWith("campanile factors alice --reset");
	}

	private Enrolments enrolments(RecordStore store, int key) {
		return new Enrolments(
				Records.durable(store, SessionFixtures.sealer(key), Records.durableHashing(new byte[16]), clock),
				new HeapOneTimeStore(clock, new ConcurrentHashMap<>()), clock, new SecureRandom(), Runnable::run);
	}

	private Explanation.Factors explain(boolean hasCode, Decision... decisions) {
		return explain(Optional.empty(), hasCode, decisions);
	}

	private Explanation.Factors explain(Optional<Enrolments> enrolments, boolean hasCode, Decision... decisions) {
		AccessRules rules = new AccessRules(List.of(decisions)
			.stream()
			.map(decision -> new AccessRule(decision.rule(), AccessRule.Scope.EVERYTHING, List.of(), decision))
			.toList(), AccessRules.Order.FIRST_MATCH, Set.of(), clock);
		SignOnSteps steps = new SignOnSteps(
				new AuthnContexts(List.of(definition(SFA, "password"), definition(MFA, "password + code"))),
				List.of(new Method(FactorKind.PASSWORD, true), new Method(new FactorKind("code"), hasCode)));
		FactorExplainer explainer = new FactorExplainer(new AccessSteps(steps, clock), enrolments, clock);
		Service service = new App();
		return explainer.explain(service, "alice", "alice", ResolvedAttributes.NONE, rules, rules
			.decide(new AccessPolicy.Target(service, null, ""), explainer.subject("alice", ResolvedAttributes.NONE)));
	}

	private static Decision.StepUp stepUp(String rule, String authnClass, Unequipped unequipped) {
		return new Decision.StepUp(rule, List.of(authnClass), null, unequipped, null);
	}

	private static AuthnContexts.Definition definition(String authnClass, String factors) {
		return new AuthnContexts.Definition(authnClass, List.of(AuthnContexts.Combination.of(factors)));
	}

	private record App() implements Service {

		@Override
		public ProtocolId protocol() {
			return new ProtocolId("test");
		}

		@Override
		public String id() {
			return "app";
		}

		@Override
		public DisplayInfo display() {
			return DisplayInfo.NONE;
		}

		@Override
		public Optional<String> address() {
			return Optional.empty();
		}

	}

	private record Method(FactorKind kind, boolean ready) implements AuthenticationMethod {

		@Override
		public boolean identifies() {
			return kind.equals(FactorKind.PASSWORD);
		}

		@Override
		public boolean isReady(AuthenticatedUser user) {
			return ready;
		}

		@Override
		public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) {
			throw new AssertionError("nothing is proven");
		}

	}

}
