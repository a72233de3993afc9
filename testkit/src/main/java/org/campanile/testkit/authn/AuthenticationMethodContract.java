package org.campanile.testkit.authn;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The contract of every {@link AuthenticationMethod}. An implementation's test class
 * defines how {@link #USER} proves the factor, and inherits the tests.
 */
@Timeout(120)
public abstract class AuthenticationMethodContract {

	/** A user who can prove the factor. */
	protected static final String USER = "alice";

	/**
	 * Another existing user, who cannot prove the factor in the same way as
	 * {@link #USER}.
	 */
	protected static final String OTHER = "bob";

	private AuthenticationMethod method;

	/** Creates the tests. */
	protected AuthenticationMethodContract() {
	}

	/** A method that {@link #USER} can prove. */
	protected abstract AuthenticationMethod method() throws Exception;

	/** The fields with which {@link #USER} proves the factor. */
	protected abstract Map<String, String> right(Map<String, String> challenge);

	/**
	 * Whether the user types a name; otherwise the submission identifies the user, who is
	 * always {@link #USER}.
	 */
	protected boolean asksForName() {
		return true;
	}

	/** Makes the system that the method depends on unavailable. */
	protected abstract void stop() throws Exception;

	@BeforeEach
	void create() throws Exception {
		method = method();
	}

	@Test
	void whenProvenThenTheUserHasOneFactorMoreOfItsKind() throws Exception {
		Optional<AuthenticatedUser> before = known(USER);
		Instant start = Instant.now().minusSeconds(1);
		assertThat(submit(USER, before, this::right)).isInstanceOfSatisfying(Verdict.Proven.class, proven -> {
			AuthenticatedUser user = proven.user();
			assertThat(user.principal()).isEqualTo(USER);
			before.ifPresent(known -> assertThat(user.factors()).containsAll(known.factors()));
			assertThat(user.factors()).hasSize(before.map(known -> known.factors().size()).orElse(0) + 1);
			Factor factor = user.factors().getLast();
			assertThat(factor.kind()).isEqualTo(method.kind());
			assertThat(factor.at()).isAfter(start);
		});
	}

	@Test
	void whenNothingOrNonsenseIsSentThenRejected() throws Exception {
		assertRejected(Map.of());
		Map<String, String> nonsense = new HashMap<>();
		right(challenge(known(USER))).keySet().forEach(name -> nonsense.put(name, "\u0000'\"<&\uD800 7"));
		assertRejected(nonsense);
		nonsense.replaceAll((name, value) -> "x".repeat(100_000));
		assertRejected(nonsense);
	}

	@Test
	void whenAnotherUserSendsWhatTheFirstWouldThenTheFirstIsNotProven() throws Exception {
		Verdict verdict = submit(OTHER, known(OTHER), this::right);
		if (verdict instanceof Verdict.Proven proven) {
			assertThat(proven.user().principal()).isEqualTo(asksForName() ? OTHER : USER);
		}
		else {
			assertThat(verdict).isInstanceOf(Verdict.Rejected.class);
		}
	}

	@Test
	void whenItIsAFurtherFactorThenNobodyIsIdentifiedByIt() throws Exception {
		if (!method.identifies()) {
			assertThat(submit(USER, Optional.empty(), this::right)).isInstanceOf(Verdict.Rejected.class);
		}
	}

	@Test
	void whenWhatItDependsOnIsDownThenUnavailableAndNotWrong() throws Exception {
		Optional<AuthenticatedUser> user = known(USER);
		Map<String, String> challenge = challenge(user);
		Map<String, String> right = right(challenge);
		stop();
		assertThatExceptionOfType(MethodUnavailableException.class)
			.isThrownBy(() -> method.verify(user, submission(USER, right, challenge)));
	}

	private void assertRejected(Map<String, String> fields) throws Exception {
		assertThat(submit(USER, known(USER), challenge -> fields)).isInstanceOf(Verdict.Rejected.class);
	}

	private Verdict submit(String loginName, Optional<AuthenticatedUser> user,
			UnaryOperator<Map<String, String>> fields) throws Exception {
		Map<String, String> challenge = challenge(user);
		return method.verify(user, submission(loginName, fields.apply(challenge), challenge));
	}

	private Map<String, String> challenge(Optional<AuthenticatedUser> user) throws MethodUnavailableException {
		return method.challenge(user);
	}

	private static Submission submission(String loginName, Map<String, String> fields, Map<String, String> challenge) {
		return new Submission(loginName, fields, challenge, new LoginOrigin("192.0.2.1"));
	}

	/** A user who has proven another factor, if the method does not identify users. */
	private Optional<AuthenticatedUser> known(String principal) {
		return method.identifies() ? Optional.empty() : Optional.of(new AuthenticatedUser(principal, principal,
				Optional.empty(), List.of(new Factor(new FactorKind("first"), Instant.EPOCH)), Optional.empty()));
	}

}
