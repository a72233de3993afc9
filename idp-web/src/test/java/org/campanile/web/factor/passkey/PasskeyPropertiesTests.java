package org.campanile.web.factor.passkey;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.factor.passkey.PasskeySettings;
import org.campanile.testkit.directory.TestAuthority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PasskeyPropertiesTests {

	private static final IdentityProvider IDP = new IdentityProvider("id", "https://login.Example.edu:443/idp",
			List.of());

	@TempDir
	Path folder;

	@Test
	void whenNothingIsSetThenTheHostOfTheBaseUrlAndBothUses() {
		PasskeySettings settings = settings(Map.of());
		assertThat(settings.relyingParty()).isEqualTo(new PasskeySettings.RelyingParty("login.example.edu", "Example",
				Set.of("https://login.example.edu")));
		assertThat(settings.identifies()).isTrue();
		assertThat(settings.userVerification()).isFalse();
		assertThat(settings.maximum()).isEqualTo(10);
	}

	@Test
	void whenSetThenADomainAboveAndRelatedOrigins() {
		PasskeySettings settings = settings(Map.of("rp-id", "example.edu", "related-origins",
				"https://login.example.org,https://sso.example.net:8443", "user-verification", "required"));
		assertThat(settings.relyingParty().id()).isEqualTo("example.edu");
		assertThat(settings.relyingParty().origins()).containsExactlyInAnyOrder("https://login.example.edu",
				"https://login.example.org", "https://sso.example.net:8443");
		assertThat(settings.userVerification()).isTrue();
	}

	@Test
	void whenAttestationIsAskedForThenByTheCertificatesOfTheHome() {
		Path ca = new TestAuthority(folder).certificate();
		PasskeySettings settings = settings(Map.of("attestation", "direct", "trust-anchors",
				folder.relativize(ca).toString(), "authenticators", "CB69481E-8ff7-4039-93ec-0a2729a154a8"));
		assertThat(settings.attestation().trustAnchors()).hasSize(1);
		assertThat(settings.attestation().authenticators())
			.containsExactly(UUID.fromString("cb69481e-8ff7-4039-93ec-0a2729a154a8"));
	}

	@ParameterizedTest
	@CsvSource({ "rp-id, edu", "rp-id, ple.edu", "rp-id, login.example.org", "related-origins, login.example.org",
			"related-origins, https://login.example.org/", "related-origins, http://login.example.org",
			"related-origins, https://Login.example.org", "related-origins, https://login.example.org:443",
			"related-origins, ':'", "attestation, direct", "trust-anchors, ca.pem",
			"authenticators, cb69481e-8ff7-4039-93ec-0a2729a154a8", "maximum, 0", "maximum, 51" })
	void whenASettingIsWrongThenTheKeyIsNamed(String key, String value) {
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Map.of(key, value)))
			.withMessageStartingWith("campanile.factors.passkey.")
			.withMessageContaining(";");
	}

	@Test
	void whenAFileOfCertificatesHoldsNoneThenSaid() throws Exception {
		Files.writeString(folder.resolve("empty.pem"), "");
		for (String file : List.of("missing.pem", "empty.pem")) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> settings(Map.of("attestation", "direct", "trust-anchors", file)))
				.withMessageStartingWith("campanile.factors.passkey.trust-anchors: ")
				.withMessageContaining(file);
		}
	}

	@Test
	void whenAValueOfRefusedAccountsIsNoneThenTheKeyIsNamed() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> properties(Map.of("refused-accounts", "left")).accountRules())
			.withMessageStartingWith("campanile.factors.passkey.refused-accounts");
	}

	private PasskeySettings settings(Map<String, String> set) {
		return properties(set).settings(IDP, "Example", new HomeFolder(folder), Duration.ofMinutes(10));
	}

	private static PasskeyProperties properties(Map<String, String> set) {
		Map<String, String> all = new HashMap<>();
		set.forEach((key, value) -> all.put(PasskeyProperties.PREFIX + '.' + key, value));
		return new Binder(new MapConfigurationPropertySource(all)).bindOrCreate(PasskeyProperties.PREFIX,
				PasskeyProperties.class);
	}

}
