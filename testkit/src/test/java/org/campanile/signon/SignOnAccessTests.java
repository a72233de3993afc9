package org.campanile.signon;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.access.AccessFixtures;
import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
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
import static org.campanile.testkit.session.SessionFixtures.findByToken;
import static org.campanile.testkit.session.SessionFixtures.mail;
import static org.campanile.testkit.session.SessionFixtures.user;

/** Tests that access rules are enforced, at a login and with a session. */
class SignOnAccessTests extends SignOnFixture {

	private static final FactorKind CODE = new FactorKind("code-1");

	private static final Decision.Deny DENIED = new Decision.Deny("students", "Staff only", "it@example.edu");

	private final SignOnService both = service(POLICY, CLASS, MFA);

	@Test
	void whenDeniedAtTheLoginThenRefusedAndTheUserStaysSignedIn() throws Exception {
		decide((target, subject) -> target.service().id().equals(ONE) ? DENIED : new Decision.Permit("all"));
		LoginResult result = login(ONE);
		assertThat(result.outcome()).isEqualTo(new Refused(Refusal.ACCESS_DENIED, DENIED));
		SsoSession session = findByToken(sessions, result.token()).orElseThrow();
		assertThat(session.services()).isEmpty();
		granted(service.begin(request(TWO).build(), Optional.of(session)));
	}

