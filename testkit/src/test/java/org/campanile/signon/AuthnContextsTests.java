package org.campanile.signon;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.signon.AuthnContexts.Combination;
import org.campanile.signon.AuthnContexts.Definition;
import org.campanile.signon.AuthnContexts.Stated;
import org.campanile.signon.RequestedAuthnContext.Comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AuthnContextsTests {

	private static final Instant MORNING = Instant.parse("2026-11-24T08:00:00Z");

	private static final Instant NOON = Instant.parse("2026-11-24T12:00:00Z");

	private static final AuthnContexts CONTEXTS = new AuthnContexts(List.of(definition("sfa", "password", "webauthn"),
			definition("mfa", "password + *", "webauthn (user-verified)")));

	/**
	 * The columns: the proven factors (p: a password in the morning; at noon, c: a code,
	 * w: a passkey, W: a passkey with user verification); the requested context; the
	 * stated class; the hour of the stated instant.
	 */
	@ParameterizedTest
	@CsvSource({ "p, , sfa, 08", "p, EXACT sfa, sfa, 08", "p, EXACT mfa, , ", "p c, , mfa, 08",
			"p c, EXACT sfa, sfa, 08", "p c, EXACT mfa, mfa, 08", "p c, EXACT sfa mfa, sfa, 08",
			"p c, EXACT mfa sfa, mfa, 08", "p c, MINIMUM sfa, mfa, 08", "p c, MAXIMUM sfa, sfa, 08",
			"p c, BETTER sfa, mfa, 08", "p c, BETTER mfa, , ", "c, , , ", "w, , sfa, 12", "w, EXACT mfa, , ",
			"W, EXACT mfa, mfa, 12", "p W, EXACT mfa, mfa, 12", "p W, EXACT sfa, sfa, 12", "p w, EXACT mfa, mfa, 08" })
	void whenProvenThenTheClassAskedForOrElseTheStrongestIsStatedWithTheAgeOfWhatItRestsOn(String proven,
			String requested, String authnContextClass, String hour) {
		assertThat(CONTEXTS.state(factors(proven), requested(requested))).isEqualTo(authnContextClass == null
				? Optional.empty() : Optional.of(new Stated(authnContextClass, "08".equals(hour) ? MORNING : NOON)));
	}

	@ParameterizedTest
	@CsvSource({ "p, EXACT mfa, password code webauthn, code webauthn", "p, EXACT mfa, password, ",
			"p, EXACT sfa, password code, ", "c, EXACT mfa, password code webauthn, password webauthn",
			"c, EXACT sfa, password code, password", "p, EXACT other, password code, " })
	void whenAClassIsAskedForThenTheKindsThatReachItWithFewestFactors(String proven, String requested, String available,
			String next) {
		assertThat(CONTEXTS.missing(factors(proven), requested(requested),
				Arrays.stream(available.split(" ")).map(FactorKind::new).toList()))
			.extracting(FactorKind::code)
			.isEqualTo(next == null ? List.of() : List.of(next.split(" ")));
	}

	@Test
	void whenNothingProvesASecondFactorThenItsClassIsNotReachable() {
		AuthnContexts passwords = AuthnContexts.DEFAULTS.limitedTo(List.of(FactorKind.PASSWORD));
		RequestedAuthnContext mfa = new RequestedAuthnContext(Comparison.EXACT,
				List.of("https://refeds.org/profile/mfa"));
		assertThat(passwords.reachable(mfa)).isFalse();
		assertThat(passwords.reachable(null)).isTrue();
		assertThat(
				AuthnContexts.DEFAULTS.limitedTo(List.of(FactorKind.PASSWORD, new FactorKind("code"))).reachable(mfa))
			.isTrue();
		// The class keeps its rank, which a password does not exceed.
		assertThat(passwords.reachable(new RequestedAuthnContext(Comparison.MAXIMUM, mfa.classes()))).isTrue();
		assertThat(passwords.reachable(new RequestedAuthnContext(Comparison.MINIMUM, mfa.classes()))).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "BETTER, Password, urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
			"BETTER, unspecified, urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
			"MAXIMUM, Password, https://refeds.org/profile/sfa", "MAXIMUM, unspecified, ",
			"BETTER, PasswordProtectedTransport, " })
	void whenComparedWithAPasswordThenThatOverTlsIsBetter(Comparison comparison, String asked,
			@Nullable String stated) {
		RequestedAuthnContext requested = new RequestedAuthnContext(comparison,
				List.of("urn:oasis:names:tc:SAML:2.0:ac:classes:" + asked));
		assertThat(AuthnContexts.DEFAULTS.state(factors("p"), requested).map(Stated::contextClass))
			.isEqualTo(Optional.ofNullable(stated));
	}

	@Test
	void whenAClassBetweenCannotBeProvenThenThoseAboveItAreStillAboveIt() {
		AuthnContexts contexts = new AuthnContexts(List.of(definition("low", "password"),
				definition("middle", "password + card"), definition("high", "password + code")))
			.limitedTo(List.of(FactorKind.PASSWORD, new FactorKind("code")));
		for (String asked : List.of("BETTER middle", "MINIMUM middle")) {
			assertThat(contexts.reachable(requested(asked))).as(asked).isTrue();
			assertThat(contexts.state(factors("p c"), requested(asked))).as(asked)
				.contains(new Stated("high", MORNING));
			assertThat(contexts.state(factors("p"), requested(asked))).as(asked).isEmpty();
		}
		assertThat(contexts.state(factors("p c"), requested("MAXIMUM middle"))).contains(new Stated("low", MORNING));
		assertThat(contexts.reachable(requested("EXACT middle"))).isFalse();
	}

	/** A factor that satisfies either part is assigned to the part that needs it. */
	@ParameterizedTest
	@CsvSource({ "* + * (user-verified), p W", "* + * (user-verified), W p", "* (user-verified) + *, p W",
			"webauthn + * + *, p W c", "* + * (user-verified) + password, p W c" })
	void whenAFactorWouldDoForTwoPartsThenTheAssignmentThatSatisfiesAllIsFound(String combination, String proven) {
		AuthnContexts contexts = new AuthnContexts(List.of(definition("two", combination)));
		assertThat(contexts.state(factors(proven), null)).contains(new Stated("two", MORNING));
		assertThat(contexts.missing(factors(proven), null, List.of(FactorKind.PASSWORD))).isEmpty();
	}

	/** If several assignments satisfy the combination, the newest proofs are chosen. */
	@Test
	void whenSeveralAssignmentsSatisfyItThenThatOfTheNewestProofsCounts() {
		AuthnContexts contexts = new AuthnContexts(List.of(definition("two", "* + *")));
		assertThat(contexts.state(factors("p c w"), null)).contains(new Stated("two", NOON));
	}

	@ParameterizedTest
	@CsvSource({ "* + *, password, ", "* + *, password code, code", "* + * + *, password code, ",
			"* + * (user-verified), password code, code", "password + code, password, " })
	void whenSomethingIsMissingThenItIsOfAnotherKindThanWhatIsThere(String combination, String available, String next) {
		AuthnContexts contexts = new AuthnContexts(List.of(definition("some", combination)));
		List<FactorKind> kinds = Arrays.stream(available.split(" ")).map(FactorKind::new).toList();
		assertThat(contexts.missing(factors("p"), null, kinds)).extracting(FactorKind::code)
			.isEqualTo(next == null ? List.of() : List.of(next));
		assertThat(contexts.limitedTo(kinds).reachable(requested("EXACT some"))).isEqualTo(next != null);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "+", "password +", "Password", "password & code", "webauthn (strong)", "webauthn ()",
			"code + code" })
	void whenACombinationMakesNoSenseThenRefused(String text) {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> Combination.of(text));
	}

	private static Definition definition(String authnContextClass, String... combinations) {
		return new Definition(authnContextClass, Stream.of(combinations).map(Combination::of).toList());
	}

	private static List<Factor> factors(String names) {
		return Stream.of(names.split(" ")).map(name -> switch (name) {
			case "p" -> new Factor(FactorKind.PASSWORD, MORNING);
			case "c" -> new Factor(new FactorKind("code"), NOON);
			case "w" -> new Factor(new FactorKind("webauthn"), NOON);
			default -> new Factor(new FactorKind("webauthn"), NOON, "key-1", EnumSet.of(Factor.Trait.USER_VERIFIED));
		}).toList();
	}

	private static @Nullable RequestedAuthnContext requested(@Nullable String text) {
		if (text == null) {
			return null;
		}
		List<String> words = List.of(text.split(" "));
		return new RequestedAuthnContext(Comparison.valueOf(words.getFirst()), words.subList(1, words.size()));
	}

}
