package org.campanile.web.saml;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.Security;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.SignatureAlgorithm;
import org.campanile.saml.metadata.IdpMetadata;
import org.campanile.signon.StageTimers;

import static org.assertj.core.api.Assertions.assertThat;

class IdentityConfigurationTests {

	@TempDir
	private Path home;

	private ApplicationContextRunner context = new ApplicationContextRunner();

	@BeforeEach
	void parts() {
		context = context.withUserConfiguration(CredentialsConfiguration.class)
			.withBean(HomeFolder.class, () -> new HomeFolder(home))
			.withBean(IdentityProvider.class,
					() -> new IdentityProvider("https://login.example.edu/idp/shibboleth",
							"https://login.example.edu/idp", List.of("example.edu")))
			.withBean(InstantSource.class, InstantSource::system)
			.withBean(SecureRandom.class, SecureRandom::new)
			.withBean(SamlAttributeNames.class, () -> new SamlAttributeNames(Map.of()))
			.withBean(StageTimers.class, () -> new StageTimers(new SimpleMeterRegistry()));
	}

	@Test
	void whenNothingIsConfiguredThenDefaultsAreEnough() {
		context.run(started -> {
			assertThat(started).hasNotFailed().hasSingleBean(ResponseIssuer.class);
			assertThat(started.getBean(Credentials.class).signing().algorithm())
				.isEqualTo(SignatureAlgorithm.RSA_SHA256);
			assertThat(started.getBean(Credentials.class).signing().name()).isEqualTo("credentials/signing.pem");
			assertThat(new String(started.getBean(IdpMetadata.class).xml(), StandardCharsets.UTF_8))
				.contains("use=\"signing\"", ">example.edu<")
				.doesNotContain("WantAuthnRequestsSigned", "UIInfo", "Organization", "ContactPerson", "validUntil",
						"cacheDuration");
		});
	}

	@Test
	@EnabledOnOs(value = OS.LINUX, architectures = { "amd64", "aarch64" })
	void whenTheNativeProviderIsUsedThenLibrariesGetItsEcdsa() {
		Security.removeProvider("CampanileEcdsa");
		context.run(started -> {
			assertThat(started).hasNotFailed();
			assertThat(Security.getProviders()[0].getName()).isEqualTo("CampanileEcdsa");
		});
	}

	@Test
	void whenEverythingIsConfiguredThenInOurMetadata() {
		context.withPropertyValues("campanile.credentials.key-type=ec-p256",
				"campanile.credentials.signing=signing-2027.pem", "campanile.identity.display-names.en=Example",
				"campanile.identity.display-names.de-CH=Beispiel", "campanile.identity.descriptions.en=Accounts",
				"campanile.identity.logos[0].url=https://x.example.edu/l.png", "campanile.identity.logos[0].width=80",
				"campanile.identity.logos[0].height=60",
				"campanile.identity.information-urls.en=https://x.example.edu/",
				"campanile.identity.privacy-statement-urls.en=https://x.example.edu/p",
				"campanile.identity.organization.names.en=example.edu",
				"campanile.identity.organization.urls.en=https://x.example.edu/o",
				"campanile.identity.contacts[0].email=idm@example.edu",
				"campanile.identity.contacts[0].given-name=Team", "campanile.identity.contacts[0].sur-name=Identity",
				"campanile.identity.contacts[1].type=security", "campanile.identity.contacts[1].email=c@example.edu",
				"campanile.identity.error-url=https://x.example.edu/e?c=ERRORURL_CODE",
				"campanile.identity.entity-attributes.assurance-certification=https://refeds.org/sirtfi",
				"campanile.identity.metadata-validity=14d", "campanile.identity.metadata-cache-duration=6h")
			.run(started -> {
				assertThat(started).hasNotFailed();
				assertThat(started.getBean(Credentials.class).signing().algorithm())
					.isEqualTo(SignatureAlgorithm.ECDSA_SHA256);
				assertThat(started.getBean(Credentials.class).signing().name())
					.isEqualTo("credentials/signing-2027.pem");
				assertThat(new String(started.getBean(IdpMetadata.class).xml(), StandardCharsets.UTF_8)).contains(
						"xml:lang=\"de-CH\">Beispiel<", ">Example<", ">Accounts<",
						"height=\"60\" width=\"80\">https://x.example.edu/l.png<", ">https://x.example.edu/<",
						">https://x.example.edu/p<", ">https://x.example.edu/o<", "contactType=\"technical\"",
						">mailto:idm@example.edu<", ">Team<", ">Identity<", "contactType/security", "validUntil=",
						"errorURL=\"https://x.example.edu/e?c=ERRORURL_CODE\"",
						"Name=\"urn:oasis:names:tc:SAML:attribute:assurance-certification\"",
						">https://refeds.org/sirtfi<", "cacheDuration=\"PT6H\"");
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "campanile.identity.display-names.en= | displayNames",
			"campanile.identity.display-names.e_n=x | campanile.identity.display-names.e_n: is not a language",
			"campanile.identity.logos[0].url=http://x/l.png | url",
			"campanile.identity.information-urls.en=javascript:x | informationUrls",
			"campanile.identity.organization.names.en=x | campanile.identity.organization: names and urls",
			"campanile.identity.contacts[0].email=x y | email",
			"campanile.identity.contacts[0].type=x | contacts[0].type",
			"campanile.identity.error-url=http://x | campanile.identity.error-url: 'http://x' is not the URL of an https page",
			"campanile.identity.entity-attributes.assurance-certificate=x | campanile.identity.entity-attributes.assurance-certificate: is neither",
			"campanile.identity.entity-attributes.entity-category= | campanile.identity.entity-attributes.entity-category: has no value",
			"campanile.identity.metadata-validity=-1s | campanile.identity.metadata-validity: PT-1S is too short",
			"campanile.credentials.signing= | signing", "campanile.credentials.key-type=dsa | key-type",
			"campanile.credentials.signing=a/b.pem | campanile.credentials.signing: a/b.pem is not a plain file name" })
	void whenFaultyThenStartFailsAndNamesIt(String property, String message) {
		context.withPropertyValues(property).run(failed -> {
			assertThat(failed).hasFailed();
			assertThat(failed.getStartupFailure()).hasStackTraceContaining(message);
		});
	}

}
