package org.campanile.factor.pin;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Enrollable.EnrolmentVerdict;
import org.campanile.authn.Enrollable.EnrolmentVerdict.Enrolled;
import org.campanile.authn.Enrollable.EnrolmentVerdict.Rejected;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.factor.HeapEnrolments;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.record.UnreadableRecordException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PinsTests {

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	private final HeapEnrolments heap = new HeapEnrolments(this.clock);

	private final Enrolments enrolments = this.heap.node();

	private final Semaphore hashes = new Semaphore(1);

	private final Pins pins = new Pins(new Pins.Settings(true, 6), this.enrolments, this.clock, new SecureRandom(),
			this.hashes, Duration.ZERO);

	private final AuthenticatedUser alice = HeapEnrolments.user("alice", this.clock);

	private EnrolmentVerdict choose(String pin, String again) throws MethodUnavailableException {
		return this.pins.enrol(this.alice,
				new Submission("", Map.of(Pins.NEW, pin, Pins.AGAIN, again), Map.of(), new LoginOrigin("192.0.2.1")));
	}

	@Test
	void whenAPinIsChosenThenItAloneIsRight() throws Exception {
		assertThat(choose("blau-7031", "blau-7031")).isInstanceOf(Enrolled.class);
		assertThat(this.pins.check("alice", "blau-7031")).map(Factor::kind).contains(FactorKind.PIN);
		assertThat(this.pins.check("alice", "ｂｌａｕ-7031 ")).as("in full width").isPresent();
		for (String wrong : new String[] { "blau-7032", "Blau-7031", "blau-703", "", "x".repeat(10_000) }) {
			assertThat(this.pins.check("alice", wrong)).as(wrong).isEmpty();
		}
		assertThat(this.pins.check("bob", "blau-7031")).as("who has none").isEmpty();
	}

	@Test
	void whenAnotherIsChosenThenTheOldOneIsGone() throws Exception {
		choose("blau-7031", "blau-7031");
		choose("rot-94127", "rot-94127");
		assertThat(this.pins.check("alice", "blau-7031")).isEmpty();
		assertThat(this.pins.check("alice", "rot-94127")).isPresent();
		assertThat(this.enrolments.find("alice").credentials()).hasSize(1);
		assertThat(Pins.remove(this.enrolments, "alice")).isTrue();
		assertThat(this.pins.check("alice", "rot-94127")).isEmpty();
		assertThat(Pins.remove(this.enrolments, "alice")).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "12345,enrol.pin.short", "'  1937  ',enrol.pin.short", "123456,enrol.pin.easy",
			"fedcba,enrol.pin.easy", "777777,enrol.pin.easy", "'',enrol.pin.short" })
	void whenAPinIsPoorThenRefusedAndNothingIsStored(String pin, String key) throws Exception {
		assertThat(choose(pin, pin)).isInstanceOfSatisfying(Rejected.class,
				rejected -> assertThat(rejected.messageKey()).isEqualTo(key));
		assertThat(this.enrolments.find("alice").isEmpty()).isTrue();
	}

	@Test
	void whenAPinIsTypedInTwoWaysOrNoTextThenRefused() throws Exception {
		assertThat(choose("blau-7031", "blau-7032")).isInstanceOf(Rejected.class);
		assertThat(choose("blau\u0000-7031", "blau\u0000-7031")).isInstanceOf(Rejected.class);
		assertThat(choose("x1".repeat(33), "x1".repeat(33))).isInstanceOf(Rejected.class);
		assertThat(this.enrolments.find("alice").isEmpty()).isTrue();
	}

	/** A PIN must not be the login name or the name that other systems know. */
	@ParameterizedTest
	@ValueSource(strings = { "Philippa", "PMU-4711" })
	void whenAPinIsANameOfTheUserThenRefused(String name) throws Exception {
		AuthenticatedUser philippa = new AuthenticatedUser("pmu-4711", "philippa", Optional.empty(),
				this.alice.factors(), Optional.empty());
		assertThat(this.pins.enrol(philippa,
				new Submission("", Map.of(Pins.NEW, name, Pins.AGAIN, name), Map.of(), new LoginOrigin("192.0.2.1"))))
			.isInstanceOfSatisfying(Rejected.class,
					rejected -> assertThat(rejected.messageKey()).isEqualTo("enrol.pin.easy"));
		assertThat(this.enrolments.find("pmu-4711").isEmpty()).isTrue();
	}

	/** Otherwise the PIN of a VPN could be used for a login. */
	@Test
	void whenThereIsAPinThenItIsNothingForALogin() throws Exception {
		assertThat(this.pins).isNotInstanceOf(AuthenticationMethod.class);
		choose("blau-7031", "blau-7031");
		assertThat(new RecoveryCodeMethod(this.enrolments, this.clock, new SecureRandom(), user -> {
		}).offersEnrolment(this.alice)).isFalse();
		Factor proven = this.pins.check("alice", "blau-7031").orElseThrow();
		try (Enrolments.Reading reading = this.enrolments.reading()) {
			this.enrolments.find("alice");
			this.enrolments.noteUse("alice", proven);
		}
		assertThat(this.enrolments.find("alice").lastUsed()).isNull();
		assertThat(this.enrolments.find("alice").of(FactorKind.PIN)).singleElement()
			.extracting(Credential::usedAt)
			.isEqualTo(Instant.parse("2026-11-25T00:00:00Z"));
	}

	@Test
	void whenTheStoreDoesNotAnswerThenThatIsNoWrongPin() throws Exception {
		choose("blau-7031", "blau-7031");
		this.heap.stop();
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> this.pins.check("alice", "blau-7031"));
		assertThatExceptionOfType(MethodUnavailableException.class).isThrownBy(() -> choose("rot-94127", "rot-94127"));
	}

	@Test
	void whenTheStoredPinCannotBeReadThenThatIsNoWrongPin() throws Exception {
		this.enrolments.change("alice", enrolment -> enrolment
			.with(new Credential(FactorKind.PIN, "newer", "", this.clock.instant(), null, new byte[] { 1 })));
		assertThatExceptionOfType(UnreadableRecordException.class)
			.isThrownBy(() -> this.pins.check("alice", "blau-7031"));
	}

	/** Otherwise a client with made-up names could occupy all processors with hashing. */
	@Test
	void whenAsManyAreHashedAsMayBeThenNoneIsCheckedNorStoredWhoeverItIs() throws Exception {
		choose("blau-7031", "blau-7031");
		this.hashes.acquire();
		for (String user : new String[] { "alice", "nobody" }) {
			assertThatExceptionOfType(Pins.BusyException.class).as(user)
				.isThrownBy(() -> this.pins.check(user, "blau-7031"))
				.withMessage("as many PINs are being hashed as may be at once");
		}
		assertThatExceptionOfType(MethodUnavailableException.class).isThrownBy(() -> choose("rot-94127", "rot-94127"));
		this.hashes.release();
		assertThat(this.pins.check("alice", "blau-7031")).isPresent();
		assertThat(this.pins.check("nobody", "blau-7031")).isEmpty();
		assertThat(this.pins.check("alice", "blau-7031")).as("and gives its turn back").isPresent();
	}

	@Test
	void whenWrittenOutThenNoPin() throws Exception {
		choose("blau-7031", "blau-7031");
		Credential credential = this.enrolments.find("alice").of(FactorKind.PIN).getFirst();
		assertThat(new String(credential.own(), StandardCharsets.ISO_8859_1)).doesNotContain("blau", "7031");
		assertThat(new Submission("", Map.of(Pins.NEW, "blau-7031"), Map.of(), new LoginOrigin("192.0.2.1")).toString())
			.doesNotContain("blau");
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 3, 33 })
	void whenTheLeastLengthMakesNoSenseThenRefused(int length) {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new Pins.Settings(true, length))
			.withMessageContaining("give 4 to 32");
	}

	@Test
	void whenNoRealmChecksPinsThenNobodyIsOfferedOne() {
		assertThat(new Pins(new Pins.Settings(false, 6), this.enrolments, this.clock, new SecureRandom(), this.hashes,
				Duration.ZERO)
			.offersEnrolment(this.alice)).isFalse();
		assertThat(this.pins.offersEnrolment(this.alice)).isTrue();
	}

}
