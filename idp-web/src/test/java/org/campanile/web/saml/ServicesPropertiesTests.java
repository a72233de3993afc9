package org.campanile.web.saml;

import java.nio.file.Path;
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
import org.springframework.core.env.StandardEnvironment;

import org.campanile.HomeFolder;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.relyingparty.EncryptionAlgorithm;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.saml.relyingparty.RelyingPartySettings;
import org.campanile.web.config.CheckedProperties.CheckContext;
import org.campanile.web.config.Faults;
import org.campanile.web.config.NestedSettings;

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
		keys.put("encryption-algorithm", "aes256-cbc");
		keys.put("require-signed-requests", "true");
		keys.put("allow-sha1-signatures", "true");
		keys.put("allow-inclusive-canonicalization", "true");
		keys.put("name-id-formats", "email,transient,persistent,unspecified,urn:x");
		keys.put("name-id-source", "ImmutableID");
		keys.put("release", "mail,displayName");
		keys.put("withhold", "uid");
		keys.put("assertion-lifetime", "2m");
		keys.put("session-lifetime", "1h");
		assertThat(settings(bind(keys))).isEqualTo(new RelyingPartySettings(false, Optional.of(true),
				EncryptionPolicy.REQUIRED, EncryptionAlgorithm.AES256_CBC, Optional.of(true), true, true,
				List.of(NameId.EMAIL_ADDRESS, NameId.TRANSIENT, NameId.PERSISTENT, NameId.UNSPECIFIED, "urn:x"),
				Optional.of("ImmutableID"), Set.of("mail", "displayName"), Set.of("uid"), Duration.ofMinutes(2),
				Optional.of(Duration.ofHours(1))));
	}

	@Test
	void whenTheSessionLifetimeIsZeroThenItIsKept() {
		ServicesProperties properties = bind(Map.of("match", A, "session-lifetime", "0s"));
		assertThat(settings(properties).maxSessionLifetime()).contains(Duration.ZERO);
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

	@ParameterizedTest
	@CsvSource({ "match, https://a.example.org, match, https://a.example.org, true",
			"match, https://a.example.org, match, https://b.example.org, false",
			"match, https://a.example.org, pattern, https://a.*, true",
			"match, https://a.example.org, pattern, https://b.*, false",
			"pattern, https://a.*, match, https://a.example.org, true",
			"pattern, https://a.*, match, https://b.example.org, false", "pattern, https://a.*, pattern, .*org, true" })
	void whenAnotherEntryMayNameTheSourceThenAFormatOfOnesOwnIsAccepted(String key, String value, String other,
			String otherValue, boolean accepted) {
		List<String> faults = faults(List.of(Map.of(key, value, "name-id-formats", "urn:x"),
				Map.of(other, otherValue, "name-id-source", "mail")));
		assertThat(faults.isEmpty()).isEqualTo(accepted);
		assertThat(faults).allSatisfy(fault -> assertThat(fault)
			.startsWith("campanile.services[0].name-id-formats: no identifier can be made in the format urn:x"));
	}

	@Test
	void whenAFormatIsUnspecifiedInTheFormOfSaml2ThenNoSourceIsNeeded() {
		assertThat(faults(List.of(Map.of("match", A, "name-id-formats", NameId.UNSPECIFIED_2_0)))).isEmpty();
		assertThat(faults(List.of(Map.of("match", A, "name-id-formats", "urn:x")))).hasSize(1);
	}

	private static List<String> faults(List<Map<String, String>> entries) {
		Faults faults = new Faults();
		bind(entries).check(new CheckContext(new HomeFolder(Path.of(".")), Optional.empty(), Optional.empty(),
				new NestedSettings(new StandardEnvironment()), key -> false), faults);
		return faults.lines();
	}

	private static RelyingPartySettings settings(ServicesProperties properties) {
		return RelyingPartyOverride.settingsFor(A, RelyingPartySettings.DEFAULTS, properties.overrides());
	}

	private static ServicesProperties bind(Map<String, String> keys) {
		return bind(List.of(keys));
	}

	private static ServicesProperties bind(List<Map<String, String>> entries) {
		Map<String, String> properties = new LinkedHashMap<>();
		for (int i = 0; i < entries.size(); i++) {
			String prefix = ServicesProperties.key(i) + '.';
			entries.get(i).forEach((key, value) -> properties.put(prefix + key, value));
		}
		return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("campanile",
				ServicesProperties.class);
	}

}
