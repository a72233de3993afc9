package org.campanile.signon;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRule;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.session.SsoSession;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.signon.SignOnOutcome.LoginRequired;
import org.campanile.signon.SignOnOutcome.LoginRequired.Reason;
import org.campanile.signon.SignOnOutcome.Refused;
import org.campanile.signon.SignOnService.LoginResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.CLASS;
import static org.campanile.testkit.session.SessionFixtures.POLICY;
import static org.campanile.testkit.session.SessionFixtures.mail;
import static org.campanile.testkit.session.SessionFixtures.user;

/** What the access rules say is done, at the login and with a session. */
class SignOnAccessTests extends SignOnFixture {

	private static final FactorKind CODE = new FactorKind("code-1");

	private static final Decision.Deny DENIED = new Decision.Deny("students", "Staff only", "it@example.edu");

	private final SignOnService both = service(POLICY, CLASS, MFA);

	private final List<AccessPolicy.Target> asked = new ArrayList<>();

	@Test
	void whenPermittedThenTheRuleIsStated() throws Exception {
		decide((target, subject) -> new Decision.Permit("staff"));
		assertThat(granted(login(ONE).outcome()).accessRule()).isEqualTo("staff");
		assertThat(asked).singleElement().satisfies(target -> {
			assertThat(target.service().id()).isEqualTo(ONE);
			assertThat(target.resource()).isNull();
			assertThat(target.address()).isEqualTo(ADDRESS);
		});
	}

	@Test
	void whenDeniedAtTheLoginThenRefusedAndTheUserStaysSignedIn() throws Exception {
		decide((target, subject) -> target.service().id().equals(ONE) ? DENIED : new Decision.Permit("all"));
		LoginResult result = login(ONE);
		assertThat(result.outcome()).isEqualTo(new Refused(Refusal.ACCESS_DENIED, DENIED));
		SsoSession session = sessions.find(result.token()).orElseThrow();
		assertThat(session.services()).isEmpty();
		granted(service.begin(request(TWO).build(), Optional.of(session), ADDRESS));
	}

	@Test
	void whenDeniedWithASessionThenRefusedAndNothingIsStored() throws Exception {
		SsoSession session = session(ONE);
		decide((target, subject) -> DENIED);
		assertThat(service.begin(request(TWO).build(), Optional.of(session), ADDRESS))
			.isEqualTo(new Refused(Refusal.ACCESS_DENIED, DENIED));
		assertThat(service.begin(request(TWO).passive().build(), Optional.of(session), ADDRESS))
			.isEqualTo(new Refused(Refusal.ACCESS_DENIED, DENIED));
		assertThat(store.operations()).isEmpty();
	}

	@Test
	void whenTheAttributesAreReadAnewThenThoseDecide() throws Exception {
		String token = login(ONE).token();
		decide((target, subject) -> subject.attributes().get("mail").getFirst().text().startsWith("new")
				? new Decision.Permit("new") : DENIED);
		resolver.fresh = mail("new@example.edu");
		for (int i = 0; i < 3; i++) {
			clock.advance(Duration.ofMinutes(20));
			sessions.find(token).orElseThrow();
		}
		granted(service.begin(request(ONE).build(), sessions.find(token), ADDRESS));
	}

	@Test
	void whenAStrongerClassIsDemandedThenOnlyTheMissingFactorIsAskedForAndTheClassIsStated() throws Exception {
		SsoSession session = session(ONE);
		decide(new AccessRule.Effect.StepUp(List.of(MFA), null));
		LoginRequired required = required(both.begin(request(TWO).build(), Optional.of(session), ADDRESS));
		assertThat(required.reason()).isEqualTo(Reason.STRONGER_AUTHENTICATION);
		assertThat(required.prove().kinds()).containsExactly(CODE);
		LoginState travelled = travelled(required.state());
		assertThat(travelled.request().demand().required()).containsExactly(MFA);
		LoginResult result = both.login(travelled.with(proven(session.factors(), CODE)), Optional.of(session), false,
				ADDRESS);
		assertThat(granted(result.outcome()).authn().contextClass()).isEqualTo(MFA);
		SsoSession raised = sessions.find(result.token()).orElseThrow();
		granted(both.begin(request(ONE).build(), Optional.of(raised), ADDRESS));
	}

