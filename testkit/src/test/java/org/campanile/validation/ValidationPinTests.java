package org.campanile.validation;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.campanile.attribute.SourceValues;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.resolver.UserCache;
import org.campanile.authn.resolver.UserResolver;
import org.campanile.authn.throttle.Throttles;
import org.campanile.factor.Enrolments;
import org.campanile.factor.HeapEnrolments;
import org.campanile.factor.pin.Pins;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.SessionFixtures;
import org.campanile.validation.ValidationService.Result;
import org.campanile.validation.ValidationService.Why;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests alice's PIN: its recorded last use, and the responses while many PINs are
 * checked.
 */
class ValidationPinTests {

	private static final String PIN = "blau-7031";

	/** The last use of a PIN is recorded to the day. */
	private static final Instant TODAY = Instant.parse("2026-11-25T00:00:00Z");

	private final MutableClock clock = new MutableClock(TODAY.plus(Duration.ofHours(12)));

	private final HeapEnrolments heap = new HeapEnrolments(clock);

	private final Enrolments enrolments = heap.node();

	private final Semaphore hashes = new Semaphore(1);

	private final Pins pins = new Pins(new Pins.Settings(true, 6), enrolments, clock, new SecureRandom(), hashes,
			Duration.ZERO);

	private int codesTried;

	/** A service whose codes are checked by another system, which reads no enrolment. */
	private final ValidationService service = new ValidationService((user, code, origin) -> {
		codesTried++;
		return code.equals("123456") ? new CodeCheck.Result.Right(new Factor(new FactorKind("totp"), clock.instant()))
				: new CodeCheck.Result.Wrong("wrong");
	}, pins::check, Optional.of(enrolments), new Transactions(new HeapOneTimeStore(clock, new HashMap<>()),
			SessionFixtures.sealer(1), Duration.ofMinutes(2), clock, new SecureRandom()), Throttles.defaults(clock),
			clock);

	/** Every name except this one belongs to alice. */
	private static final String NOBODY = "nobody";

	private static final UserResolver PEOPLE = new UserResolver() {

		@Override
		public String id() {
			return "staff";
		}

		@Override
		public Optional<ResolvedUser> find(String loginName) {
			return loginName.equals(NOBODY) ? Optional.empty()
					: Optional.of(new ResolvedUser("alice", loginName, "", SourceValues.ofTexts(Map.of())));
		}

		@Override
		public Optional<Verdict.Reason> check(ResolvedUser user, String password) {
			throw new UnsupportedOperationException("no realm here checks passwords");
		}

		@Override
		public void checkDecoy(String password) {
			throw new UnsupportedOperationException("no realm here checks passwords");
		}

		@Override
		public Optional<String> fault() {
			return Optional.empty();
		}

		@Override
		public void close() {
			// Nothing to close.
		}

	};

	@BeforeEach
	void choose() throws Exception {
		pins.enrol(HeapEnrolments.user("alice", clock),
				new Submission("", Map.of(Pins.NEW, PIN, Pins.AGAIN, PIN), Map.of(), new LoginOrigin("192.0.2.1")));
	}

	private Result ask(Realm.Check check, String name, String pass, String transaction) throws Exception {
		return ask(new Realm("staff", PEOPLE, UserCache.OFF, check, 6, true, true), name, pass, transaction);
	}

	private Result ask(Realm realm, String name, String pass, String transaction) throws Exception {
		return service
			.check(new ValidationService.Request("vpn", realm, name, pass, transaction, new LoginOrigin("192.0.2.1")));
	}

	private @Nullable Instant used() throws Exception {
		return enrolments.find("alice").of(FactorKind.PIN).getFirst().usedAt();
	}

	@Test
	void whenThePinSufficesThenItIsNotedAsUsed() throws Exception {
		assertThat(ask(Realm.Check.PIN, "alice", PIN, "")).isInstanceOf(Result.Accepted.class);
		assertThat(used()).isEqualTo(TODAY);
	}

	@Test
	void whenTheCodeAfterThePinIsWrongThenThePinWasNotUsed() throws Exception {
		assertThat(ask(Realm.Check.PIN_AND_OTP, "alice", PIN + "000000", "")).isInstanceOf(Result.Rejected.class);
		assertThat(used()).isNull();
		assertThat(ask(Realm.Check.PIN_AND_OTP, "alice", PIN + "123456", "")).isInstanceOf(Result.Accepted.class);
		assertThat(used()).isEqualTo(TODAY);
	}

