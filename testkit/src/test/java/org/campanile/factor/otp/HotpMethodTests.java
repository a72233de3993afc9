package org.campanile.factor.otp;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
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
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Enrollable.EnrolmentVerdict.Enrolled;
import org.campanile.authn.Enrollable.EnrolmentVerdict.Rejected;
import org.campanile.authn.Factor;
import org.campanile.authn.Verdict;
import org.campanile.factor.HeapEnrolments;
import org.campanile.factor.otp.OtpKey.Algorithm;
import org.campanile.testkit.authn.AuthenticationMethodContract;
import org.campanile.testkit.record.CountingRecordStore.Operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HotpMethodTests extends AuthenticationMethodContract {

	private static final OtpSettings KEYS = new OtpSettings(Algorithm.SHA1, 6, 2);

	private final InstantSource clock = InstantSource.system();

	private final HeapEnrolments heap = new HeapEnrolments(this.clock);

	private final HotpMethod method = node(10);

	private final AuthenticatedUser alice = HeapEnrolments.user(USER, this.clock);

	private OtpToken token;

	private HotpMethod node(int lookAhead) {
		return new HotpMethod(new HotpMethod.Settings(KEYS, lookAhead, 100), Duration.ofHours(1), this.heap.node(),
				this.clock, new SecureRandom());
	}

	/** Enrols a token, confirmed with the code of counter 0. */
	@BeforeEach
	void enrol() throws Exception {
		Map<String, String> challenge = this.method.enrolmentChallenge(this.alice);
		this.token = OtpToken.of(challenge).orElseThrow();
		assertThat(this.method.enrol(this.alice, HeapEnrolments.code(this.token.key().code(0), challenge)))
			.isInstanceOf(Enrolled.class);
	}

	private boolean proves(String code) throws Exception {
		return verify(this.method, code) instanceof Verdict.Proven;
	}

	private Verdict verify(HotpMethod with, String code) throws Exception {
		return with.verify(Optional.of(this.alice), HeapEnrolments.code(code, Map.of()));
	}

	private String code(long counter) {
		return this.token.key().code(counter);
	}

	@Override
	protected AuthenticationMethod method() {
		return this.method;
	}

	@Override
	protected Map<String, String> right(Map<String, String> challenge) {
		return Map.of("code", code(1));
	}

	@Override
	protected void stop() {
		this.heap.stop();
	}

	@Test
	void whenTheCodeConfirmedTheEnrolmentThenItCannotSignIn() throws Exception {
		assertThat(proves(code(0))).isFalse();
		assertThat(proves(code(1))).isTrue();
	}

	@Test
	void whenUsedThenItAndAllBeforeAreRefused() throws Exception {
		assertThat(proves(code(5))).isTrue();
		for (int counter = 0; counter <= 5; counter++) {
			assertThat(proves(code(counter))).as("counter %s", counter).isFalse();
		}
		assertThat(proves(code(6))).isTrue();
	}

	@Test
	void whenBeyondTheWindowThenRefusedUntilTwoInARow() throws Exception {
		assertThat(proves(code(11))).isFalse();
		assertThat(proves(code(50))).isFalse();
		assertThat(proves(code(50) + code(52))).isFalse();
		assertThat(proves(code(50) + ' ' + code(51))).isTrue();
		assertThat(proves(code(51))).isFalse();
		assertThat(proves(code(50) + code(51))).isFalse();
		assertThat(proves(code(52))).isTrue();
		assertThat(proves(code(200) + code(201))).as("beyond the window for two").isFalse();
	}

	@Test
	void whenManyNodesGetOneCodeAtOnceThenOneAcceptsIt() throws Exception {
		List<Callable<Verdict>> calls = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			HotpMethod node = node(10);
			calls.add(() -> verify(node, code(3)));
		}
		int proven = 0;
		try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
			for (Future<Verdict> verdict : threads.invokeAll(calls)) {
				proven += verdict.get() instanceof Verdict.Proven ? 1 : 0;
			}
		}
		assertThat(proven).isEqualTo(1);
		assertThat(proves(code(4))).isTrue();
	}

	@Test
	void whenProvenThenOneReadAndOneWriteAndWhenWrongOneRead() throws Exception {
		this.heap.records().forget();
		assertThat(proves(code(1))).isTrue();
		assertThat(this.heap.records().operations()).containsExactly(Operation.FIND, Operation.UPDATE);
		this.heap.records().forget();
		assertThat(proves(code(1))).isFalse();
		assertThat(this.heap.records().operations()).containsExactly(Operation.FIND);
	}

	@Test
	void whenTheFormOfAnEnrolmentIsSentTwiceThenOneTokenIsThere() throws Exception {
		Map<String, String> challenge = this.method.enrolmentChallenge(this.alice);
		OtpKey key = OtpToken.of(challenge).orElseThrow().key();
		Enrolled first = (Enrolled) this.method.enrol(this.alice, HeapEnrolments.code(key.code(0), challenge));
		assertThat(first.proven()).map(Factor::kind).contains(HotpMethod.KIND);
		for (int counter = 0; counter < 3; counter++) {
			assertThat(this.method.enrol(this.alice, HeapEnrolments.code(key.code(counter), challenge)))
				.as("counter %s", counter)
				.isEqualTo(new Enrolled(first.id(), first.name(), Optional.empty(), false));
		}
		assertThat(proves(key.code(1))).as("the form has not used it up").isTrue();
		assertThat(this.heap.node().find(USER).of(HotpMethod.KIND)).hasSize(2);
	}

	@Test
	void whenTheTokenWasRemovedThenTheFormOfItsEnrolmentDoesNotAddItAgain() throws Exception {
		Map<String, String> challenge = this.method.enrolmentChallenge(this.alice);
		OtpToken removed = OtpToken.of(challenge).orElseThrow();
		Submission confirmed = HeapEnrolments.code(removed.key().code(0), challenge);
		Enrolled first = (Enrolled) this.method.enrol(this.alice, confirmed);
		this.heap.node().change(USER, enrolment -> enrolment.without(first.id()));
		assertThat(node(10).enrol(this.alice, confirmed)).isInstanceOf(Rejected.class);
		assertThat(this.heap.node().find(USER).of(HotpMethod.KIND)).hasSize(1);
	}

	/** The first code is used up, although the token was not stored. */
	@Test
	void whenTheStoreFailedThenTheNextCodeConfirmsTheEnrolment() throws Exception {
		HotpMethod strict = node(1);
		Map<String, String> challenge = strict.enrolmentChallenge(this.alice);
		OtpKey key = OtpToken.of(challenge).orElseThrow().key();
		Submission first = HeapEnrolments.code(key.code(0), challenge);
		this.heap.records().fail(Operation.UPDATE);
		assertThatExceptionOfType(AuthenticationMethod.MethodUnavailableException.class)
			.isThrownBy(() -> strict.enrol(this.alice, first));
		this.heap.records().recover(Operation.UPDATE);
		assertThat(strict.enrol(this.alice, first)).isInstanceOf(Rejected.class);
		Enrolled next = (Enrolled) strict.enrol(this.alice, HeapEnrolments.code(key.code(1), challenge));
		assertThat(next.proven()).map(Factor::kind).contains(HotpMethod.KIND);
		assertThat(this.heap.node().find(USER).find(next.id())).isPresent();
	}

	@Test
	void whenTheKeyIsOfAnotherMethodThenNotEnrolled() throws Exception {
		Map<String, String> timed = new OtpToken(this.token.key(), 30, 0).parameters();
		Map<String, String> challenge = new HashMap<>(timed);
		challenge.put("id", "other");
		assertThat(this.method.enrol(this.alice, HeapEnrolments.code(code(0), challenge))).isInstanceOf(Rejected.class);
	}

	@Test
	void whenSettingsAreOutOfRangeThenRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new HotpMethod.Settings(KEYS, 0, 100));
		assertThatIllegalArgumentException().isThrownBy(() -> new HotpMethod.Settings(KEYS, 51, 100));
		assertThatIllegalArgumentException().isThrownBy(() -> new HotpMethod.Settings(KEYS, 10, 9));
		assertThatIllegalArgumentException().isThrownBy(() -> new HotpMethod.Settings(KEYS, 10, 10_001));
	}

}