	@Test
	void whenAStrongerClassIsDemandedAtTheLoginThenItGoesOnAndOneSessionIsStored() throws Exception {
		decide(new AccessRule.Effect.StepUp(List.of(MFA), null));
		LoginResult first = both.login(request(ONE).build(), user("alice", clock.instant()), Optional.empty(), ADDRESS);
		assertThat(first.token()).isEmpty();
		LoginRequired required = required(first.outcome());
		assertThat(required.prove().kinds()).containsExactly(CODE);
		assertThat(store.operations()).isEmpty();
		LoginState travelled = travelled(required.state());
		LoginResult second = both.login(travelled.with(proven(travelled.proven(), CODE)), Optional.empty(), true,
				ADDRESS);
		assertThat(granted(second.outcome()).authn().contextClass()).isEqualTo(MFA);
		assertThat(resolver.calls).containsExactly("resolve alice");
		assertThat(sessions.find(second.token()).orElseThrow().sharedComputer()).isTrue();
	}

	@Test
	void whenTheServiceAsksForLessThanTheRuleThenTheRuleIsSatisfiedAndTheServiceToldWhatItAskedFor() throws Exception {
		decide(new AccessRule.Effect.StepUp(List.of(MFA), null));
		SignOnRequest request = request(ONE).authnContext(Comparison.EXACT, CLASS).build();
		LoginResult first = both.login(request, user("alice", clock.instant()), Optional.empty(), ADDRESS);
		LoginState state = travelled(required(first.outcome()).state());
		LoginResult second = both.login(state.with(proven(state.proven(), CODE)), Optional.empty(), false, ADDRESS);
		assertThat(granted(second.outcome()).authn().contextClass()).isEqualTo(CLASS);
		assertThat(sessions.find(second.token()).orElseThrow().factors()).hasSize(2);
	}

	@Test
	void whenNothingHereSatisfiesTheClassThenRefused() throws Exception {
		SsoSession session = session(ONE);
		Decision stepUp = new Decision.StepUp("r", List.of("urn:unknown"), null);
		decide((target, subject) -> stepUp);
		assertThat(both.begin(request(TWO).build(), Optional.of(session), ADDRESS))
			.isEqualTo(new Refused(Refusal.NO_AUTHN_CONTEXT, stepUp));
		LoginResult result = both.login(request(ONE).build(), user("alice", clock.instant()), Optional.empty(), ADDRESS);
		assertThat(result.outcome()).isEqualTo(new Refused(Refusal.NO_AUTHN_CONTEXT, stepUp));
		assertThat(result.token()).isNotEmpty();
	}

	@Test
	void whenARequestIsPassiveThenNoStepUp() throws Exception {
		SsoSession session = session(ONE);
		decide(new AccessRule.Effect.StepUp(List.of(MFA), null));
		assertThat(both.begin(request(TWO).passive().build(), Optional.of(session), ADDRESS))
			.isInstanceOfSatisfying(Refused.class,
					refused -> assertThat(refused.refusal()).isEqualTo(Refusal.NO_PASSIVE));
		decide(new AccessRule.Effect.StepUp(List.of(), Duration.ofMinutes(1)));
		clock.advance(Duration.ofMinutes(2));
		assertThat(both.begin(request(TWO).passive().build(), Optional.of(session), ADDRESS))
			.isInstanceOfSatisfying(Refused.class,
					refused -> assertThat(refused.refusal()).isEqualTo(Refusal.NO_PASSIVE));
	}