	@Test
	void whenThePinBeginsAChallengeThenItIsUsedOnceThatIsAnswered() throws Exception {
		String failed = ((Result.Challenged) ask(Realm.Check.PIN_AND_OTP, "alice", PIN, "")).transaction();
		assertThat(ask(Realm.Check.PIN_AND_OTP, "alice", "000000", failed)).isInstanceOf(Result.Rejected.class);
		String right = ((Result.Challenged) ask(Realm.Check.PIN_AND_OTP, "alice", PIN, "")).transaction();
		assertThat(used()).isNull();
		assertThat(ask(Realm.Check.PIN_AND_OTP, "alice", "123456", right)).isInstanceOf(Result.Accepted.class);
		assertThat(used()).isEqualTo(TODAY);
	}

	/**
	 * The PIN is still hashed, which takes its usual time, although it may be correct.
	 */
	@Test
	void whenTooManyWereWrongAtTheAccountThenTheRightPinIsRefusedAndWasNotUsed() throws Exception {
		for (int i = 0; i < 10; i++) {
			ask(Realm.Check.PIN, "alias" + i, "wrong-" + i, "");
		}
		assertThat(ask(Realm.Check.PIN, "alice", PIN, "")).isInstanceOfSatisfying(Result.Rejected.class,
				rejected -> assertThat(rejected.detail()).startsWith("too many wrong passwords at this account"));
		assertThat(used()).isNull();
		hashes.acquire();
		assertThat(ask(Realm.Check.PIN, "alice2", PIN, "")).as("takes a hash all the same")
			.isInstanceOf(Result.Busy.class);
	}

	@Test
	void whenARealmHasOtherPeopleThenThePinOfANamesakeIsRefused() throws Exception {
		Realm guests = new Realm("guests", PEOPLE, UserCache.OFF, Realm.Check.PIN, 6, true, false);
		assertThat(ask(guests, "alice", PIN, "")).isInstanceOfSatisfying(Result.Rejected.class,
				rejected -> assertThat(rejected.why()).isEqualTo(Why.BAD_CREDENTIALS));
		assertThat(used()).isNull();
	}

	@Test
	void whenARealmHasNoChallengesThenThePinAloneIsRefusedAndNotConfirmed() throws Exception {
		Realm strict = new Realm("strict", PEOPLE, UserCache.OFF, Realm.Check.PIN_AND_OTP, 6, false, true);
		assertThat(ask(strict, "alice", PIN, "")).isEqualTo(ask(strict, "alice", "wrong", ""));
		assertThat(ask(strict, "alice", PIN, "")).isInstanceOf(Result.Rejected.class);
	}

	@Test
	void whenTheUseCannotBeNotedThenTheUserIsAcceptedAllTheSame() throws Exception {
		String transaction = ((Result.Challenged) ask(Realm.Check.PIN_AND_OTP, "alice", PIN, "")).transaction();
		heap.stop();
		assertThat(ask(Realm.Check.PIN_AND_OTP, "alice", "123456", transaction)).isInstanceOf(Result.Accepted.class);
	}

	/** Otherwise the response would reveal which names exist. */
	@Test
	void whenTooManyPinsAreHashedThenBusyForEveryNameAndNothingIsCounted() throws Exception {
		hashes.acquire();
		for (int i = 0; i < 20; i++) {
			for (String name : Set.of("alice", NOBODY)) {
				assertThat(ask(Realm.Check.PIN, name, "wrong-" + i, "")).isInstanceOf(Result.Busy.class);
				assertThat(ask(Realm.Check.PIN_AND_OTP, name, PIN + "123456", "")).isInstanceOf(Result.Busy.class);
			}
		}
		assertThat(codesTried).isZero();
		hashes.release();
		assertThat(ask(Realm.Check.PIN, "alice", PIN, "")).isInstanceOf(Result.Accepted.class);
		assertThat(ask(Realm.Check.PIN, NOBODY, PIN, "")).isInstanceOfSatisfying(Result.Rejected.class,
				rejected -> assertThat(rejected.why()).isEqualTo(Why.BAD_CREDENTIALS));
	}

}
