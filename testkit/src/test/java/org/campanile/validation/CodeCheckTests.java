package org.campanile.validation;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.throttle.Throttles;
import org.campanile.factor.HeapEnrolments;
import org.campanile.factor.otp.OtpKey;
import org.campanile.factor.otp.OtpSettings;
import org.campanile.factor.otp.TotpMethod;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.factor.TestApp;
import org.campanile.validation.CodeCheck.Result;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the codes of a user who has an app and a key. */
class CodeCheckTests {

	private static final LoginOrigin ORIGIN = new LoginOrigin("192.0.2.1");

	/** More wrong codes than are permitted. */
	private static final int MANY = 20;

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	private final CodeCheck check = new CodeCheck.ByMethods(
			Stream.of("hotp", "totp").<AuthenticationMethod>map(Codes::new).toList(), Throttles.defaults(clock));

	private final AuthenticatedUser alice = new AuthenticatedUser("alice", "alice", Optional.empty(),
			List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());

	/**
	 * A method whose correct code is 111111 for a hotp token and 222222 for a totp one.
	 */
	private final class Codes implements AuthenticationMethod {

		private final FactorKind kind;

		Codes(String kind) {
			this.kind = new FactorKind(kind);
		}

		@Override
		public FactorKind kind() {
			return kind;
		}

		@Override
		public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) {
			return submission.field(CodeCheck.CODE).equals(kind.code().equals("hotp") ? "111111" : "222222")
					? new Verdict.Proven(user.orElseThrow().with(new Factor(kind, clock.instant(), "", Set.of())))
					: new Verdict.Rejected(Verdict.Reason.BAD_CREDENTIALS, "another code");
		}

	}

	@Test
	void whenTheCodeIsOfTheKeyThenItCountsAsWrongNowhere() throws MethodUnavailableException {
		for (int i = 0; i < MANY; i++) {
			assertThat(check.check(alice, "111111", ORIGIN)).isInstanceOf(Result.Right.class);
		}
		assertThat(check.check(alice, "222222", ORIGIN)).isInstanceOfSatisfying(Result.Right.class,
				right -> assertThat(right.factor().kind().code()).isEqualTo("totp"));
	}

	@Test
	void whenTheCodeIsOfNeitherThenItCountsAtBoth() throws MethodUnavailableException {
		for (int i = 0; i < MANY; i++) {
			check.check(alice, "333333", ORIGIN);
		}
		assertThat(check.check(alice, "111111", ORIGIN)).isInstanceOf(Result.Throttled.class);
		assertThat(check.check(alice, "222222", ORIGIN)).isInstanceOf(Result.Throttled.class);
	}

	@Test
	void whenTheCodeIsTypedInGroupsThenItIsOfTheAppAndNotARecoveryCode() throws MethodUnavailableException {
		TotpMethod totp = new TotpMethod(
				new TotpMethod.Settings(new OtpSettings(OtpKey.Algorithm.SHA1, 6, 1), Duration.ofSeconds(30), 1),
				new HeapEnrolments(clock).node(), clock, new SecureRandom());
		Map<String, String> challenge = totp.enrolmentChallenge(alice);
		TestApp app = new TestApp(challenge);
		totp.enrol(alice, HeapEnrolments.code(app.code(clock.instant()), challenge));
		clock.advance(Duration.ofMinutes(1));
		CodeCheck withRecovery = new CodeCheck.ByMethods(List.of(totp, new Codes("recovery-code")),
				Throttles.defaults(clock));
		String code = app.code(clock.instant());
		assertThat(withRecovery.check(alice, code.substring(0, 3) + " " + code.substring(3), ORIGIN))
			.isInstanceOf(Result.Right.class);
		for (int i = 0; i < MANY; i++) {
			withRecovery.check(alice, "123-456-789", ORIGIN);
		}
		assertThat(withRecovery.check(alice, "ABCD-EFGH-JKMN", ORIGIN)).isInstanceOf(Result.Wrong.class);
	}

	/**
	 * Otherwise wrong codes after a short PIN, or with only a name, could lock the owner
	 * out of the login page.
	 */
	@Test
	void whenCodesAreWrongWithoutAPasswordThenTheyCountApart() throws MethodUnavailableException {
		AuthenticatedUser withPin = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PIN, clock.instant())), Optional.empty());
		for (int i = 0; i < MANY; i++) {
			check.check(withPin, "333333", ORIGIN);
		}
		assertThat(check.check(withPin, "222222", ORIGIN)).isInstanceOf(Result.Throttled.class);
		assertThat(check.check(alice, "222222", ORIGIN)).isInstanceOf(Result.Right.class);
	}

}
