package org.campanile.validation;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.SourceValues;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.resolver.UserCache;
import org.campanile.authn.resolver.UserResolver;
import org.campanile.authn.throttle.Throttles;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.SessionFixtures;
import org.campanile.validation.ValidationService.Result;
import org.campanile.validation.ValidationService.Why;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what a realm checks, and a login name that is reassigned to another person while
 * a user is cached or being checked.
 */
class ValidationServiceTests {

	private static final FactorKind TOTP = new FactorKind("totp");

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	private final Users users = new Users();

	private final UserCache cache = UserCache.of("staff", Set.of(), 10, Duration.ofMinutes(5), clock,
			new SimpleMeterRegistry());

	private final ValidationService service = new ValidationService((user, code, origin) -> code.equals("123456")
			? new CodeCheck.Result.Right(new Factor(TOTP, clock.instant())) : new CodeCheck.Result.Wrong("wrong"),
			(principal, pin) -> pin.equals("pin-of-" + principal)
					? Optional.of(new Factor(FactorKind.PIN, clock.instant())) : Optional.empty(),
			Optional.empty(), new Transactions(new HeapOneTimeStore(clock, new HashMap<>()), SessionFixtures.sealer(1),
					Duration.ofMinutes(2), clock, new SecureRandom()),
			Throttles.defaults(clock), clock);

	/**
	 * A resolver with one login name; its user's password is the canonical name. As in
	 * directories, a blank password is an anonymous bind.
	 */
	private static final class Users implements UserResolver {

		private String principal = "alice";

		@Override
		public String id() {
			return "staff";
		}

		@Override
		public Optional<ResolvedUser> find(String loginName) {
			return Optional.of(new ResolvedUser(principal, loginName, "", SourceValues.ofTexts(Map.of())));
		}

		@Override
		public Optional<Verdict.Reason> check(ResolvedUser user, String password) {
			return password.isBlank() || user.principal().equals(principal) && password.equals(principal)
					? Optional.empty() : Optional.of(Verdict.Reason.BAD_CREDENTIALS);
		}

		@Override
		public void checkDecoy(String password) {
			throw new UnsupportedOperationException("there is a user of every name");
		}

		@Override
		public Optional<String> fault() {
			return Optional.empty();
		}

		@Override
		public void close() {
			// Nothing to close.
		}

	}

	private Result check(Realm.Check check, String pass, String transaction) throws Exception {
		return check("shared", check, pass, transaction);
	}

	private Result check(String loginName, Realm.Check check, String pass, String transaction) throws Exception {
		Realm realm = new Realm("staff", users, cache, check, 6, true, true);
		return service.check(new ValidationService.Request("vpn", realm, loginName, pass, transaction,
				new LoginOrigin("192.0.2.1")));
	}

	@Test
	void whenSomebodyElseHasTheNameOfACachedUserThenThatPersonIsAccepted() throws Exception {
		assertThat(check(Realm.Check.PASSWORD, "alice", "")).isInstanceOfSatisfying(Result.Accepted.class,
				accepted -> assertThat(accepted.principal()).isEqualTo("alice"));
		users.principal = "bob";
		assertThat(check(Realm.Check.PASSWORD, "bob", "")).isInstanceOfSatisfying(Result.Accepted.class,
				accepted -> assertThat(accepted.principal()).isEqualTo("bob"));
		assertThat(check(Realm.Check.PASSWORD, "alice", "")).isInstanceOf(Result.Rejected.class);
	}

	@Test
	void whenSomebodyElseHasTheNameSinceTheChallengeThenTheCodeDoesNotAnswerIt() throws Exception {
		String kept = challenge();
		assertThat(check(Realm.Check.PASSWORD_AND_OTP, "123456", kept)).isInstanceOf(Result.Accepted.class);
		String transaction = challenge();
		users.principal = "bob";
		cache.clear();
		assertThat(check(Realm.Check.PASSWORD_AND_OTP, "123456", transaction)).isInstanceOfSatisfying(
				Result.Rejected.class, rejected -> assertThat(rejected.why()).isEqualTo(Why.TRANSACTION_UNKNOWN));
	}

	/** Otherwise one user's attempts would count as those of many. */
	@ParameterizedTest
	@ValueSource(strings = { "", "shared\u0000", "sha\u200bred", "shared\ufe0f", "sha\u034fred", "sha\u3164red",
			"shared\ufffc", "shared\ufffd" })
	void whenTheNameIsOneThatTheLoginPageRefusesThenRefused(String loginName) throws Exception {
		assertThat(check(loginName, Realm.Check.PASSWORD, "alice", "")).isInstanceOfSatisfying(Result.Rejected.class,
				rejected -> assertThat(rejected.why()).isEqualTo(Why.INPUT_UNUSABLE));
	}

	@Test
	void whenThePasswordBeforeTheCodeIsBlankThenRefused() throws Exception {
		for (String blank : new String[] { " 123456", "\t \u2003123456" }) {
			assertThat(check(Realm.Check.PASSWORD_AND_OTP, blank, "")).isInstanceOfSatisfying(Result.Rejected.class,
					rejected -> assertThat(rejected.why()).isEqualTo(Why.INPUT_UNUSABLE));
		}
	}

	@Test
	void whenTheRealmChecksPinsThenThePasswordIsOfNoUse() throws Exception {
		assertThat(check(Realm.Check.PIN, "pin-of-alice", "")).isInstanceOfSatisfying(Result.Accepted.class,
				accepted -> assertThat(accepted.factors()).extracting(Factor::kind).containsExactly(FactorKind.PIN));
		assertThat(check(Realm.Check.PIN, "alice", "")).isInstanceOf(Result.Rejected.class);
		assertThat(check(Realm.Check.PASSWORD, "pin-of-alice", "")).isInstanceOf(Result.Rejected.class);
	}

	@Test
	void whenPinAndCodeAreCheckedThenBothAreNeededAtOnceOrOneAfterTheOther() throws Exception {
		assertThat(check(Realm.Check.PIN_AND_OTP, "pin-of-alice123456", "")).isInstanceOfSatisfying(
				Result.Accepted.class, accepted -> assertThat(accepted.factors()).extracting(Factor::kind)
					.containsExactly(FactorKind.PIN, TOTP));
		assertThat(check(Realm.Check.PIN_AND_OTP, "pin-of-alice000000", "")).isInstanceOf(Result.Rejected.class);
		assertThat(check(Realm.Check.PIN_AND_OTP, "alice123456", "")).isInstanceOf(Result.Rejected.class);
		Result.Challenged challenged = (Result.Challenged) check(Realm.Check.PIN_AND_OTP, "pin-of-alice", "");
		assertThat(challenged.proven()).isEqualTo(FactorKind.PIN);
		assertThat(check(Realm.Check.PIN_AND_OTP, "123456", challenged.transaction()))
			.isInstanceOf(Result.Accepted.class);
	}

	@Test
	void whenTooManyPinsAreWrongThenTheRightOneAndThePasswordAreRefused() throws Exception {
		for (int i = 0; i < 20; i++) {
			check(Realm.Check.PIN, "wrong-" + i, "");
		}
		assertThat(check(Realm.Check.PIN, "pin-of-alice", "")).isInstanceOfSatisfying(Result.Rejected.class,
				rejected -> assertThat(rejected.why()).isEqualTo(Why.THROTTLED));
		assertThat(check(Realm.Check.PASSWORD, "alice", "")).isInstanceOf(Result.Rejected.class);
	}

	private String challenge() throws Exception {
		return ((Result.Challenged) check(Realm.Check.PASSWORD_AND_OTP, "alice", "")).transaction();
	}

}
