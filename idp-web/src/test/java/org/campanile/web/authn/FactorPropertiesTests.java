package org.campanile.web.authn;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.throttle.ThrottleSettings;
import org.campanile.authn.throttle.ThrottleSettings.Limit;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.web.factor.FactorsProperties;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FactorPropertiesTests {

	@Test
	void whenTheThrottleIsGivenThenItArrives() {
		assertThat(bind(Map.of()).throttleSettings()).isEqualTo(ThrottleSettings.DEFAULTS);
		assertThat(bind(Map.of("throttle.user-tries", "4", "throttle.user-period", "5m", "throttle.address-tries", "6",
				"throttle.max-tracked", "7"))
			.throttleSettings())
			.isEqualTo(new ThrottleSettings(new Limit(4, Duration.ofMinutes(5)), new Limit(6, Duration.ofMinutes(1)),
					ThrottleSettings.FACTOR, 7));
	}

	@ParameterizedTest
	@CsvSource({ "throttle.user-tries,1,throttle.user-tries", "throttle.address-period,0s,throttle.address-tries" })
	void whenALimitIsWrongThenTheKeyIsNamed(String key, String value, String named) {
		FactorProperties properties = bind(Map.of(key, value));
		assertThatIllegalArgumentException().isThrownBy(properties::throttleSettings)
			.withMessageContaining("campanile.authentication." + named);
	}

	@Test
	void whenContextsAreGivenThenTheyAndNoOthersAreStated() {
		AuthnContexts contexts = bind(Map.of("contexts[0].uri", "https://refeds.org/profile/sfa",
				"contexts[0].factors[0]", "password", "contexts[1].uri", "https://refeds.org/profile/mfa",
				"contexts[1].factors[0]", "password + *", "contexts[1].factors[1]", "webauthn (user-verified)"))
			.authnContexts();
		List<Factor> password = List.of(new Factor(FactorKind.PASSWORD, Instant.EPOCH));
		assertThat(contexts.state(password, null))
			.contains(new AuthnContexts.Stated("https://refeds.org/profile/sfa", Instant.EPOCH));
		assertThat(contexts.missing(password,
				new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT,
						List.of("https://refeds.org/profile/mfa")),
				List.of(FactorKind.PASSWORD, new FactorKind("webauthn"))))
			.containsExactly(new FactorKind("webauthn"));
		assertThat(bind(Map.of()).authnContexts()).isSameAs(AuthnContexts.DEFAULTS);
	}

	@ParameterizedTest
	@CsvSource({ "webauthn,contexts: none is satisfied by a password alone", "password +,contexts[0]: 'password +'",
			"Password,contexts[0]: 'Password'", "password (strong),contexts[0]: 'strong' is no trait" })
	void whenAContextMakesNoSenseThenTheKeyAndTheReasonAreNamed(String factors, String said) {
		FactorProperties properties = bind(Map.of("contexts[0].uri", "urn:x", "contexts[0].factors[0]", factors));
		assertThatIllegalArgumentException().isThrownBy(properties::authnContexts)
			.withMessageStartingWith("campanile.authentication." + said);
	}

	@Test
	void whenAContextIsIncompleteThenTheKeyTheReasonAndTheRemedyAreNamed() {
		FactorProperties nameless = bind(Map.of("contexts[0].factors[0]", "password"));
		assertThatIllegalArgumentException().isThrownBy(nameless::authnContexts)
			.withMessageStartingWith("campanile.authentication.contexts[0].uri: missing; give ");
		FactorProperties empty = bind(Map.of("contexts[0].uri", "urn:x"));
		assertThatIllegalArgumentException().isThrownBy(empty::authnContexts)
			.withMessageStartingWith("campanile.authentication.contexts[0].factors: missing; give ");
	}

	@Test
	void whenNoMethodProvesAKindThenTheKeyTheReasonAndTheRemedyAreNamed() {
		FactorProperties properties = bind(
				Map.of("contexts[0].uri", "urn:x", "contexts[0].factors[0]", "password", "contexts[1].uri", "urn:y",
						"contexts[1].factors[0]", "password + *", "contexts[1].factors[1]", "pasword + *"));
		assertThat(properties.unknownKinds(List.of(FactorKind.PASSWORD)))
			.containsExactly("campanile.authentication.contexts[1].factors[1]: there is no method for 'pasword', "
					+ "so that nobody satisfies it; correct it to one of [password], or remove it");
		assertThat(bind(Map.of()).unknownKinds(List.of(FactorKind.PASSWORD))).isEmpty();
	}

	@Test
	void whenNoMethodProvesAKindThenAWarningAtTheStart() {
		FactorProperties properties = bind(Map.of("contexts[0].uri", "urn:x", "contexts[0].factors[0]", "password",
				"contexts[0].factors[1]", "totp"));
		try (LogLines warnings = LogLines.warnings()) {
			new FactorConfiguration().signOnSteps(properties, new FactorsProperties(false, true), List.of());
			assertThat(warnings.lines(FactorConfiguration.class.getName())).hasSize(2)
				.last()
				.asString()
				.startsWith("campanile.authentication.contexts[0].factors[1]: there is no method for 'totp'");
		}
	}

	private static FactorProperties bind(Map<String, String> given) {
		Map<String, String> prefixed = new LinkedHashMap<>();
		given.forEach((key, value) -> prefixed.put("campanile.authentication." + key, value));
		return new Binder(new MapConfigurationPropertySource(prefixed)).bindOrCreate("campanile.authentication",
				FactorProperties.class);
	}

}