	@Test
	void whenTooOldThenThePasswordIsAskedForAgainByTheSameUserAndOnlyOnce() throws Exception {
		SsoSession session = session(ONE);
		decide(new AccessRule.Effect.StepUp(List.of(), Duration.ofMinutes(5)));
		granted(service.begin(request(ONE).build(), Optional.of(session), ADDRESS));
		clock.advance(Duration.ofMinutes(6));
		SignOnRequest request = request(TWO).build();
		SignOnOutcome outcome = service.begin(request, Optional.of(session), ADDRESS);
		assertLogin(outcome, Reason.FORCED, "alice");
		LoginState state = travelled(required(outcome).state()).with(user("alice", clock.instant()));
		// Whatever takes long, as the page of a further factor.
		clock.advance(Duration.ofMinutes(6));
		LoginResult result = service.login(state, Optional.of(session), false, ADDRESS);
		granted(result.outcome());
		granted(service.resume(request, granted(result.outcome()).session().key(),
				sessions.find(result.token()), ADDRESS));
	}

	@Test
	void whenOneOfTwoFactorsIsTooOldThenOnlyThatIsAskedFor() throws Exception {
		SsoSession session = session(ONE);
		clock.advance(Duration.ofMinutes(20));
		LoginState stepUp = LoginState.stepUp(request(TWO).authnContext(Comparison.EXACT, MFA).build(), session)
			.with(proven(session.factors(), CODE));
		SsoSession raised = sessions.find(both.login(stepUp, Optional.of(session), false, ADDRESS).token())
			.orElseThrow();
		decide(new AccessRule.Effect.StepUp(List.of(MFA), Duration.ofMinutes(10)));
		clock.advance(Duration.ofMinutes(1));
		LoginRequired required = required(both.begin(request(ONE).build(), Optional.of(raised), ADDRESS));
		assertThat(required.prove().kinds()).containsExactly(FactorKind.PASSWORD);
		LoginState state = travelled(required.state()).with(user("alice", clock.instant()));
		LoginResult result = both.login(state, Optional.of(raised), false, ADDRESS);
		assertThat(granted(result.outcome()).authn().contextClass()).isEqualTo(MFA);
		SsoSession last = sessions.find(result.token()).orElseThrow();
		assertThat(last.authnInstant()).isAfter(session.authnInstant());
		granted(both.begin(request(ONE).build(), Optional.of(last), ADDRESS));
	}

	/** A policy that is never content must not keep the user in a circle. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenTheDemandIsNeverMetThenTheLoginEnds(boolean aged) throws Exception {
		Decision.StepUp never = new Decision.StepUp("r", aged ? List.of() : List.of(CLASS),
				aged ? Duration.ofMinutes(5) : null);
		decide((target, subject) -> never);
		LoginResult result = service.login(request(ONE).build(), user("alice", clock.instant()), Optional.empty(),
				ADDRESS);
		assertThat(result.outcome()).isInstanceOf(Refused.class);
	}

	@Test
	void whenTheProtocolDecidesItselfThenItIsNotAskedHere() throws Exception {
		decide((target, subject) -> DENIED);
		protocol.decidesItself = true;
		assertThat(granted(login(ONE).outcome()).accessRule()).isEqualTo("no rule");
	}

	private void decide(AccessPolicy policy) {
		access = (target, subject) -> {
			asked.add(target);
			return policy.decide(target, subject);
		};
	}

	private void decide(AccessRule.Effect effect) {
		decide((target, subject) -> effect.decide("r", subject, clock.instant()));
	}

	private static LoginRequired required(SignOnOutcome outcome) {
		assertThat(outcome).isInstanceOf(LoginRequired.class);
		return (LoginRequired) outcome;
	}

	/** As it comes back from the browser. */
	private static LoginState travelled(LoginState state) {
		LoginStateCodec codec = new LoginStateCodec();
		return codec
			.read(codec.write(state, FactorKind.PASSWORD, Map.of(), new byte[0]))
			.orElseThrow()
			.state();
	}

	private AuthenticatedUser proven(List<Factor> before, FactorKind kind) {
		List<Factor> factors = new ArrayList<>(before);
		factors.add(new Factor(kind, clock.instant()));
		return new AuthenticatedUser("alice", "alice", Optional.empty(), factors, Optional.empty());
	}

}