	@Test
	void whenDeniedWithASessionThenRefusedAndNothingIsStored() throws Exception {
		SsoSession session = session(ONE);
		decide((target, subject) -> DENIED);
		assertThat(service.begin(request(TWO).build(), Optional.of(session)))
			.isEqualTo(new Refused(Refusal.ACCESS_DENIED, DENIED));
		assertThat(service.begin(request(TWO).passive().build(), Optional.of(session)))
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
			assertThat(findByToken(sessions, token)).isPresent();
		}
		granted(service.begin(request(ONE).build(), findByToken(sessions, token)));
	}

	@Test
	void whenAStrongerClassIsDemandedThenOnlyTheMissingFactorIsAskedForAndTheClassIsStated() throws Exception {
		SsoSession session = session(ONE);
		demand(List.of(MFA), null);
		LoginRequired required = required(both.begin(request(TWO).build(), Optional.of(session)));
		assertThat(required.reason()).isEqualTo(Reason.STRONGER_AUTHENTICATION);
		assertThat(required.ask().kinds()).containsExactly(CODE);
		LoginState travelled = travelled(required.state());
		assertThat(travelled.request().demand().required()).containsExactly(MFA);
		LoginResult result = both.login(travelled.with(proven(session.factors(), CODE)), Optional.of(session), false);
		assertThat(granted(result.outcome()).authn().contextClass()).isEqualTo(MFA);
		SsoSession raised = findByToken(sessions, result.token()).orElseThrow();
		granted(both.begin(request(ONE).build(), Optional.of(raised)));
	}

	/**
	 * An administrator may end all sessions of a user while a further factor is checked.
	 */
	@Test
	void whenTheSessionEndsWhileItIsRaisedThenNoneIsLeftAndTheLoginBeginsAnew() throws Exception {
		SsoSession session = session(ONE);
		LoginState state = LoginState.stepUp(request(TWO).authnContext(Comparison.EXACT, MFA).build(), session);
		decide((target, subject) -> {
			backend.remove(session.key());
			return new Decision.Permit("all");
		});
		LoginResult result = both.login(state.with(proven(session.factors(), CODE)), Optional.of(session), false);
		assertLogin(result.outcome(), Reason.NO_SESSION, "");
		assertThat(result.begun()).isEmpty();
		assertThat(backend).isEmpty();
	}

	@Test
	void whenAStrongerClassIsDemandedAtTheLoginThenItGoesOnFromTheSessionThatBegan() throws Exception {
		demand(List.of(MFA), null);
		LoginResult first = login(both, request(ONE).build(), user("alice", clock.instant()), Optional.empty());
		Optional<SsoSession> begun = findByToken(sessions, first.token());
		LoginRequired required = required(first.outcome());
		assertThat(required.ask().kinds()).containsExactly(CODE);
		LoginState travelled = travelled(required.state());
		LoginResult second = both.login(travelled.with(proven(travelled.proven(), CODE)), begun, true);
		assertThat(granted(second.outcome()).authn().contextClass()).isEqualTo(MFA);
		assertThat(granted(second.outcome()).newLogin()).isTrue();
		assertThat(resolver.calls).containsExactly("resolve alice");
		assertThat(findByToken(sessions, second.token()).orElseThrow().sharedComputer()).isTrue();
	}

	@Test
	void whenTheServiceAsksForLessThanTheRuleThenTheRuleIsSatisfiedAndTheServiceToldWhatItAskedFor() throws Exception {
		demand(List.of(MFA), null);
		SignOnRequest request = request(ONE).authnContext(Comparison.EXACT, CLASS).build();
		LoginResult first = login(both, request, user("alice", clock.instant()), Optional.empty());
		LoginState state = travelled(required(first.outcome()).state());
		LoginResult second = both.login(state.with(proven(state.proven(), CODE)), findByToken(sessions, first.token()),
				false);
		assertThat(granted(second.outcome()).authn().contextClass()).isEqualTo(CLASS);
		assertThat(findByToken(sessions, second.token()).orElseThrow().factors()).hasSize(2);
	}

	@Test
	void whenNothingHereSatisfiesTheClassThenRefused() throws Exception {
		SsoSession session = session(ONE);
		Decision stepUp = new Decision.StepUp("r", List.of("urn:unknown"), null);
		decide((target, subject) -> stepUp);
		assertThat(both.begin(request(TWO).build(), Optional.of(session)))
			.isEqualTo(new Refused(Refusal.NO_AUTHN_CONTEXT));
		LoginResult result = login(both, request(ONE).build(), user("alice", clock.instant()), Optional.empty());
		assertThat(result.outcome()).isEqualTo(new Refused(Refusal.NO_AUTHN_CONTEXT));
		assertThat(result.token()).isNotEmpty();
	}

	@Test
	void whenARequestIsPassiveThenNoStepUp() throws Exception {
		SsoSession session = session(ONE);
		demand(List.of(MFA), null);
		assertThat(both.begin(request(TWO).passive().build(), Optional.of(session))).isInstanceOfSatisfying(
				Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.NO_PASSIVE));
		demand(List.of(), Duration.ofMinutes(1));
		clock.advance(Duration.ofMinutes(2));
		assertThat(both.begin(request(TWO).passive().build(), Optional.of(session))).isInstanceOfSatisfying(
				Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.NO_PASSIVE));
	}

	@Test
	void whenTooOldThenThePasswordIsAskedForAgainByTheSameUserAndOnlyOnce() throws Exception {
		SsoSession session = session(ONE);
		demand(List.of(), Duration.ofMinutes(5));
		granted(service.begin(request(ONE).build(), Optional.of(session)));
		clock.advance(Duration.ofMinutes(6));
		SignOnRequest request = request(TWO).build();
		SignOnOutcome outcome = service.begin(request, Optional.of(session));
		assertLogin(outcome, Reason.FORCED, "alice");
		LoginState state = travelled(required(outcome).state()).with(user("alice", clock.instant()));
		// Time passes, for example on the page of another factor.
		clock.advance(Duration.ofMinutes(6));
		LoginResult result = service.login(state, Optional.of(session), false);
		granted(result.outcome());
		granted(service.resume(request, granted(result.outcome()).session().key(),
				findByToken(sessions, result.token())));
	}

	@Test
	void whenOneOfTwoFactorsIsTooOldThenOnlyThatIsAskedFor() throws Exception {
		SsoSession session = session(ONE);
		clock.advance(Duration.ofMinutes(20));
		LoginState stepUp = LoginState.stepUp(request(TWO).authnContext(Comparison.EXACT, MFA).build(), session)
			.with(proven(session.factors(), CODE));
		SsoSession raised = findByToken(sessions, both.login(stepUp, Optional.of(session), false).token())
			.orElseThrow();
		demand(List.of(MFA), Duration.ofMinutes(10));
		clock.advance(Duration.ofMinutes(1));
		LoginRequired required = required(both.begin(request(ONE).build(), Optional.of(raised)));
		assertThat(required.ask().kinds()).containsExactly(FactorKind.PASSWORD);
		LoginState state = travelled(required.state()).with(user("alice", clock.instant()));
		LoginResult result = both.login(state, Optional.of(raised), false);
		assertThat(granted(result.outcome()).authn().contextClass()).isEqualTo(MFA);
		SsoSession last = findByToken(sessions, result.token()).orElseThrow();
		assertThat(last.authnInstant()).isAfter(session.authnInstant());
		granted(both.begin(request(ONE).build(), Optional.of(last)));
	}

	/** A session that is too old must not grant more than a recent one. */
	@Test
	void whenThoseWithoutAFactorArePermittedThenWhoeverHasOneProvesItAlsoFromAnOldSession() throws Exception {
		SsoSession session = session(ONE);
		Decision.StepUp stepUp = new Decision.StepUp("r", List.of(MFA), Duration.ofMinutes(5),
				Decision.StepUp.Unequipped.PERMIT, null);
		decide(AccessFixtures.rules(clock, stepUp));
		assertThat(required(both.begin(request(TWO).build(), Optional.of(session))).ask().kinds())
			.containsExactly(CODE);
		clock.advance(Duration.ofMinutes(6));
		assertLogin(both.begin(request(TWO).build(), Optional.of(session)), Reason.FORCED, "alice");
		assertThat(
				new AccessSteps(steps(CLASS, MFA), clock).decide(services.find(TWO).orElseThrow(), session, access, ""))
			.isEqualTo(stepUp);
		assertThat(new AccessSteps(steps(), clock).decide(services.find(TWO).orElseThrow(), session, access, ""))
			.as("nobody has a further factor there")
			.isInstanceOf(Decision.Permit.class);
	}

	@Test
	void whenARuleSparesTheUserThenTheNextOneAsksNevertheless() throws Exception {
		SsoSession session = session(ONE);
		decide(AccessFixtures.rules(clock,
				Stream.of("urn:nobody-has-it", MFA)
					.map(contextClass -> new Decision.StepUp(contextClass, List.of(contextClass), null,
							Decision.StepUp.Unequipped.PERMIT, null))
					.toArray(Decision[]::new)));
		assertThat(required(both.begin(request(TWO).build(), Optional.of(session))).ask().kinds())
			.containsExactly(CODE);
		assertThat(
				new AccessSteps(steps(CLASS, MFA), clock).decide(services.find(TWO).orElseThrow(), session, access, "")
					.rule())
			.isEqualTo(MFA);
	}

	/** A policy that is never satisfied must not cause an endless loop. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenTheDemandIsNeverMetThenTheLoginEnds(boolean aged) throws Exception {
		Decision.StepUp never = new Decision.StepUp("r", aged ? List.of() : List.of(CLASS),
				aged ? Duration.ofMinutes(5) : null);
		decide((target, subject) -> never);
		LoginResult result = login(request(ONE).build(), user("alice", clock.instant()), Optional.empty());
		assertThat(result.outcome()).isInstanceOf(Refused.class);
	}

	private void decide(AccessPolicy policy) {
		access = policy;
	}

	private void demand(List<String> classes, @Nullable Duration maxAge) {
		decide(AccessFixtures.rules(clock, new Decision.StepUp("r", classes, maxAge)));
	}

	private static LoginRequired required(SignOnOutcome outcome) {
		assertThat(outcome).isInstanceOf(LoginRequired.class);
		return (LoginRequired) outcome;
	}

	/** Encodes and decodes the state, which the browser stores in between. */
	private static LoginState travelled(LoginState state) {
		LoginStateCodec codec = new LoginStateCodec();
		return codec.read(codec.write(state, FactorKind.PASSWORD, Map.of(), false, new byte[0])).orElseThrow().state();
	}

	private AuthenticatedUser proven(List<Factor> before, FactorKind kind) {
		List<Factor> factors = new ArrayList<>(before);
		factors.add(new Factor(kind, clock.instant()));
		return new AuthenticatedUser("alice", "alice", Optional.empty(), factors, Optional.empty());
	}

}
