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
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.throttle.Throttles;
import org.campanile.factor.Enrolments;
import org.campanile.factor.HeapEnrolments;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.authn.SoftAuthenticator;
import org.campanile.testkit.record.CountingRecordStore.Operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests forms of an enrolment that are sent again. */
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

	/** Returns the form with a passkey of another authenticator each time. */
	private Submission created(Map<String, String> challenge) {
		String answer = new SoftAuthenticator(ORIGIN).create(method.creationOptions(alice, challenge));
		return new Submission("", Map.of(PasskeyMethod.ANSWER, answer), challenge, new LoginOrigin("192.0.2.1"));
	}

}
