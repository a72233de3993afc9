package org.campanile.factor.otp;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Enrollable.EnrolmentVerdict.Enrolled;
import org.campanile.authn.Enrollable.EnrolmentVerdict.Rejected;
import org.campanile.authn.Factor;
import org.campanile.authn.Verdict;
import org.campanile.factor.Credential;
import org.campanile.factor.HeapEnrolments;
import org.campanile.factor.otp.OtpKey.Algorithm;
import org.campanile.record.UnreadableRecordException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.authn.AuthenticationMethodContract;
import org.campanile.testkit.record.CountingRecordStore.Operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TotpMethodTests extends AuthenticationMethodContract {

	private static final int STEP = 30;

	/**
	 * Starts at the boundary of two steps, so that tests control the position in a step.
	 */
	private final MutableClock clock = new MutableClock(
			Instant.ofEpochSecond(Instant.now().getEpochSecond() / STEP * STEP + STEP));

	private final HeapEnrolments heap = new HeapEnrolments(this.clock);

	private final TotpMethod method = node(1, Algorithm.SHA1, 6, Duration.ofSeconds(STEP), 5);

	private final AuthenticatedUser alice = HeapEnrolments.user(USER, this.clock);

	private OtpToken app;

	private TotpMethod node(int window, Algorithm algorithm, int digits, Duration step, int max) {
		return new TotpMethod(new TotpMethod.Settings(new OtpSettings(algorithm, digits, max), step, window),
				this.heap.node(), this.clock, new SecureRandom());
	}

	@BeforeEach
	void enrol() throws Exception {
		this.app = enrol(this.method);
		this.clock.advance(Duration.ofSeconds(2 * STEP));
	}

	private OtpToken enrol(TotpMethod with) throws Exception {
		Map<String, String> challenge = with.enrolmentChallenge(this.alice);
		OtpToken shown = OtpToken.of(challenge).orElseThrow();
		assertThat(with.enrol(this.alice, HeapEnrolments.code(code(shown, 0), challenge))).isInstanceOf(Enrolled.class);
		return shown;
	}

	/** Returns the code that an app shows if its clock is ahead by that many seconds. */
	private String code(OtpToken token, long ahead) {
		return token.key().code(Math.floorDiv(this.clock.instant().getEpochSecond() + ahead, token.step()));
	}

	private Verdict verify(TotpMethod with, String code) throws Exception {
		return with.verify(Optional.of(this.alice), HeapEnrolments.code(code, Map.of()));
	}

	private boolean proves(String code) throws Exception {
		return verify(this.method, code) instanceof Verdict.Proven;
	}

	@Override
	protected AuthenticationMethod method() {
		return this.method;
	}

	@Override
	protected Map<String, String> right(Map<String, String> challenge) {
		return Map.of("code", code(this.app, 0));
	}

	@Override
	protected void stop() {
		this.heap.stop();
	}

	@Test
	void whenTheCodeIsOfAnAdjacentStepThenAcceptedAndBeyondRefused() throws Exception {
		assertThat(proves(code(this.app, -2 * STEP))).isFalse();
		assertThat(proves(code(this.app, 2 * STEP))).isFalse();
		assertThat(proves(code(this.app, -STEP))).isTrue();
		assertThat(proves(code(this.app, 0))).isTrue();
		assertThat(proves(code(this.app, STEP))).isTrue();
	}

	@Test
	void whenNoneCanBeReadThenItIsNotKnownWhetherTheUserHasIt() throws Exception {
		this.heap.node().change(USER, enrolment -> {
			Credential credential = enrolment.of(TotpMethod.KIND).getFirst();
			return enrolment.with(credential.withOwn(new byte[] { 1 }));
		});
		assertThatExceptionOfType(AuthenticationMethod.MethodUnavailableException.class)
			.isThrownBy(() -> this.method.isReady(this.alice))
			.withCauseInstanceOf(UnreadableRecordException.class);
		enrol(this.method);
		assertThat(this.method.isReady(this.alice)).isTrue();
	}

	@Test
	void whenUsedThenRefusedOnEveryNodeUntilTheNext() throws Exception {
		assertThat(proves(code(this.app, 0))).isTrue();
		assertThat(proves(code(this.app, 0))).isFalse();
		assertThat(verify(node(1, Algorithm.SHA1, 6, Duration.ofSeconds(STEP), 5), code(this.app, 0)))
			.isInstanceOf(Verdict.Rejected.class);
		this.clock.advance(Duration.ofSeconds(STEP));
		assertThat(proves(code(this.app, 0))).isTrue();
		assertThat(proves(code(this.app, -STEP))).as("the one from before").isFalse();
	}

	@Test
	void whenManyNodesGetOneCodeAtOnceThenOneAcceptsIt() throws Exception {
		String code = code(this.app, 0);
		List<Callable<Verdict>> calls = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			TotpMethod node = node(1, Algorithm.SHA1, 6, Duration.ofSeconds(STEP), 5);
			calls.add(() -> verify(node, code));
		}
		int proven = 0;
		try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
			for (Future<Verdict> verdict : threads.invokeAll(calls)) {
				proven += verdict.get() instanceof Verdict.Proven ? 1 : 0;
			}
		}
		assertThat(proven).isEqualTo(1);
	}

	@Test
	void whenTheCodeConfirmedTheEnrolmentThenItCannotSignIn() throws Exception {
		Map<String, String> challenge = this.method.enrolmentChallenge(this.alice);
		OtpToken shown = OtpToken.of(challenge).orElseThrow();
		String code = code(shown, 0);
		assertThat(this.method.enrol(this.alice, HeapEnrolments.code(code, challenge))).isInstanceOf(Enrolled.class);
		assertThat(proves(code)).isFalse();
		this.clock.advance(Duration.ofSeconds(STEP));
		assertThat(proves(code)).isFalse();
		assertThat(proves(code(shown, 0))).isTrue();
	}

	@Test
	void whenTheEnrolmentIsNotConfirmedThenNothingIsStored() throws Exception {
		Map<String, String> challenge = this.method.enrolmentChallenge(this.alice);
		OtpToken shown = OtpToken.of(challenge).orElseThrow();
		assertThat(this.method.enrol(this.alice, HeapEnrolments.code(code(this.app, 0), challenge)))
			.isInstanceOf(Rejected.class);
		assertThat(this.method.enrol(this.alice, HeapEnrolments.code(code(shown, 0), Map.of())))
			.isInstanceOf(Rejected.class);
		assertThat(this.heap.node().find(USER).credentials()).hasSize(1);
		assertThat(this.heap.node().find(OTHER).isEmpty()).isTrue();
	}

	@Test
	void whenTheFormOfAnEnrolmentIsSentTwiceThenOneAppIsThere() throws Exception {
		Map<String, String> challenge = this.method.enrolmentChallenge(this.alice);
		OtpToken shown = OtpToken.of(challenge).orElseThrow();
		Enrolled first = (Enrolled) this.method.enrol(this.alice, HeapEnrolments.code(code(shown, 0), challenge));
		assertThat(first.proven()).map(Factor::kind).contains(TotpMethod.KIND);
		assertThat(this.method.enrol(this.alice, HeapEnrolments.code(code(shown, 0), challenge)))
			.as("the code proves nothing twice")
			.isEqualTo(new Enrolled(first.id(), first.name(), Optional.empty(), false));
		this.clock.advance(Duration.ofSeconds(STEP));
		this.method.enrol(this.alice, HeapEnrolments.code(code(shown, 0), challenge));
		assertThat(this.heap.node().find(USER).of(TotpMethod.KIND)).hasSize(2);
	}

	@Test
	void whenThereAreSeveralAppsThenEachProvesAndTheNumberIsLimited() throws Exception {
		TotpMethod two = node(1, Algorithm.SHA1, 6, Duration.ofSeconds(STEP), 2);
		assertThat(two.offersEnrolment(this.alice)).isTrue();
		OtpToken second = enrol(two);
		this.clock.advance(Duration.ofSeconds(2 * STEP));
		List<Credential> apps = this.heap.node().find(USER).of(TotpMethod.KIND);
		assertThat(verify(two, code(second, 0))).isInstanceOfSatisfying(Verdict.Proven.class,
				proven -> assertThat(proven.user().factors().getLast().credential()).isEqualTo(apps.get(1).id()));
		assertThat(verify(two, code(this.app, 0))).isInstanceOfSatisfying(Verdict.Proven.class,
				proven -> assertThat(proven.user().factors().getLast().credential()).isEqualTo(apps.get(0).id()));
		assertThat(two.offersEnrolment(this.alice)).isFalse();
		Map<String, String> challenge = two.enrolmentChallenge(this.alice);
		assertThat(two.enrol(this.alice, HeapEnrolments.code(code(OtpToken.of(challenge).orElseThrow(), 0), challenge)))
			.isInstanceOfSatisfying(Rejected.class,
					rejected -> assertThat(rejected.messageKey()).isEqualTo("enrol.otp.too-many"));
		assertThat(apps.getFirst().name()).isEqualTo("My phone");
	}

	@Test
	void whenTheSettingsChangeThenAnAppKeepsItsOwn() throws Exception {
		TotpMethod later = node(1, Algorithm.SHA512, 8, Duration.ofSeconds(60), 5);
		assertThat(verify(later, code(this.app, 0))).isInstanceOf(Verdict.Proven.class);
		OtpToken other = enrol(later);
		assertThat(other.key()).satisfies(key -> {
			assertThat(key.algorithm()).isEqualTo(Algorithm.SHA512);
			assertThat(key.secret()).hasSize(64);
			assertThat(key.digits()).isEqualTo(8);
		});
		this.clock.advance(Duration.ofSeconds(60));
		assertThat(proves(code(other, 0))).isTrue();
	}

	@Test
	void whenTheClockIsRightThenALoginIsOneReadOfTheRecord() throws Exception {
		for (int typing = 0; typing < 15; typing++) {
			String shown = code(this.app, 0);
			this.clock.advance(Duration.ofSeconds(STEP - 1 + typing));
			this.heap.records().forget();
			assertThat(proves(shown)).as("typed in %s s", STEP - 1 + typing).isTrue();
			assertThat(this.heap.records().operations()).containsExactly(Operation.FIND);
			this.clock.advance(Duration.ofSeconds(2 * STEP + 1 - typing));
		}
	}

	/** The app's clock loses one second a day, and is used daily for a year. */
	@Test
	void whenTheClockRunsSlowThenTheWindowFollows() throws Exception {
		int writes = 0;
		for (int day = 1; day <= 365; day++) {
			this.clock.advance(Duration.ofSeconds(86_400 + 7));
			this.heap.records().forget();
			assertThat(proves(code(this.app, -day))).as("day %s", day).isTrue();
			writes += this.heap.records().operations().contains(Operation.UPDATE) ? 1 : 0;
		}
		assertThat(writes).isBetween(5, 80);
		assertThat(proves(code(this.app, 0))).as("the window has left the right time").isFalse();
	}

	@Test
	void whenTheClockRunsFastThenTheWindowFollows() throws Exception {
		for (int day = 1; day <= 365; day++) {
			this.clock.advance(Duration.ofSeconds(86_400 + 7));
			assertThat(proves(code(this.app, day))).as("day %s", day).isTrue();
		}
	}

	@Test
	void whenTheClockIsWrongByMoreThanIsKeptThenRefused() throws Exception {
		boolean accepted = true;
		int ahead = 0;
		while (accepted && ahead < 2_000) {
			ahead += 10;
			this.clock.advance(Duration.ofSeconds(600 + 7));
			accepted = proves(code(this.app, ahead));
		}
		assertThat(ahead).isBetween(600, 660);
	}

	@Test
	void whenTheClockIsWrongAtTheEnrolmentThenItIsKnownFromThere() throws Exception {
		Map<String, String> challenge = this.method.enrolmentChallenge(this.alice);
		OtpToken shown = OtpToken.of(challenge).orElseThrow();
		assertThat(this.method.enrol(this.alice, HeapEnrolments.code(code(shown, -200), challenge)))
			.isInstanceOf(Enrolled.class);
		this.clock.advance(Duration.ofSeconds(3_600));
		assertThat(proves(code(shown, -200))).isTrue();
	}

	@Test
	void whenTheDriftCannotBeStoredThenTheLoginGoesOn() throws Exception {
		this.clock.advance(Duration.ofSeconds(STEP - 10));
		this.heap.records().fail(Operation.UPDATE);
		assertThat(proves(code(this.app, -STEP))).isTrue();
	}

	@Test
	void whenSettingsAreOutOfRangeThenRefused() {
		OtpSettings keys = new OtpSettings(Algorithm.SHA1, 6, 5);
		assertThatIllegalArgumentException().isThrownBy(() -> new TotpMethod.Settings(keys, Duration.ofSeconds(10), 1));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new TotpMethod.Settings(keys, Duration.ofMillis(30_500), 1));
		assertThatIllegalArgumentException().isThrownBy(() -> new TotpMethod.Settings(keys, Duration.ofSeconds(30), 6));
		assertThatIllegalArgumentException().isThrownBy(() -> new OtpSettings(Algorithm.SHA1, 9, 5));
		assertThatIllegalArgumentException().isThrownBy(() -> new OtpSettings(Algorithm.SHA1, 6, 0));
	}

}
