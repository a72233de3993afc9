package org.campanile.web.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.relyingparty.ServiceCatalog;
import org.campanile.relyingparty.ServiceRegistry;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;
import org.campanile.saml.nameid.NameIdPolicy;
import org.campanile.saml.protocol.SamlSignOnProtocol;
import org.campanile.seal.KeyRingLoader;
import org.campanile.seal.LiveKeyRing;
import org.campanile.seal.Sealer;
import org.campanile.session.SessionPolicy;
import org.campanile.session.SessionStore;
import org.campanile.session.Sessions;
import org.campanile.signon.AuthnContextMatcher;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnService;
import org.campanile.signon.StageTimers;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.core.env.Environment;

/** Who we are, time, randomness, keys, sessions, and the use case over all of it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ AuditProperties.class, CampanileProperties.class, SessionProperties.class })
class CoreConfiguration {

	@Bean
	InstantSource clock() {
		return Clock.systemUTC();
	}

	@Bean
	SecureRandom secureRandom() {
		return new SecureRandom();
	}

	@Bean
	HomeFolder homeFolder(Environment environment) {
		return new HomeFolder(Path.of(environment.getRequiredProperty(HomeEnvironment.HOME)));
	}

	@Bean
	IdentityProvider identityProvider(CampanileProperties properties) {
		return properties.identityProvider();
	}

	/** After the salt, so that a sealing key without one tells that the salt was lost. */
	@Bean
	@DependsOn("identifierSalt")
	LiveKeyRing keyRing(HomeFolder home, CredentialsProperties properties, SecureRandom random, InstantSource clock) {
		try {
			return new LiveKeyRing(new KeyRingLoader(random), home.credentials(), properties.sealingActivationDelay(),
					clock);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(home.credentials() + ": sealing keys cannot be read or made", ex);
		}
	}

	@Bean
	KeyRingWatch keyRingWatch(LiveKeyRing keyRing) {
		return new KeyRingWatch(keyRing);
	}

	@Bean
	Sealer sealer(LiveKeyRing keyRing, SecureRandom random) {
		return new Sealer(keyRing, random);
	}

	@Bean
	SessionPolicy sessionPolicy(SessionProperties properties) {
		return properties.policy();
	}

	@Bean
	Sessions sessions(SessionStore store, Sealer sealer, SessionPolicy policy, InstantSource clock,
			SecureRandom random) {
		return new Sessions(store, sealer, policy, clock, random);
	}

	@Bean
	StageTimers stageTimers(MeterRegistry registry) {
		return new StageTimers(registry);
	}

	/** The services of all protocols. */
	@Bean
	ServiceCatalog serviceCatalog(List<ServiceRegistry> registries) {
		return new ServiceCatalog(registries);
	}

	@Bean
	SignOnProtocol samlSignOnProtocol(NameIdPolicy nameIdPolicy, SamlAttributeNames names, ResponseIssuer issuer) {
		return new SamlSignOnProtocol(nameIdPolicy, names, issuer);
	}

	@Bean
	SignOnService signOnService(LiveConfiguration live, List<ServiceRegistry> registries, AttributeResolver resolver,
			List<SignOnProtocol> protocols, Sessions sessions, SessionPolicy policy, InstantSource clock,
			StageTimers timers) {
		AuthnContextMatcher authnContexts = new AuthnContextMatcher(
				List.of(AuthnContextMatcher.PASSWORD_PROTECTED_TRANSPORT));
		return new SignOnService(() -> rules(live.current(), registries), resolver, protocols, authnContexts, sessions,
				policy, clock, timers);
	}

	/** Services with the local settings of that version, where they have any. */
	private static SignOnService.Rules rules(LiveConfiguration.Version version, List<ServiceRegistry> registries) {
		List<ServiceRegistry> configured = new ArrayList<>();
		for (ServiceRegistry registry : registries) {
			configured.add(registry instanceof MetadataRelyingPartyRegistry metadata
					? metadata.under(version.overrides()) : registry);
		}
		return new SignOnService.Rules(new ServiceCatalog(configured), version.releasePolicy());
	}

}
