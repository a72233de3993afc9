package org.campanile.web.saml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.attribute.UserReader;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.metadata.MetadataSettings;
import org.campanile.web.testkit.LogLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import org.campanile.web.attribute.AttributesConfiguration;
import org.campanile.web.attribute.IdentifierConfiguration;
import org.campanile.web.attribute.ReleaseConfiguration;
import org.campanile.web.config.LiveConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

class MetadataConfigurationTests {

	@TempDir
	Path home;

	@Test
	void whenNothingIsConfiguredThenDefaults() {
		runner().run(context -> {
			assertThat(context).hasSingleBean(RelyingPartyRegistry.class);
			assertThat(context.getBean(MetadataProperties.class).settings()).isEqualTo(MetadataSettings.DEFAULTS);
			assertThat(health(context).getStatus()).isEqualTo(Status.UP);
		});
	}

	@Test
	void whenConfiguredThenMapped() {
		runner()
			.withPropertyValues("campanile.metadata.poll-interval=5s", "campanile.metadata.max-file-size=2MB",
					"campanile.metadata.cached-services=7", "campanile.metadata.precedence=00-wiki.xml,local.xml")
			.run(context -> assertThat(context.getBean(MetadataProperties.class).settings())
				.isEqualTo(new MetadataSettings(Duration.ofSeconds(5), 2 * 1024 * 1024, 7,
						List.of("00-wiki.xml", "local.xml"))));
	}

	@Test
	void whenServicesHaveNameIdSourcesThenALoginNeedsThem() {
		runner()
			.withPropertyValues("campanile.services[0].pattern=.*",
					"campanile.services[0].name-id-source=employeeNumber", "campanile.services[1].match=urn:wiki",
					"campanile.services[2].match=urn:mail", "campanile.services[2].name-id-source=uid")
			.run(context -> assertThat(
					DecidingAttributes.all(List.copyOf(context.getBeansOfType(DecidingAttributes.class).values()))
						.identifying())
				.contains("employeeNumber", "uid"));
	}

	@Test
	void whenAFileIsMisnamedThenTheLogNamesIt() throws IOException {
		Files.createDirectories(home.resolve("metadata"));
		Files.writeString(home.resolve("metadata/wiki.xml.txt"), "<a/>");
		try (LogLines log = LogLines.warnings()) {
			runner().run(context -> assertThat(log.lines())
				.anyMatch(line -> line.contains("metadata/wiki.xml.txt: ignored")));
		}
	}

	@Test
	void whenNoFileCanBeReadThenOutOfServiceWithTheReason() throws IOException {
		Files.createDirectories(home.resolve("metadata"));
		Files.writeString(home.resolve("metadata/bad.xml"), "<a/>");
		runner().run(context -> {
			var health = health(context);
			assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
			assertThat(health.getDetails().get("reason")).asString().contains("bad.xml");
		});
	}

	@ParameterizedTest
	@CsvSource({ "metadata.poll-interval, 1ms", "metadata.max-file-size, 1GB", "metadata.max-file-size, 1B",
			"metadata.precedence, wiki", "metadata.precedence, metadata/wiki.xml", "services[0].pattern, (" })
	void whenFaultyThenTheKeyIsNamed(String key, String value) {
		runner().withPropertyValues("campanile." + key + "=" + value)
			.run(context -> assertThat(context).getFailure().hasStackTraceContaining("campanile." + key));
	}

	private ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withUserConfiguration(MetadataConfiguration.class, AttributesConfiguration.class,
					ReleaseConfiguration.class, IdentifierConfiguration.class, LiveConfiguration.class)
			.withBean(HomeFolder.class, () -> new HomeFolder(home))
			.withBean(IdentityProvider.class,
					() -> new IdentityProvider("https://login.example.edu/idp", "https://login.example.edu/idp",
							List.of()))
			.withBean(InstantSource.class, Clock::systemUTC)
			.withBean(SecureRandom.class, SecureRandom::new)
			.withBean(UserReader.class, () -> principal -> Optional.empty())
			.withBean(SimpleMeterRegistry.class);
	}

	private static Health health(BeanFactory context) {
		return Objects.requireNonNull(context.getBean("metadataHealthIndicator", HealthIndicator.class).health());
	}

}
