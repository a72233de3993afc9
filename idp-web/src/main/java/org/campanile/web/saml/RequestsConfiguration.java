package org.campanile.web.saml;

import java.time.InstantSource;

import org.campanile.IdentityProvider;
import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.request.AuthnRequestProcessor;
import org.campanile.signon.AnsweredRequests;
import org.campanile.web.store.SessionProperties;
import org.campanile.web.endpoint.Endpoints;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the processing of sign-on requests. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestsProperties.class)
class RequestsConfiguration {

	@Bean
	Endpoints.Source samlEndpoints() {
		return () -> SamlEndpoints.ALL;
	}

	@Bean
	RedirectDecoder redirectDecoder(RequestsProperties properties) {
		return new RedirectDecoder(properties.bindingLimits());
	}

	@Bean
	PostDecoder postDecoder(RequestsProperties properties) {
		return new PostDecoder(properties.bindingLimits());
	}

	@Bean
	AuthnRequestProcessor authnRequestProcessor(RelyingPartyRegistry services, OneTimeStore marks,
			IdentityProvider identityProvider, InstantSource time, SessionProperties session,
			RequestsProperties properties) {
		return new AuthnRequestProcessor(services, marks, identityProvider, time, properties.requestLimits(),
				AnsweredRequests.pending(session.loginTimeout(), properties.requestLimits().clockSkew()));
	}

	@Bean
	AnsweredRequests answeredRequests(OneTimeStore marks, SessionProperties session, RequestsProperties properties) {
		return new AnsweredRequests(marks, session.loginTimeout(), properties.requestLimits().clockSkew());
	}

}
