package org.campanile.web.validation;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import org.campanile.HomeFolder;
import org.campanile.authn.resolver.UserResolver;
import org.campanile.directory.DirectoryResolver;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.ObservedDirectory;
import org.campanile.validation.Realm;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;

class RealmPropertiesTests {

	/**
	 * The log at the start shows this spelling, and administrators copy it from there.
	 */
	@ParameterizedTest
	@EnumSource
	void whenACheckIsSpelledThenTheConfigurationTakesItBack(Realm.Check check) {
		assertThat(realm(Map.of("realm.check", check.code())).check()).isEqualTo(check);
		assertThat(check.code()).matches("[a-z]+(-[a-z]+)*");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenADirectoryReturnsReferencesThenTheyAreIgnoredOrTheLogSaysWhyNobodyIsFound(boolean ignored,
			@TempDir Path home) throws Exception {
		try (ObservedDirectory directory = new ObservedDirectory();
				UserResolver users = realm(
						Map.of("realm.ldap.urls", "ldap://" + directory.address(), "realm.ldap.base-dn",
								EmbeddedDirectory.DEMO_BASE_DN, "realm.ldap.bind-dn", EmbeddedDirectory.DEMO_SERVICE_DN,
								"realm.ldap.bind-password", EmbeddedDirectory.DEMO_SERVICE_PASSWORD,
								"realm.ldap.ignore-references", Boolean.toString(ignored)))
					.resolver("referring", "realm.", new HomeFolder(home), InstantSource.system())
					.orElseThrow();
				LogLines log = LogLines.warningsOf(DirectoryResolver.class)) {
			directory.refer();
			assertThat(users.find("alice").isPresent()).isEqualTo(ignored);
			if (ignored) {
				assertThat(log.lines()).isEmpty();
			}
			else {
				assertThat(log.lines()).singleElement()
					.asString()
					.startsWith("Realm referring: an entry cannot be used: ")
					.endsWith("; see ignore-references");
			}
		}
	}

	private static RealmProperties realm(Map<String, String> settings) {
		return new Binder(new MapConfigurationPropertySource(settings)).bind("realm", RealmProperties.class).get();
	}

}
