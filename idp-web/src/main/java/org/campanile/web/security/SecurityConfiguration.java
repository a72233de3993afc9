package org.campanile.web.security;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfTokenRequestAttributeHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.savedrequest.NullRequestCache;
import org.springframework.security.web.savedrequest.RequestCache;

import org.campanile.IdentityProvider;
import org.campanile.web.config.HttpProperties;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Responses;

/**
 * The filter chain. Spring Security provides CSRF protection and security headers; this
 * server decides who is signed in and what that permits, so the rest of it is off.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HttpProperties.class)
class SecurityConfiguration {

	@Bean
	SecurityFilterChain securityFilterChain(HttpSecurity http, IdentityProvider identityProvider,
			BrowserBinding browserBinding, Endpoints endpoints, AccessDeniedHandler forgedForms) throws Exception {
		// Otherwise a refused request would be kept in an HTTP session.
		http.setSharedObject(RequestCache.class, new NullRequestCache());
		return http
			.csrf(csrf -> csrf.csrfTokenRepository(browserBinding)
				.csrfTokenRequestHandler(new CsrfTokenRequestAttributeHandler())
				.ignoringRequestMatchers(endpoints::crossSite))
			.headers(headers -> headers
				// Pages set it themselves, because of the frames of a logout.
				.frameOptions(frame -> frame.disable())
				.addHeaderWriter((request, response) -> {
					if (!response.containsHeader("X-Frame-Options")) {
						response.setHeader("X-Frame-Options", "DENY");
					}
				})
				.referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.NO_REFERRER))
				.permissionsPolicyHeader(permissions -> permissions.policy(Pages.PERMISSIONS_POLICY))
				// Depends on the public address and not on the request, which arrives
				// through a proxy.
				.httpStrictTransportSecurity(hsts -> hsts
					.requestMatcher(request -> identityProvider.secure() && !Responses.isSentByOtherHost(request))
					.includeSubDomains(false)
					.maxAgeInSeconds(31_536_000)))
			.exceptionHandling(exceptions -> exceptions.accessDeniedHandler(forgedForms))
			.sessionManagement(AbstractHttpConfigurer::disable)
			.securityContext(AbstractHttpConfigurer::disable)
			.requestCache(AbstractHttpConfigurer::disable)
			// Wraps each request to expose the signed-in user, which is not used here.
			.servletApi(AbstractHttpConfigurer::disable)
			.anonymous(AbstractHttpConfigurer::disable)
			.formLogin(AbstractHttpConfigurer::disable)
			.httpBasic(AbstractHttpConfigurer::disable)
			.logout(AbstractHttpConfigurer::disable)
			.build();
	}

	/**
	 * Accepts each header that Tomcat does. It reads a device's name in UTF-8 as ISO
	 * 8859-1, so a User-Agent may have controls (U+0080 to U+009F); if it were refused,
	 * the request would end after its action, and before the audit line.
	 */
	@Bean
	StrictHttpFirewall httpFirewall() {
		StrictHttpFirewall firewall = new StrictHttpFirewall();
		firewall.setAllowedHeaderValues(value -> true);
		return firewall;
	}

	/**
	 * Turns off the observations before and after every filter of the chain: they took
	 * longer than the filters, and http.server.requests and the stages of a sign-on
	 * provide the same information.
	 */
	@Bean
	SecurityObservationSettings securityObservationSettings() {
		return SecurityObservationSettings.noObservations();
	}

}
