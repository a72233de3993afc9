package org.campanile.factor.recovery;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.Enrollable.EnrolmentVerdict.Enrolled;
import org.campanile.authn.Enrollable.EnrolmentVerdict.Rejected;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.factor.Credential;
import org.campanile.factor.HeapEnrolments;
import org.campanile.record.UnreadableRecordException;
import org.campanile.testkit.authn.AuthenticationMethodContract;
import org.campanile.testkit.record.CountingRecordStore.Operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RecoveryCodeMethodTests extends AuthenticationMethodContract {

	private final InstantSource clock = InstantSource.system();

	private final HeapEnrolments heap = new HeapEnrolments(this.clock);

	private final List<String> usedUp = new CopyOnWriteArrayList<>();

	private final RecoveryCodeMethod method = node();

	private final AuthenticatedUser alice = HeapEnrolments.user(USER, this.clock);

	private Map<String, String> shown = Map.of();

	private RecoveryCodeMethod node() {
		return new RecoveryCodeMethod(this.heap.node(), this.clock, new SecureRandom(), this.usedUp::add);
	}

	@BeforeEach
	void enrol() throws Exception {
		this.shown = this.method.enrolmentChallenge(this.alice);
		assertThat(store(this.shown)).isInstanceOf(Enrolled.class);
	}

	private Object store(Map<String, String> challenge) throws Exception {
		return this.method.enrol(this.alice, HeapEnrolments.code("", challenge));
	}

	private List<String> codes() {
		return RecoveryCodeMethod.codes(this.shown);
	}

	private Verdict verify(RecoveryCodeMethod with, String code) throws Exception {
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
		return Map.of("code", codes().getFirst());
	}

	@Override
	protected void stop() {
		this.heap.stop();
	}

	@Test
	void whenDrawnThenTenOfSixtyBitsEach() {
		assertThat(codes()).hasSize(10)
			.doesNotHaveDuplicates()
			.allMatch(code -> code.matches("([0-9A-HJKMNP-TV-Z]{4}(-|$)){3}"));
		HashSet<Integer> characters = new HashSet<>();
		for (int i = 0; i < 100; i++) {
			RecoveryCodes.draw(new SecureRandom()).forEach(code -> code.chars().forEach(characters::add));
		}
		assertThat(characters).as("32 of the alphabet, and the hyphen").hasSize(33);
	}

	@Test
	void whenUsedThenOnceAndOneIsLeftLess() throws Exception {
		for (int used = 0; used < 10; used++) {
			assertThat(this.method.left(USER)).isEqualTo(10 - used);
			assertThat(RecoveryCodeMethod.leftAt(this.method.challenge(Optional.of(this.alice)))).isEqualTo(10 - used);
			assertThat(this.method.isReady(this.alice)).isTrue();
			assertThat(this.usedUp).isEmpty();
			assertThat(proves(codes().get(used))).isTrue();
			assertThat(proves(codes().get(used))).isFalse();
		}
		assertThat(this.method.isReady(this.alice)).isFalse();
		assertThat(this.usedUp).as("notified once").containsExactly(USER);
	}

	/**
	 * The codes come back sealed, so invalid ones mean a page of another version, or a
	 * fault of this server.
	 */
	@ParameterizedTest
	@CsvSource({ "codes,AAAA-BBBB-CCCC", "codes,''", "codes,'1 2 3 4 5 6 7 8 9 10'", "id,''" })
	void whenTheCodesThatWereShownAreNoneThenTheSetStays(String field, String value) throws Exception {
		Map<String, String> other = new HashMap<>(this.method.enrolmentChallenge(this.alice));
		assertThat(other).containsKey(field);
		other.put(field, value);
		assertThat(store(other)).isInstanceOf(Rejected.class);
		assertThat(proves(codes().getFirst())).isTrue();
	}

	@Test
	void whenTheSetCannotBeReadThenItIsNotTakenForNone() throws Exception {
		this.heap.node()
			.change(USER, enrolment -> enrolment
				.with(enrolment.of(RecoveryCodeMethod.KIND).getFirst().withOwn(new byte[] { 1 })));
		assertThatExceptionOfType(MethodUnavailableException.class).isThrownBy(() -> this.method.isReady(this.alice))
			.withCauseInstanceOf(UnreadableRecordException.class);
	}

	@Test
	void whenTypedInAnotherWayThenTheSameCode() throws Exception {
		String code = codes().get(3);
		String typed = code.toLowerCase(Locale.ROOT).replace("-", " ").replace('0', 'o').replace('1', 'l');
		assertThat(proves(' ' + typed)).isTrue();
		assertThat(RecoveryCodes.code("ｏIl2\u20103 abc-defg")).contains("01123ABCDEFG");
		assertThat(RecoveryCodes.code("0112 3ABC DEFU")).isEmpty();
		assertThat(RecoveryCodes.code("01123ABCDEFGH")).isEmpty();
	}

	@Test
	void whenManyNodesGetOneCodeAtOnceThenOneAcceptsIt() throws Exception {
		List<Callable<Verdict>> calls = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			RecoveryCodeMethod node = node();
			calls.add(() -> verify(node, codes().get(0)));
		}
		int proven = 0;
		try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
			for (Future<Verdict> verdict : threads.invokeAll(calls)) {
				proven += verdict.get() instanceof Verdict.Proven ? 1 : 0;
			}
		}
		assertThat(proven).isEqualTo(1);
		assertThat(this.method.left(USER)).isEqualTo(9);
	}

	@Test
	void whenThereIsANewSetThenTheOldOneIsGoneAndDoesNotComeBack() throws Exception {
		Map<String, String> old = this.shown;
		proves(codes().getFirst());
		enrol();
		assertThat(this.heap.node().find(USER).of(RecoveryCodeMethod.KIND)).hasSize(1);
		assertThat(codes()).doesNotContainAnyElementsOf(RecoveryCodeMethod.codes(old));
		assertThat(proves(RecoveryCodeMethod.codes(old).get(1))).isFalse();
		assertThat(store(old)).isInstanceOf(Rejected.class);
		assertThat(proves(codes().getFirst())).isTrue();
		assertThat(store(this.shown)).as("sent twice").isInstanceOf(Enrolled.class);
		assertThat(proves(codes().getFirst())).as("used before it was sent again").isFalse();
	}

	@Test
	void whenNothingOfTheMethodWasShownThenNothingIsStored() throws Exception {
		assertThat(store(Map.of())).isInstanceOf(Rejected.class);
		assertThat(store(Map.of("id", "x", "codes", "A B C"))).isInstanceOf(Rejected.class);
		assertThat(this.method.left(USER)).isEqualTo(10);
	}

	@Test
	void whenProvenThenOneReadAndOneWriteAndWhenWrongOneRead() throws Exception {
		this.heap.records().forget();
		assertThat(proves(codes().getFirst())).isTrue();
		assertThat(this.heap.records().operations()).containsExactly(Operation.FIND, Operation.UPDATE);
		this.heap.records().forget();
		assertThat(proves(codes().getFirst())).isFalse();
		assertThat(this.heap.records().operations()).containsExactly(Operation.FIND);
	}

	@Test
	void whenTheUserHasNoOtherFactorThenNotOffered() throws Exception {
		assertThat(this.method.offersEnrolment(this.alice)).isFalse();
		enrol(FactorKind.TRUSTED_DEVICE);
		assertThat(this.method.offersEnrolment(this.alice)).isFalse();
		enrol(new FactorKind("totp"));
		assertThat(this.method.offersEnrolment(this.alice)).isTrue();
	}

	private void enrol(FactorKind kind) throws Exception {
		this.heap.node()
			.change(USER, enrolment -> enrolment
				.with(new Credential(kind, kind.code(), kind.code(), this.clock.instant(), null, new byte[0])));
	}

}
