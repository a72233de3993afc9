package org.campanile.factor.external;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.authn.AuthenticationMethodContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ExternalMethodTests extends AuthenticationMethodContract {

	private final MutableClock clock = new MutableClock(Instant.now());

	private final Scripted validator = new Scripted();

	/** A validator that accepts the code 123456 of one user. */
	private static final class Scripted implements ExternalValidator {

		private final List<String> asked = new CopyOnWriteArrayList<>();

		private final CountDownLatch reached = new CountDownLatch(1);

		private volatile CountDownLatch gate = new CountDownLatch(0);

		private boolean down;

		private boolean refuses;

		private Confirmation confirmation = Confirmation.PENDING;

		@Override
		public Answer check(String user, String code, String transaction) throws UnansweredException {
			ask("check");
			return user.equals(USER) && code.equals("123456") ? new Answer.Accepted()
					: code.equals("pin") ? new Answer.Challenged("t1", "Enter it", true, false) : code.equals("push")
							? new Answer.Challenged("t2", "Confirm", false, true) : new Answer.Rejected("wrong");
		}

		@Override
		public Answer trigger(String user) throws UnansweredException {
			ask("trigger");
			return user.equals(USER) ? new Answer.Challenged("t" + asked.size(), "Confirm", false, true)
					: new Answer.NoToken("none");
		}

		@Override
		public Confirmation confirmation(String transaction) throws UnansweredException {
			ask("poll");
			return confirmation;
		}

		private void ask(String what) throws UnansweredException {
			asked.add(what);
			reached.countDown();
			try {
				gate.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			if (down || refuses) {
				throw new UnansweredException(
						down ? UnansweredException.Cause.NO_ANSWER : UnansweredException.Cause.REFUSED, "switched off");
			}
		}

		@Override
		public void close() {
		}

	}

	@Override
	protected AuthenticationMethod method() {
		return codes();
	}

	private ExternalMethod codes() {
		return new ExternalMethod(validator,
				new ExternalMethod.Settings(ExternalMethod.Users.ALL, false, false, Duration.ofMinutes(2), 1), clock);
	}

	private ExternalMethod challenges() {
		return new ExternalMethod(validator,
				new ExternalMethod.Settings(ExternalMethod.Users.ALL, true, true, Duration.ofMinutes(2), 1), clock);
	}

	@Override
	protected Map<String, String> right(Map<String, String> challenge) {
		return Map.of("code", "123456");
	}

	@Override
	protected void stop() {
		validator.down = true;
	}

	@Test
	void whenACodeCannotBeOneThenTheSystemIsNotAsked() throws Exception {
		for (String code : List.of("", " ", "12\n3456", "1".repeat(300), "\uD800")) {
			assertThat(codes().verify(user(USER), submission(Map.of("code", code), Map.of("code", "true"))))
				.isInstanceOf(Verdict.Rejected.class);
		}
		assertThat(validator.asked).isEmpty();
	}

	@Test
	void whenWhoIsReadyIsAskedThenThePageGetsThatChallengeAndTheNextLoginAnother() throws Exception {
		ExternalMethod method = challenges();
		assertThat(method.isReady(user(USER).orElseThrow())).isTrue();
		assertThat(method.isReady(user(USER).orElseThrow())).as("asked once").isTrue();
		Map<String, String> first = method.challenge(user(USER));
		assertThat(validator.asked).containsExactly("trigger");
		assertThat(method.isReady(user(USER).orElseThrow())).as("known, so that no device is called").isTrue();
		Map<String, String> second = method.challenge(user(USER));
		assertThat(second.get("transaction")).isNotEqualTo(first.get("transaction"));
		assertThat(validator.asked).containsExactly("trigger", "trigger");
		assertThat(method.isReady(user(OTHER).orElseThrow())).isFalse();
	}

	/** Otherwise the user might confirm a login of somebody who knows the password. */
	@Test
	void whenALoginLeavesItsChallengeThenAnotherOfTheUserDoesNotGetIt() throws Exception {
		ExternalMethod method = challenges();
		assertThat(method.isReady(user(USER).orElseThrow())).isTrue();
		AuthenticatedUser elsewhere = new AuthenticatedUser(USER, USER, Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, Instant.EPOCH.plusMillis(1))), Optional.empty());
		assertThat(method.challenge(Optional.of(elsewhere))).containsEntry("transaction", "t2");
		assertThat(method.challenge(user(USER))).containsEntry("transaction", "t1");
	}

	@Test
	void whenTheUserHasNothingThereThenTheStepsOfALoginAskOnce() throws Exception {
		ExternalMethod method = challenges();
		for (int i = 0; i < 7; i++) {
			assertThat(method.isReady(user(OTHER).orElseThrow())).isFalse();
		}
		assertThat(validator.asked).containsExactly("trigger");
		clock.advance(Duration.ofSeconds(30));
		assertThat(method.isReady(user(OTHER).orElseThrow())).isFalse();
		assertThat(validator.asked).as("it may have changed").containsExactly("trigger", "trigger");
	}

	/** No device is called then, so it is no request too many. */
	@Test
	void whenItIsOftenAskedAboutAUserWithNothingThereThenTheAnswerStaysTheSame() throws Exception {
		ExternalMethod method = challenges();
		for (int i = 0; i < 8; i++) {
			assertThat(method.isReady(user(OTHER).orElseThrow())).isFalse();
			clock.advance(Duration.ofSeconds(31));
		}
		assertThat(validator.asked).hasSize(8);
	}

	@Test
	void whenWhetherTheUserIsReadyIsKnownThenTheUserIsNotCalledForIt() throws Exception {
		ExternalMethod method = challenges();
		for (String user : List.of(USER, OTHER)) {
			AuthenticatedUser asked = user(user).orElseThrow();
			assertThat(method.callsUser(asked)).isTrue();
			method.isReady(asked);
			assertThat(method.callsUser(asked)).isFalse();
		}
		assertThat(codes().callsUser(user(USER).orElseThrow())).isFalse();
	}

	@Test
	void whenAnybodyMayHaveATokenThenReadyWithoutAQuestionElsewhere() {
		assertThat(codes().asksElsewhere()).isFalse();
		assertThat(challenges().asksElsewhere()).isTrue();
		assertThat(new ExternalMethod(validator,
				new ExternalMethod.Settings(user -> false, false, false, Duration.ofMinutes(2), 1), clock)
			.asksElsewhere()).isTrue();
	}

	@Test
	void whenAChallengeIsOverThenNothingIsTriedAndItIsNoWrongAttempt() throws Exception {
		ExternalMethod method = challenges();
		Map<String, String> challenge = method.challenge(user(USER));
		clock.advance(Duration.ofMinutes(2));
		assertThat(method.verify(user(USER), submission(Map.of("code", "123456"), challenge)))
			.isEqualTo(new Verdict.Continued(Map.of("code", "true", "note", "expired")));
		assertThat(validator.asked).containsExactly("trigger");
	}

	@Test
	void whenPendingThenTheSameChallengeGoesOnAndWhenConfirmedItIsChecked() throws Exception {
		ExternalMethod method = challenges();
		Map<String, String> challenge = method.challenge(user(USER));
		assertThat(method.verify(user(USER), submission(Map.of(), challenge)))
			.isEqualTo(new Verdict.Continued(challenge));
		validator.confirmation = ExternalValidator.Confirmation.CONFIRMED;
		assertThat(method.verify(user(USER), submission(Map.of(), challenge))).as("what is confirmed is checked")
			.isInstanceOf(Verdict.Rejected.class);
		assertThat(validator.asked).containsExactly("trigger", "poll", "poll", "check");
	}

	/** The page may be loaded again, and the other system gives the same answer. */
	@Test
	void whenDeclinedThenItIsOneWrongAttempt() throws Exception {
		ExternalMethod method = challenges();
		Map<String, String> challenge = method.challenge(user(USER));
		validator.confirmation = ExternalValidator.Confirmation.DECLINED;
		assertThat(method.verify(user(USER), submission(Map.of(), challenge))).isInstanceOf(Verdict.Rejected.class);
		Map<String, String> noted = new HashMap<>(challenge);
		noted.put("note", "declined");
		assertThat(method.verify(user(USER), submission(Map.of(), challenge))).isEqualTo(new Verdict.Continued(noted));
	}

	@Test
	void whenAPageWaitsThenWhetherTheUserIsReadyIsKnownWithoutAnotherChallenge() throws Exception {
		ExternalMethod method = challenges();
		assertThat(method.isReady(user(USER).orElseThrow())).isTrue();
		clock.advance(Duration.ofMinutes(4));
		Map<String, String> challenge = method.challenge(user(USER));
		validator.asked.clear();
		clock.advance(Duration.ofSeconds(59));
		method.verify(user(USER), submission(Map.of(), challenge));
		clock.advance(Duration.ofSeconds(30));
		assertThat(method.isReady(user(USER).orElseThrow())).isTrue();
		assertThat(validator.asked).containsExactly("poll");
	}

	/**
	 * An attacker who knows password and PIN must not make the owner's phone ring all
	 * night.
	 */
	@Test
	void whenAPinHasTheDeviceRingTooOftenThenItIsNoLongerPassedOn() throws Exception {
		ExternalMethod method = codes();
		for (int i = 0; i < 5; i++) {
			assertThat(method.verify(user(USER), submission(Map.of("code", "push"), Map.of())))
				.isInstanceOf(Verdict.Continued.class);
		}
		assertThat(method.verify(user(USER), submission(Map.of("code", "push"), Map.of())))
			.isInstanceOf(Verdict.Throttled.class);
		assertThat(validator.asked).hasSize(5);
		clock.advance(Duration.ofMinutes(5));
		assertThat(method.verify(user(USER), submission(Map.of("code", "123456"), Map.of())))
			.isInstanceOf(Verdict.Proven.class);
	}

	@Test
	void whenTheClockIsSetBackThenAPinIsPassedOnAgainAfterThePeriod() throws Exception {
		ExternalMethod method = codes();
		for (int i = 0; i < 5; i++) {
			method.verify(user(USER), submission(Map.of("code", "push"), Map.of()));
		}
		clock.advance(Duration.ofHours(-1));
		assertThat(method.verify(user(USER), submission(Map.of("code", "push"), Map.of())))
			.isInstanceOf(Verdict.Throttled.class);
		clock.advance(Duration.ofMinutes(5));
		assertThat(method.verify(user(USER), submission(Map.of("code", "push"), Map.of())))
			.isInstanceOf(Verdict.Continued.class);
	}

	@Test
	void whenItFailsThenItIsAskedEveryTenSecondsOnly() throws Exception {
		ExternalMethod method = codes();
		validator.down = true;
		for (int i = 0; i < 10; i++) {
			assertUnavailable(method);
		}
		assertThat(validator.asked).hasSize(3);
		validator.down = false;
		assertUnavailable(method);
		clock.advance(Duration.ofSeconds(11));
		assertThat(method.verify(user(USER), submission(Map.of("code", "123456"), Map.of())))
			.isInstanceOf(Verdict.Proven.class);
	}

	/** Otherwise one user of another realm could lock out all other users. */
	@Test
	void whenItRefusesOneQuestionThenItIsStillAskedTheNext() {
		ExternalMethod method = codes();
		validator.refuses = true;
		for (int i = 0; i < 10; i++) {
			assertUnavailable(method);
		}
		assertThat(validator.asked).hasSize(10);
	}

	/** Otherwise a slow system would look dead, and hold the permits of all logins. */
	@Test
	void whenAsManyQuestionsWaitAsMayThenFurtherOnesAreRefusedAtOnceAndCountAsNothing() throws Exception {
		ExternalMethod method = challenges();
		validator.gate = new CountDownLatch(1);
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			Future<Verdict> waiting = threads
				.submit(() -> method.verify(user(USER), submission(Map.of("code", "123456"), Map.of())));
			validator.reached.await();
			for (int i = 0; i < 10; i++) {
				assertThatExceptionOfType(MethodUnavailableException.class)
					.isThrownBy(() -> method.challenge(user(USER)))
					.withMessageContaining("(campanile.factors.external.max-concurrent)");
			}
			validator.gate.countDown();
			assertThat(waiting.get()).isInstanceOf(Verdict.Proven.class);
		}
		assertThat(method.challenge(user(USER))).as("no failure, and no challenge begun").containsKey("transaction");
		assertThat(validator.asked).containsExactly("check", "trigger");
	}

	private static void assertUnavailable(ExternalMethod method) {
		assertThatExceptionOfType(MethodUnavailableException.class)
			.isThrownBy(() -> method.verify(user(USER), submission(Map.of("code", "123456"), Map.of())));
	}

	private static Submission submission(Map<String, String> fields, Map<String, String> challenge) {
		return new Submission(USER, fields, challenge, new LoginOrigin("192.0.2.1"));
	}

	private static Optional<AuthenticatedUser> user(String principal) {
		return Optional.of(new AuthenticatedUser(principal, principal, Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, Instant.EPOCH)), Optional.empty()));
	}

}
