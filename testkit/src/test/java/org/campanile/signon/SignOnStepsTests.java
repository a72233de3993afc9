package org.campanile.signon;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.campanile.access.AccessFixtures.Method;
import org.campanile.access.AccessPolicy.Decision.StepUp;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.protocol.ProtocolId;
import org.campanile.signon.SignOnSteps.Step;

import static org.campanile.access.AccessFixtures.definition;
import static org.assertj.core.api.Assertions.assertThat;

/** Tests who may enrol, during a login, the factor that a rule demands. */
class SignOnStepsTests {

	private static final Instant NOW = Instant.parse("2026-03-29T00:59:58Z");

	private static final FactorKind BADGE = new FactorKind("badge");

	private static final FactorKind CODE = new FactorKind("code");

	@Test
	void whenAnotherFactorIsThereThenItIsProvenBeforeOneIsEnrolled() {
		assertThat(next(false, StepUp.Unequipped.ENROL)).isEqualTo(new Step.Enrol(List.of(BADGE), null));
		assertThat(next(true, StepUp.Unequipped.ENROL)).isEqualTo(new Step.Prove(List.of(CODE)));
	}

	/**
	 * The user may have another factor; a stolen password must not suffice to enrol one
	 * more.
	 */
	@Test
	void whenItIsNotKnownWhetherAnotherFactorIsThereThenNothingIsEnrolled() {
		assertThat(next(null, StepUp.Unequipped.ENROL)).isInstanceOfSatisfying(Step.Wait.class,
				wait -> assertThat(wait.kind()).isEqualTo(CODE));
	}

	@Test
	void whenNothingIsToBeEnrolledThenAFactorThatWouldNotDoIsNotAskedFor() {
		assertThat(next(true, StepUp.Unequipped.PERMIT)).isEqualTo(new Step.Refuse(Refusal.FACTOR_MISSING));
		assertThat(next(null, StepUp.Unequipped.PERMIT)).isEqualTo(new Step.Refuse(Refusal.FACTOR_MISSING));
	}

	@Test
	void whenTheGraceIsOverThenTheEnrolmentCannotBePutOff() {
		Instant until = NOW.plusSeconds(1);
		assertThat(next(false, StepUp.Unequipped.ENROL, until)).isEqualTo(new Step.Enrol(List.of(BADGE), until));
		assertThat(next(false, StepUp.Unequipped.ENROL, NOW)).isEqualTo(new Step.Enrol(List.of(BADGE), null));
	}

	@Test
	void whenAnotherLoginIsToldMeanwhileWhetherTheUserIsReadyThenTheFactorIsAskedFor() {
		SignOnSteps steps = new SignOnSteps(
				new AuthnContexts(List.of(definition("low", "password"), definition("high", "password + code"))),
				List.of(new Method(FactorKind.PASSWORD, true), new Phone()), false);
		assertThat(steps.next(afterThePassword())).isEqualTo(new Step.Prove(List.of(CODE)));
	}

	/**
	 * Returns the step after the password for a class that requires a badge, which the
	 * user has not enrolled.
	 * @param code whether the user has the other factor; null if that is not known
	 */
	private static Step next(@Nullable Boolean code, StepUp.Unequipped unequipped) {
		return next(code, unequipped, null);
	}

	private static Step next(@Nullable Boolean code, StepUp.Unequipped unequipped, @Nullable Instant graceUntil) {
		AuthnContexts contexts = new AuthnContexts(
				List.of(definition("low", "password"), definition("high", "password + badge")));
		SignOnSteps steps = new SignOnSteps(contexts,
				List.of(new Method(FactorKind.PASSWORD, true), new Method(CODE, code), new Badge()), false);
		return steps.next(afterThePassword(), new StepUp("r", List.of("high"), null, unequipped, graceUntil), NOW);
	}

	private static LoginState afterThePassword() {
		SignOnRequest request = new SignOnRequest(new ProtocolId("test"), "service", "", null,
				new AuthnDemand(false, false, null, List.of("high")), NOW, null, Map.of());
		AuthenticatedUser user = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, NOW)), Optional.empty());
		return LoginState.begin(request).with(user);
	}

	/** A factor for which the user's phone might be called until it is asked about. */
	private static final class Phone implements AuthenticationMethod {

		private boolean known;

		@Override
		public FactorKind kind() {
			return CODE;
		}

		@Override
		public boolean callsUser(AuthenticatedUser user) {
			boolean calls = !known;
			known = true;
			return calls;
		}

		@Override
		public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) {
			throw new AssertionError("the order of the steps verifies nothing");
		}

	}

	/** A factor that the user has not enrolled. */
	private record Badge() implements EnrolledMethod {

		@Override
		public FactorKind kind() {
			return BADGE;
		}

		@Override
		public boolean isReady(AuthenticatedUser user) {
			return false;
		}

		@Override
		public boolean offersEnrolment(AuthenticatedUser user) {
			return true;
		}

		@Override
		public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) {
			throw new AssertionError("the order of the steps verifies nothing");
		}

		@Override
		public Map<String, String> enrolmentChallenge(AuthenticatedUser user) {
			throw new AssertionError("the order of the steps begins nothing");
		}

		@Override
		public EnrolmentVerdict enrol(AuthenticatedUser user, Submission submission) {
			throw new AssertionError("the order of the steps enrols nothing");
		}

	}

}
