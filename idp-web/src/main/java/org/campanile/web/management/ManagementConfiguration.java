package org.campanile.web.management;

import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.web.server.ConditionalOnManagementPort;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.RequestMatcher;

import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.explain.UserSource;
import org.campanile.factor.Enrolments;
import org.campanile.factor.bypass.Bypasses;
import org.campanile.identifier.PersistentIds;
import org.campanile.record.KeyRingMark;
import org.campanile.seal.LiveKeyRing;
import org.campanile.signon.EndedLogins;
import org.campanile.web.attribute.IdentifierProperties;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.authn.FactorProperties;
import org.campanile.web.factor.bypass.BypassProperties;
import org.campanile.web.notice.Notices;

/**
 * The server's own management endpoints and the access to all of them. Health, info and
 * metrics are open to every client of the management port; all other endpoints require
 * the token, including those that the configuration exposes in addition. If the
 * management port is the public port, there are no management endpoints.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnManagementPort(ManagementPortType.DIFFERENT)
@Import({ SessionsEndpoint.class, SessionLister.class, SessionEnder.class, ExplainEndpoint.class,
		FlightRecorderEndpoint.class, FlightRecordings.class })
class ManagementConfiguration {

	@Bean
	@ConditionalOnProperty(name = "campanile.name-id.persistent", havingValue = "stored")
	PersistentIdsEndpoint persistentIdsEndpoint(PersistentIds ids, UserSource users, DefaultAttributeResolver resolver,
			IdentifierProperties identifiers, AuditLog auditLog) {
		return new PersistentIdsEndpoint(ids, new IdentifierOwners(users, resolver, identifiers.persistentSource()),
				auditLog);
	}

	@Bean
	@ConditionalOnBooleanProperty("campanile.factors.enabled")
	FactorsEndpoint factorsEndpoint(Enrolments enrolments, EndedLogins endedLogins, ObjectProvider<Bypasses> bypasses,
			Notices notices, AuditLog auditLog, InstantSource clock, @Qualifier("factorsKeyRing") LiveKeyRing keyRing,
			KeyRingMark factorsKeyMark, BypassProperties bypass, FactorProperties factors) {
		return new FactorsEndpoint(enrolments, endedLogins, bypasses,
				bypass.warning(factors.authnContexts()).orElse(null), notices, auditLog, clock,
				new Resealing(enrolments, keyRing, factorsKeyMark, auditLog, clock));
	}

	/**
	 * The token is sent in a header that a page of another site cannot set, so no CSRF
	 * token is needed. As a second defence, requests that change something are refused if
	 * they carry an Origin header, as browsers always send it.
	 * @param publicPort the context of the public port, which has none of the endpoints:
	 * the matcher would find that out anew, with a look for a class, for every login
	 */
	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	SecurityFilterChain managementFilterChain(HttpSecurity http, ManagementToken token, ServletContext publicPort,
			AuditLog auditLog) throws Exception {
		RequestMatcher endpoints = EndpointRequest.toAnyEndpoint();
		return http.securityMatcher(request -> request.getServletContext() != publicPort && endpoints.matches(request))
			.csrf(AbstractHttpConfigurer::disable)
			.authorizeHttpRequests(requests -> requests
				.requestMatchers(
						request -> !HttpMethod.GET.matches(request.getMethod()) && request.getHeader("Origin") != null)
				.denyAll()
				.requestMatchers(EndpointRequest.to("health", "info", "prometheus"), EndpointRequest.toLinks())
				.permitAll()
				.anyRequest()
				.access((nobody, context) -> new AuthorizationDecision(token.isShownBy(context.getRequest()))))
			.exceptionHandling(refused -> refused.authenticationEntryPoint(new BearerEntryPoint(token, auditLog)))
			.sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			.requestCache(AbstractHttpConfigurer::disable)
			.formLogin(AbstractHttpConfigurer::disable)
			.httpBasic(AbstractHttpConfigurer::disable)
			.logout(AbstractHttpConfigurer::disable)
			.build();
	}

	/**
	 * Answers requests without permission: 401 without the token (RFC 6750, 3), with an
	 * audit line, and 403 with it. Thread-safe.
	 */
	private static final class BearerEntryPoint implements AuthenticationEntryPoint {

		private final ManagementToken token;

		private final AuditLog auditLog;

		BearerEntryPoint(ManagementToken token, AuditLog auditLog) {
			this.token = token;
			this.auditLog = auditLog;
		}

		@Override
		public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException refused)
				throws IOException {
			if (token.isShownBy(request)) {
				ManagementErrors.write(response, HttpServletResponse.SC_FORBIDDEN,
						"not allowed for a page in a " + "browser");
				return;
			}
			audit(request);
			response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"campanile management\"");
			ManagementErrors.write(response, HttpServletResponse.SC_UNAUTHORIZED,
					"the token is missing or wrong: send the header Authorization: Bearer with the content of the "
							+ "server's credentials/" + ManagementTokenFile.NAME + " ");
		}

		private void audit(HttpServletRequest request) {
			Map<String, String> fields = new LinkedHashMap<>();
			// Nobody is trusted to name another client on this port.
			fields.put("address", request.getRemoteAddr());
			fields.put("path", request.getRequestURI());
			UserAgent.add(fields, request);
			String code = request.getHeader(HttpHeaders.AUTHORIZATION) == null ? "TOKEN_MISSING" : "TOKEN_WRONG";
			auditLog.record(new AuditEvent(AuditEvent.Type.MANAGEMENT_REFUSED, code, fields));
		}

	}

}
