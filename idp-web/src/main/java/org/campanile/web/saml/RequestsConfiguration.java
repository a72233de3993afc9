package org.campanile.web.saml;

import java.time.InstantSource;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import org.campanile.IdentityProvider;
import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.request.AuthnRequestProcessor;
import org.campanile.saml.request.RequestLimits;
import org.campanile.signon.AnsweredRequests;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.sso.RequestsProperties;
import org.campanile.web.store.SessionProperties;

/** Wires the processing of sign-on requests. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ RequestsProperties.class, BindingProperties.class })
@Import({ RedirectDecoder.class, PostDecoder.class })
class RequestsConfiguration {

	@Bean
	Endpoints.Source samlEndpoints() {
		return () -> SamlEndpoints.ALL;
	}

	@Bean
	RequestLimits requestLimits(RequestsProperties properties) {
		return new RequestLimits(properties.checkedValidity(), properties.checkedClockSkew());
	}

	@Bean
	BindingLimits bindingLimits(BindingProperties properties) {
		return properties.limits();
	}

	@Bean
	AuthnRequestProcessor authnRequestProcessor(RelyingPartyRegistry services, OneTimeStore replayKeys,
			IdentityProvider identityProvider, InstantSource time, SessionProperties session, RequestLimits limits) {
		return new AuthnRequestProcessor(services, replayKeys, identityProvider, time, limits,
				AnsweredRequests.pending(session.loginTimeout(), limits.clockSkew()));
	}

}
