package org.campanile.web.saml;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import org.campanile.IdentityProvider;
import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.request.AuthnRequestProcessor;
import org.campanile.saml.request.RequestLimits;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.web.store.SessionProperties;

import static org.assertj.core.api.Assertions.assertThat;

class RequestsConfigurationTests {

	private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

	private final ApplicationContextRunner context = new ApplicationContextRunner()
		.withUserConfiguration(RequestsConfiguration.class)
		.withUserConfiguration(Logins.class)
		.withBean(IdentityProvider.class,
				() -> new IdentityProvider("urn:idp", "https://login.example.edu/idp", List.of()))
		.withBean(InstantSource.class, () -> InstantSource.fixed(NOW))
		.withBean(OneTimeStore.class, () -> new HeapOneTimeStore(InstantSource.fixed(NOW), new HashMap<>()))
		.withBean(RelyingPartyRegistry.class,
				() -> TestRelyingParties.registry(TestRelyingParties.relyingParty().build()));

	@Test
	void whenNothingIsConfiguredThenTheDefaultsOfTheCore() {
		context.run((started) -> {
			assertThat(started.getBean(RequestLimits.class)).isEqualTo(RequestLimits.DEFAULTS);
			assertThat(started.getBean(BindingLimits.class)).isEqualTo(BindingLimits.DEFAULTS);
		});
	}

	@Test
	void whenConfiguredThenMapped() {
		context
			.withPropertyValues("campanile.requests.validity=2m", "campanile.requests.clock-skew=0s",
					"campanile.requests.max-posted-size=100KB", "campanile.requests.max-inflated-size=1MB")
			.run((started) -> {
				assertThat(started.getBean(RequestLimits.class))
					.isEqualTo(new RequestLimits(Duration.ofMinutes(2), Duration.ZERO));
				assertThat(started.getBean(BindingLimits.class)).isEqualTo(new BindingLimits(1024 * 1024, 100 * 1024));
			});
	}

	@Test
	void whenARequestComesThenTheBeansProcessIt() {
		context.run((started) -> {
			TestAuthnRequests.Builder request = TestAuthnRequests.authnRequest(NOW);
			AuthnRequestProcessor processor = started.getBean(AuthnRequestProcessor.class);
			assertThat(processor.process(started.getBean(RedirectDecoder.class).decode(request.redirectQuery()))
				.requestId()).isEqualTo(request.id());
			TestAuthnRequests.Builder posted = TestAuthnRequests.authnRequest(NOW);
			assertThat(processor.process(started.getBean(PostDecoder.class).decode(posted.postForm())).requestId())
				.isEqualTo(posted.id());
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "campanile.requests.validity=0s", "campanile.requests.validity=25h",
			"campanile.requests.clock-skew=-1s", "campanile.requests.clock-skew=2h",
			"campanile.requests.max-posted-size=0", "campanile.requests.max-posted-size=193KB",
			"campanile.requests.max-inflated-size=1GB" })
	void whenALimitMakesNoSenseThenTheKeyIsNamed(String property) {
		context.withPropertyValues(property)
			.run((started) -> assertThat(started).getFailure()
				.rootCause()
				.isInstanceOf(IllegalArgumentException.class)
				.hasMessageStartingWith(property.substring(0, property.indexOf('=')) + ": "));
	}

	@EnableConfigurationProperties(SessionProperties.class)
	private static final class Logins {

	}

}
