package org.campanile.web.saml;

import java.time.InstantSource;
import java.util.Optional;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;

import org.campanile.IdentityProvider;
import org.campanile.explain.ProtocolExplanation;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.explain.SamlExplanation;
import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;
import org.campanile.saml.nameid.NameIdPolicy;
import org.campanile.saml.protocol.SamlSignOnProtocol;
import org.campanile.web.config.StartupLines;

/**
 * Configures the SAML part of sign-on, of its explanation and of the startup summary.
 */
@Configuration(proxyBeanMethods = false)
@Import({ SamlSignOnProtocol.class, CertificateExpiry.class })
class SamlConfiguration {

	@Bean
	ProtocolExplanation samlExplanation(NameIdPolicy nameIdPolicy, SamlAttributeNames names,
			MetadataRelyingPartyRegistry services, Credentials credentials) {
		return new SamlExplanation(nameIdPolicy, names, services, Optional.of(credentials),
				SamlHomeExplanation.near(services));
	}

	@Bean
	@Order(StartupLines.NAMES)
	StartupLines entityIdLines(IdentityProvider identityProvider) {
		return lines -> lines.add("entityID", identityProvider.id());
	}

	@Bean
	@Order(StartupLines.SERVICES)
	StartupLines serviceLines(MetadataRelyingPartyRegistry services) {
		return lines -> lines.add("services", Integer.toString(services.size()));
	}

	@Bean
	@Order(StartupLines.KEYS)
	StartupLines keyLines(Credentials credentials, InstantSource clock) {
		return lines -> CertificateExpiry.describe(credentials, clock.instant(), lines);
	}

	@Bean
	@Order(StartupLines.CRYPTOGRAPHY)
	StartupLines cryptographyLines(CryptoProvider crypto) {
		return lines -> lines.add("cryptography", crypto.describe());
	}

}
