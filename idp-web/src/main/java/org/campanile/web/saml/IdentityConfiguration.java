package org.campanile.web.saml;

import java.time.InstantSource;
import java.util.List;

import org.campanile.IdentityProvider;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.metadata.IdpMetadata;
import org.campanile.saml.nameid.NameId;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Our own metadata. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IdentityProperties.class)
class IdentityConfiguration {

	private static final List<String> NAME_ID_FORMATS = List.of(NameId.TRANSIENT, NameId.PERSISTENT,
			NameId.EMAIL_ADDRESS, NameId.UNSPECIFIED);

	@Bean
	IdpMetadata idpMetadata(IdentityProvider identityProvider, Credentials credentials, IdentityProperties properties,
			InstantSource clock) {
		return new IdpMetadata(identityProvider, credentials, properties.description(), NAME_ID_FORMATS, clock);
	}

}
