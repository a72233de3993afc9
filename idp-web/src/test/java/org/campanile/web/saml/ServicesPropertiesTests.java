package org.campanile.web.saml;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import org.campanile.saml.nameid.NameId;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.saml.relyingparty.RelyingPartySettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ServicesPropertiesTests {

	private static final String A = "https://a.example.org";

	@Test
	void whenNothingIsSaidThenDefaults() {
		assertThat(bind(Map.of()).overrides()).isEmpty();
		assertThat(settings(bind(Map.of("match", A)))).isEqualTo(RelyingPartySettings.DEFAULTS);
	}

	@Test
	void whenAllIsSaidThenMapped() {
		Map<String, String> keys = new LinkedHashMap<>();
		keys.put("match", A);
		keys.put("enabled", "false");
		keys.put("sign-assertion", "true");
		keys.put("encryption", "required");
		keys.put("require-signed-requests", "true");
		keys.put("allow-sha1-signatures", "true");
		keys.put("allow-inclusive-canonicalization", "true");
		keys.put("name-id-formats", "email,transient,persistent,unspecified,urn:x");
		keys.put("release", "mail,displayName");
		keys.put("withhold", "uid");
		keys.put("assertion-lifetime", "2m");
		keys.put("session-lifetime", "1h");
		assertThat(settings(bind(keys))).isEqualTo(new RelyingPartySettings(false, Optional.of(true),
				EncryptionPolicy.REQUIRED, Optional.of(true), true, true,
				List.of(NameId.EMAIL_ADDRESS, NameId.TRANSIENT, NameId.PERSISTENT, NameId.UNSPECIFIED, "urn:x"),
				Set.of("mail", "displayName"), Set.of("uid"), Duration.ofMinutes(2), Optional.of(Duration.ofHours(1))));
	}

	@ParameterizedTest
	@CsvSource({ "https://.*\\.example\\.org, true", ".*, true", "https://a, false", "A, false" })
	void whenPatternThenTheWholeEntityIDMustMatch(String pattern, boolean matches) {
		List<RelyingPartyOverride> overrides = bind(Map.of("pattern", pattern)).overrides();
		assertThat(overrides).singleElement()
			.satisfies(override -> assertThat(override.matches().test(A)).isEqualTo(matches));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "pattern|[a|campanile.services[0].pattern: '[a' is not a regular expression of RE2",
					"pattern|(a)\\1|campanile.services[0].pattern: '(a)\\1' is not a regular expression of RE2",
					"encryption|auto|campanile.services[0]: must have either match or pattern",
					"match|''|campanile.services[0]: must have either match or pattern" })
	void whenFaultyThenTheKeyIsNamed(String key, String value, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> bind(Map.of(key, value)).overrides())
			.withMessageStartingWith(message);
	}

	@ParameterizedTest
	@CsvSource({ "pattern, .*, campanile.services[0]: must have either match or pattern",
			"assertion-lifetime, 6m, campanile.services[0].assertion-lifetime",
			"assertion-lifetime, 0s, campanile.services[0].assertion-lifetime",
			"session-lifetime, -1s, campanile.services[0].session-lifetime",
			"name-id-formats, emial, campanile.services[0].name-id-formats: emial is unknown" })
	void whenAPartIsFaultyThenTheKeyIsNamed(String key, String value, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> bind(Map.of("match", A, key, value)).overrides())
			.withMessageStartingWith(message);
	}

	private static RelyingPartySettings settings(ServicesProperties properties) {
		return RelyingPartyOverride.settingsFor(A, RelyingPartySettings.DEFAULTS, properties.overrides());
	}

	private static ServicesProperties bind(Map<String, String> keys) {
		Map<String, String> properties = new LinkedHashMap<>();
		keys.forEach((key, value) -> properties.put("campanile.services[0]." + key, value));
		return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("campanile",
				ServicesProperties.class);
	}

}
