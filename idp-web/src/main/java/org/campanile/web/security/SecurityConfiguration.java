package org.campanile.web.security;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.DefaultAuthenticationEventPublisher;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.event.AuthenticationFailureBadCredentialsEvent;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfTokenRequestAttributeHandler;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

import org.campanile.IdentityProvider;
import org.campanile.authn.PasswordAuthenticator;
import org.campanile.signon.StageTimers;
import org.campanile.web.config.HttpProperties;
import org.campanile.web.endpoint.Endpoints;

/**
 * The filter chain. Spring Security keeps the forms (CSRF), the headers and the
 * authentication; the session is ours, so it keeps none.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HttpProperties.class)
class SecurityConfiguration {

	@Bean
	SecurityFilterChain securityFilterChain(HttpSecurity http, IdentityProvider identityProvider,
			BrowserBinding browserBinding, Endpoints endpoints, AccessDeniedHandler forgedForms) throws Exception {
		return http
			.csrf(csrf -> csrf.csrfTokenRepository(browserBinding)
				.csrfTokenRequestHandler(new CsrfTokenRequestAttributeHandler())
				.ignoringRequestMatchers(endpoints::crossSite)
				.ignoringRequestMatchers("/demo/**"))
			.headers(headers -> headers
				// Not over what a page has said of itself: the frames of a logout.
				.frameOptions(frame -> frame.disable())
				.addHeaderWriter((request, response) -> {
					if (!response.containsHeader("X-Frame-Options")) {
						response.setHeader("X-Frame-Options", "DENY");
					}
				})
				.referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.NO_REFERRER))
				.permissionsPolicyHeader(
						permissions -> permissions.policy("camera=(), geolocation=(), microphone=(), payment=()"))
				// Decided by the public address and not by the request, which reaches us
				// through a proxy.
				.httpStrictTransportSecurity(hsts -> hsts.requestMatcher(request -> identityProvider.secure())
					.includeSubDomains(false)
					.maxAgeInSeconds(31_536_000)))
			.exceptionHandling(exceptions -> exceptions.accessDeniedHandler(forgedForms))
			.sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
			.requestCache(AbstractHttpConfigurer::disable)
			// Wraps each request to tell who is signed in, which nobody here asks it.
			.servletApi(AbstractHttpConfigurer::disable)
			.anonymous(AbstractHttpConfigurer::disable)
			.formLogin(AbstractHttpConfigurer::disable)
			.httpBasic(AbstractHttpConfigurer::disable)
			.logout(AbstractHttpConfigurer::disable)
			.build();
	}

	/**
	 * Without an observation for every filter of the chain, on the way in and on the way
	 * out: they took more than the filters, and http.server.requests and our own stages
	 * tell what there is to know.
	 */
	@Bean
	SecurityObservationSettings securityObservationSettings() {
		return SecurityObservationSettings.noObservations();
	}

	@Bean
	AuthenticationManager authenticationManager(PasswordAuthenticator authenticator, StageTimers timers,
			ApplicationEventPublisher events) {
		DefaultAuthenticationEventPublisher publisher = new DefaultAuthenticationEventPublisher(events);
		publisher.setDefaultAuthenticationFailureEvent(AuthenticationFailureBadCredentialsEvent.class);
		ProviderManager manager = new ProviderManager(new DirectoryAuthenticationProvider(authenticator, timers));
		manager.setAuthenticationEventPublisher(publisher);
		return manager;
	}

}
