package org.campanile.web.account;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.factor.Bypass;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.RequestedAuthnContext;

import static org.assertj.core.api.Assertions.assertThat;

class FreshnessTests {

	private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

	private static final FactorKind TOTP = new FactorKind("totp");

	private static final FactorKind PASSKEY = new FactorKind("passkey");

	private static final RequestedAuthnContext MFA = new RequestedAuthnContext(RequestedAuthnContext.Comparison.MINIMUM,
			List.of(AuthnContexts.REFEDS_MFA));

	private static final AuthnDemand FURTHER = new AuthnDemand(false, false, MFA);

	private static final AuthnDemand EVERYTHING = new AuthnDemand(true, false, MFA);

	private static final Bypass BYPASS = new Bypass("lost", "desk", NOW.plusSeconds(1));

	private final Set<FactorKind> ready = new HashSet<>();

	private final List<FactorKind> asked = new ArrayList<>();

	@Test
	void whenNothingElseCanBeProvenThenALatePasswordIsAskedForAgain() throws Exception {
		assertThat(missing(proven("password", 9))).isEmpty();
		assertThat(missing(proven("password", 10))).contains(new AuthnDemand(true, false, null));
		assertThat(missing(proven("password", 30), proven("trusted-device", 1)))
			.contains(new AuthnDemand(true, false, null));
	}

	@Test
	void whenAFurtherFactorCanBeProvenThenThePasswordDoesNotSuffice() throws Exception {
		ready.add(TOTP);
		assertThat(missing(proven("password", 1))).contains(FURTHER);
		assertThat(missing(proven("password", 30), proven("totp", 1))).isEmpty();
		assertThat(missing(proven("password", 1), proven("totp", 11))).contains(EVERYTHING);
	}

	/**
	 * It may be a stolen security key, which must not add a factor that counts for more.
	 */
	@Test
	void whenAPasskeyDidNotVerifyTheUserThenThePasswordIsAskedForAsWell() throws Exception {
		ready.add(PASSKEY);
		assertThat(missing(proven("passkey", 1))).contains(EVERYTHING);
		assertThat(missing(Change.Kind.REMOVE, null, proven("passkey", 1))).contains(EVERYTHING);
		assertThat(missing(proven("passkey", 1), proven("trusted-device", 1))).contains(EVERYTHING);
		assertThat(missing(proven("passkey", 1), proven("password", 30))).isEmpty();
		Factor verified = new Factor(PASSKEY, NOW.minusSeconds(60), "key", Set.of(Factor.Trait.USER_VERIFIED));
		assertThat(missing(verified)).isEmpty();
	}

	/** A user without a password must be able to end a stolen session. */
	@ParameterizedTest
	@EnumSource(value = Change.Kind.class, names = { "RENAME", "SIGN_OUT", "WITHDRAW" })
	void whenNoFactorIsAddedOrRemovedThenAPasskeyThatDidNotVerifyTheUserSuffices(Change.Kind change) throws Exception {
		ready.add(PASSKEY);
		assertThat(missing(change, null, proven("passkey", 1))).isEmpty();
		assertThat(missing(change, BYPASS, proven("passkey", 1))).isEmpty();
		assertThat(missing(change, null, proven("passkey", 11))).contains(EVERYTHING);
		assertThat(missing(change, null, proven("password", 1))).contains(FURTHER);
	}

	@Test
	void whenTheOnlyPasskeyWasRemovedThenItsSessionAddsNoOther() throws Exception {
		assertThat(missing(proven("passkey", 1))).contains(new AuthnDemand(true, false, null));
	}

	/** To ask may send a message to the user's phone. */
	@Test
	void whenAFurtherFactorWasJustProvenThenNoMethodIsAsked() throws Exception {
		ready.add(TOTP);
		assertThat(missing(proven("password", 1), proven("totp", 1))).isEmpty();
		assertThat(asked).isEmpty();
	}

	/**
	 * The session would meet a demand for a further factor at once, and the demand would
	 * be made again endlessly.
	 */
	@Test
	void whenTheDeviceIsTrustedThenTheFactorItselfIsAskedFor() throws Exception {
		ready.add(TOTP);
		assertThat(missing(proven("password", 1), proven("trusted-device", 1))).contains(EVERYTHING);
	}

	/** The device would be accepted in place of the factor without a question. */
	@Test
	void whenTheDeviceIsTrustedAndHasNotBeenUsedThenTheFactorItselfIsAskedFor() throws Exception {
		ready.add(TOTP);
		ready.add(FactorKind.TRUSTED_DEVICE);
		assertThat(missing(proven("password", 1))).contains(EVERYTHING);
	}

	@Test
	void whenABypassLastsThenThePasswordSuffices() throws Exception {
		ready.add(TOTP);
		assertThat(missing(Change.Kind.ADD, BYPASS, proven("password", 1))).isEmpty();
		assertThat(missing(Change.Kind.ADD, new Bypass("lost", "desk", NOW), proven("password", 1))).contains(FURTHER);
	}

	/** The key that was lost may be in the hands of somebody else. */
	@Test
	void whenABypassLastsThenAPasskeyThatDidNotVerifyTheUserDoesNotSuffice() throws Exception {
		ready.add(PASSKEY);
		assertThat(missing(Change.Kind.ADD, BYPASS, proven("passkey", 1))).contains(new AuthnDemand(true, false, null));
	}

	private Optional<AuthnDemand> missing(Factor... factors) throws Exception {
		return missing(Change.Kind.ADD, null, factors);
	}

	private Optional<AuthnDemand> missing(Change.Kind change, @Nullable Bypass bypass, Factor... factors)
			throws Exception {
		return freshness().missing(session(factors), bypass, change, Duration.ZERO);
	}

	private static Factor proven(String kind, int minutesAgo) {
		return new Factor(new FactorKind(kind), NOW.minus(Duration.ofMinutes(minutesAgo)));
	}

	private static SsoSession session(Factor... factors) {
		return new SsoSession(SessionKey.of(new byte[24]), "alice", "alice", List.of(factors), ResolvedAttributes.NONE,
				NOW, new byte[32], 1, NOW, NOW, NOW, List.of());
	}

	private Freshness freshness() {
		List<AuthenticationMethod> methods = Stream.of(FactorKind.PASSWORD, TOTP, PASSKEY, FactorKind.TRUSTED_DEVICE)
			.<AuthenticationMethod>map(kind -> new Method(kind, ready, asked))
			.toList();
		return new Freshness(methods, AuthnContexts.DEFAULTS, Duration.ofMinutes(10), InstantSource.fixed(NOW));
	}

	/**
	 * @param ready the kinds that the user can prove
	 * @param asked receives the kind each time that it is asked
	 */
	private record Method(FactorKind kind, Set<FactorKind> ready,
			List<FactorKind> asked) implements AuthenticationMethod {

		@Override
		public boolean identifies() {
			return kind.equals(FactorKind.PASSWORD);
		}

		/** Ready only once in each login, like a passkey without user verification. */
		@Override
		public boolean isReady(AuthenticatedUser user) {
			asked.add(kind);
			return ready.contains(kind) && user.factors().stream().noneMatch(factor -> factor.kind().equals(kind));
		}

		@Override
		public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) {
			throw new UnsupportedOperationException();
		}

	}

}
