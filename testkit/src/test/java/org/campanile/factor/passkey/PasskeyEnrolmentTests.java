package org.campanile.factor.passkey;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Enrollable.EnrolmentVerdict.Enrolled;
import org.campanile.authn.Enrollable.EnrolmentVerdict.Rejected;
import org.campanile.authn.Factor;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.throttle.Throttles;
import org.campanile.factor.Enrolments;
import org.campanile.factor.HeapEnrolments;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.authn.SoftAuthenticator;
import org.campanile.testkit.record.CountingRecordStore.Operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests forms of an enrolment that are sent again, and what it says of the user. */
class PasskeyEnrolmentTests {

	private static final String ORIGIN = "https://login.example.edu";

	private static final PasskeySettings SETTINGS = new PasskeySettings(
			new PasskeySettings.RelyingParty("login.example.edu", "Example University", Set.of(ORIGIN)), true, false,
			PasskeySettings.Attestation.NONE, 2, Duration.ofMinutes(10));

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T12:00:00Z"));

	private final HeapEnrolments heap = new HeapEnrolments(clock);

	private final Enrolments enrolments = heap.node();

	private final AuthenticatedUser alice = HeapEnrolments.user("alice", clock);

	private final PasskeyMethod method = new PasskeyMethod(SETTINGS, enrolments, principal -> Optional.empty(),
			new AccountRules(List.of()), Throttles.defaults(clock), clock, new SecureRandom());

	/** The account page accepts its form for longer than a login takes. */
	@Test
	void whenThePasskeyWasRemovedThenItsFormDoesNotBringItBack() throws Exception {
		Submission form = created(method.enrolmentChallenge(alice));
		Enrolled enrolled = (Enrolled) method.enrol(alice, form);
		enrolments.change("alice", enrolment -> enrolment.without(enrolled.id()));
		clock.advance(SETTINGS.timeout().plusMinutes(1));
		assertThat(method.enrol(alice, form)).isInstanceOfSatisfying(Rejected.class,
				rejected -> assertThat(rejected.anew()).as("a form that can succeed").isTrue());
		assertThat(enrolments.find("alice").credentials()).isEmpty();
	}

	@Test
	void whenTheStoreFailedThenTheSameFormEnrolsAnotherPasskey() throws Exception {
		Map<String, String> challenge = method.enrolmentChallenge(alice);
		heap.records().fail(Operation.CREATE);
		assertThatExceptionOfType(MethodUnavailableException.class)
			.isThrownBy(() -> method.enrol(alice, created(challenge)));
		heap.records().recover(Operation.CREATE);
		assertThat(method.enrol(alice, created(challenge))).isInstanceOf(Enrolled.class);
	}

	/** Otherwise a stolen key would be two factors once the thief sets a PIN. */
	@Test
	void whenTheUserWasNotVerifiedAtTheEnrolmentThenNeitherLater() throws Exception {
		SoftAuthenticator key = new SoftAuthenticator(ORIGIN).verifying(false);
		enrol(key);
		key.verifying(true);
		Map<String, String> challenge = method.challenge(Optional.of(alice));
		Submission answer = form(key.get(method.requestOptions(challenge)), challenge);
		Verdict.Proven proven = (Verdict.Proven) method.verify(Optional.of(alice), answer);
		assertThat(proven.user().factors().getLast().traits()).containsExactly(Factor.Trait.PHISHING_RESISTANT);

		enrol(new SoftAuthenticator(ORIGIN));
		Map<String, String> again = method.challenge(Optional.of(proven.user()));
		assertThat(method.requestOptions(again)).as("the one that verified, and only that")
			.containsOnlyOnce("\"public-key\"");
	}

	@Test
	void whenTheUserMustBeVerifiedThenAKeyEnrolledWithoutProvesNothing() throws Exception {
		SoftAuthenticator key = new SoftAuthenticator(ORIGIN).verifying(false);
		enrol(key);
		key.verifying(true);
		PasskeySettings strict = new PasskeySettings(SETTINGS.relyingParty(), SETTINGS.identifies(), true,
				SETTINGS.attestation(), SETTINGS.maximum(), SETTINGS.timeout());
		PasskeyMethod required = new PasskeyMethod(strict, enrolments, principal -> Optional.empty(),
				new AccountRules(List.of()), Throttles.defaults(clock), clock, new SecureRandom());
		Map<String, String> challenge = required.challenge(Optional.of(alice));
		Submission answer = form(key.get(required.requestOptions(challenge)), challenge);
		assertThat(required.verify(Optional.of(alice), answer)).isInstanceOfSatisfying(Verdict.Rejected.class,
				rejected -> assertThat(rejected.detail()).contains("it must be enrolled again"));
	}

	private void enrol(SoftAuthenticator authenticator) throws Exception {
		Map<String, String> challenge = method.enrolmentChallenge(alice);
		assertThat(method.enrol(alice, form(authenticator.create(method.creationOptions(alice, challenge)), challenge)))
			.isInstanceOf(Enrolled.class);
	}

	/** Returns the form with a passkey of another authenticator each time. */
	private Submission created(Map<String, String> challenge) {
		return form(new SoftAuthenticator(ORIGIN).create(method.creationOptions(alice, challenge)), challenge);
	}

	private static Submission form(String answer, Map<String, String> challenge) {
		return new Submission("", Map.of(PasskeyMethod.ANSWER, answer), challenge, new LoginOrigin("192.0.2.1"));
	}

}
