package org.campanile.web.directory;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PasswordChangePropertiesTests {

	private static final String LINK = "https://password.example.edu/";

	private final Map<String, String> given = new LinkedHashMap<>(
			Map.of("campanile.ldap.urls", "ldaps://ldap.example.edu", "campanile.ldap.base-dn", "dc=example,dc=edu",
					"campanile.ldap.bind-dn", "cn=campanile,dc=example,dc=edu"));

	@Test
	void whenNothingIsChosenThenTheLinkDecides() {
		assertThat(here(null)).isTrue();
		assertThat(here(LINK)).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "here,true", "link,false", "off,false" })
	void whenItIsChosenThenItHolds(String change, boolean here) {
		given.put("campanile.authentication.password.change", change);
		require(LINK);
		assertThat(here(LINK)).isEqualTo(here);
	}

	@Test
	void whenActiveDirectoryIsReachedWithoutTlsThenOnlyTheWishForItIsAFault() {
		activeDirectory();
		given.put("campanile.ldap.urls", "ldap://dc1.example.edu");
		require(null);
		assertThat(here(null)).isFalse();
		given.put("campanile.authentication.password.change", "here");
		assertThatIllegalArgumentException().isThrownBy(() -> require(null))
			.withMessageStartingWith("campanile.authentication.password.change: ")
			.withMessageContainingAll("without TLS", "use ldaps://");
		given.put("campanile.ldap.start-tls", "true");
		require(null);
		assertThat(here(null)).isTrue();
	}

	@Test
	void whenTheServiceAccountIsNeededAndMissingThenOnlyTheWishForItIsAFault() {
		activeDirectory();
		given.remove("campanile.ldap.bind-dn");
		require(null);
		assertThat(here(null)).isFalse();
		given.put("campanile.authentication.password.change", "here");
		assertThatIllegalArgumentException().isThrownBy(() -> require(null))
			.withMessageStartingWith("campanile.authentication.password.service-account: needed")
			.withMessageContaining("campanile.ldap.bind-dn is missing");
		given.put("campanile.authentication.password.service-account", "false");
		require(null);
	}

	@Test
	void whenItIsToBeLinkedAndNothingIsThenTheKeyIsNamed() {
		given.put("campanile.authentication.password.change", "link");
		assertThatIllegalArgumentException().isThrownBy(() -> require(null))
			.withMessageStartingWith("campanile.branding.change-password-url: missing");
	}

	private void activeDirectory() {
		given.put("campanile.authentication.mode", "active-directory");
		given.put("campanile.authentication.domains", "example.edu");
	}

	private boolean here(@Nullable String link) {
		return bind("campanile.authentication.password", PasswordChangeProperties.class).here(
				bind("campanile.authentication", AuthenticationProperties.class),
				bind("campanile.ldap", LdapProperties.class), link);
	}

	private void require(@Nullable String link) {
		bind("campanile.authentication.password", PasswordChangeProperties.class).require(
				bind("campanile.authentication", AuthenticationProperties.class),
				bind("campanile.ldap", LdapProperties.class), link);
	}

	private <T> T bind(String prefix, Class<T> type) {
		return new Binder(new MapConfigurationPropertySource(given)).bindOrCreate(prefix, type);
	}

}
