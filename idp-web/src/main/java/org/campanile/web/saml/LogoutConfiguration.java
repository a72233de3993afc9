package org.campanile.web.saml;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.IdentityProvider;
import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutSettings;
import org.campanile.logout.OpenLogoutRequests;
import org.campanile.logout.ServiceLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.SingleLogout;
import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.binding.SoapDecoder;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.logout.HttpBackChannel;
import org.campanile.saml.logout.LogoutMessages;
import org.campanile.saml.logout.LogoutRequestProcessor;
import org.campanile.saml.logout.LogoutResponseProcessor;
import org.campanile.saml.logout.SamlLogoutProtocol;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.seal.Sealer;
import org.campanile.session.Sessions;
import org.campanile.web.management.EndedSessionListener;

/** Single logout: the use case, SAML's part in it, and its limits. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LogoutProperties.class)
class LogoutConfiguration {

	@Bean
	LogoutSettings logoutSettings(LogoutProperties properties) {
		return properties.settings();
	}

	@Bean
	LogoutMessages logoutMessages(IdentityProvider identityProvider, Credentials credentials, CryptoProvider crypto,
			InstantSource clock, SecureRandom random) {
		return new LogoutMessages(identityProvider, credentials, crypto, clock, random);
	}

	@Bean
	HttpBackChannel logoutBackChannel(LogoutSettings settings, RequestsProperties requests) {
		return new HttpBackChannel(settings.backChannelTimeout(), requests.bindingLimits().maxPosted());
	}

	@Bean
	LogoutProtocol samlLogoutProtocol(RelyingPartyRegistry services, CryptoProvider crypto, LogoutMessages messages,
			HttpBackChannel backChannel, InstantSource clock, RequestsProperties requests) {
		return new SamlLogoutProtocol(services, crypto, messages, backChannel, clock, requests.requestLimits(),
				requests.bindingLimits());
	}

	@Bean
	SingleLogout singleLogout(Sessions sessions, List<LogoutProtocol> protocols, LogoutSettings settings) {
		return new SingleLogout(sessions, protocols, settings);
	}

	/** Notifies services of a session that an administrator terminated. */
	@Bean
	EndedSessionListener endedSessionListener(SingleLogout singleLogout) {
		return sessions -> singleLogout.afterEnd(sessions)
			.services()
			.stream()
			.filter(service -> service.state() != ServiceLogoutState.ENDED)
			.map(ServiceLogout::service)
			.collect(Collectors.toSet());
	}

	@Bean
	SoapDecoder soapDecoder(RequestsProperties requests) {
		return new SoapDecoder(requests.bindingLimits());
	}

	@Bean
	LogoutRequestProcessor logoutRequestProcessor(RelyingPartyRegistry services, OneTimeStore marks,
			IdentityProvider identityProvider, InstantSource clock, RequestsProperties requests) {
		return new LogoutRequestProcessor(services, marks, identityProvider, clock, requests.requestLimits());
	}

	@Bean
	OpenLogoutRequests openLogoutQuestions(OneTimeStore store, Sealer sealer, InstantSource clock) {
		return new OpenLogoutRequests(store, sealer, clock);
	}

	@Bean
	LogoutResponseProcessor logoutResponseProcessor(RelyingPartyRegistry services, OpenLogoutRequests questions,
			IdentityProvider identityProvider, InstantSource clock, RequestsProperties requests) {
		return new LogoutResponseProcessor(services, questions, identityProvider, clock, requests.requestLimits());
	}

	@Bean
	FrontChannelLogout frontChannelLogout(OneTimeStore store, Sealer sealer, List<LogoutProtocol> protocols,
			OpenLogoutRequests questions, InstantSource clock, SecureRandom random) {
		return new FrontChannelLogout(store, sealer, protocols, questions, clock, random);
	}

}
