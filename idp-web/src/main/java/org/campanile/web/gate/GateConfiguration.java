package org.campanile.web.gate;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import jakarta.servlet.Filter;
import org.campanile.IdentityProvider;
import org.campanile.access.AccessRules;
import org.campanile.attribute.AttributeSettings;
import org.campanile.gate.GateExplanation;
import org.campanile.gate.GateProtocol;
import org.campanile.gate.GateSites;
import org.campanile.onetime.OneTimeStore;
import org.campanile.seal.Sealer;
import org.campanile.service.ServiceRegistry;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.config.LiveSetting;
import org.campanile.web.config.StartupLines;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.page.Responses;
import org.campanile.web.security.ClientAddress;
import org.campanile.web.sso.LiveServices;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Wires the gate. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GateProperties.class)
class GateConfiguration {

	@Bean
	Endpoints.Source gateEndpoints() {
		return () -> GateEndpoints.ALL;
	}

	@Bean
	LiveSetting<GateProperties, GateSites> liveGateSites(GateProperties gate, AttributesProperties attributes,
			AttributeSettings settings) {
		Optional<Set<String>> attributeIds = Optional.of(attributes.attributeIds(settings));
		return LiveSetting.of("campanile.gate", List.of(), gate, GateProperties.class, GateSites.class,
				properties -> properties.gateSites(attributeIds));
	}

	@Bean
	ServiceRegistry gateSites(LiveConfiguration live) {
		return live.current().get(GateSites.class);
	}

	@Bean
	LiveServices liveGateServices() {
		return version -> version.get(GateSites.class);
	}

	@Bean
	GateProtocol gateProtocol(OneTimeStore store, Sealer sealer, LiveConfiguration live, InstantSource clock,
			SecureRandom random, IdentityProvider identityProvider) {
		return new GateProtocol(store, sealer, () -> live.current().get(GateSites.class),
				() -> live.current().get(AccessRules.class), clock, random, identityProvider.baseUrl());
	}

	/** Registers the filter after the observation of requests, before Spring Security. */
	@Bean
	FilterRegistrationBean<FreshPassFilter> freshPassFilter(GateProtocol protocol, GateCookies cookies,
			GateDecisions decisions, LiveConfiguration live, ClientAddress clientAddress) {
		FilterRegistrationBean<FreshPassFilter> registration = new FilterRegistrationBean<>(
				new FreshPassFilter(protocol, cookies, decisions, live, clientAddress));
		registration.addUrlPatterns(GateEndpoints.CHECK);
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 10);
		return registration;
	}

	/**
	 * Registers the filter before Spring Security and for each request that web servers
	 * forward from the host of a site, also if it is refused before the controller.
	 */
	@Bean
	FilterRegistrationBean<Filter> siteHostFilter() {
		FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
			Responses.sentByOtherHost(request);
			chain.doFilter(request, response);
		});
		registration.addUrlPatterns(GateEndpoints.CHECK, GateEndpoints.HANDOVER);
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 11);
		return registration;
	}

	@Bean
	GateExplanation gateExplanation(LiveConfiguration live) {
		return new GateExplanation(() -> live.current().get(GateSites.class));
	}

	@Bean
	@Order(StartupLines.SERVICES)
	StartupLines gateLines(GateProperties gate) {
		return lines -> {
			if (!gate.sites().isEmpty()) {
				lines.add("gated sites", String.join(", ", gate.sites().keySet()));
			}
		};
	}

}
