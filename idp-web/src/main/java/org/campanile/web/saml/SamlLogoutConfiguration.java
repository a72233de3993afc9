package org.campanile.web.saml;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import org.campanile.http.OutgoingHttp;
import org.campanile.logout.LogoutSettings;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.SoapDecoder;
import org.campanile.saml.logout.HttpBackChannel;
import org.campanile.saml.logout.LogoutMessages;
import org.campanile.saml.logout.LogoutRequestProcessor;
import org.campanile.saml.logout.LogoutResponseProcessor;
import org.campanile.saml.logout.SamlLogoutProtocol;

/** Configures the SAML part of single logout. */
@Configuration(proxyBeanMethods = false)
@Import({ LogoutMessages.class, SamlLogoutProtocol.class, SoapDecoder.class, LogoutRequestProcessor.class,
		LogoutResponseProcessor.class })
class SamlLogoutConfiguration {

	@Bean
	HttpBackChannel logoutBackChannel(OutgoingHttp http, LogoutSettings settings, BindingLimits limits) {
		return new HttpBackChannel(http, settings.backChannelTimeout(), limits.maxPosted());
	}

}
