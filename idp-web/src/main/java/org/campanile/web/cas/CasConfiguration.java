package org.campanile.web.cas;

import java.security.SecureRandom;
import java.time.InstantSource;

import org.campanile.IdentityProvider;
import org.campanile.access.AccessPolicy;
import org.campanile.cas.CasExplanation;
import org.campanile.cas.CasLogoutProtocol;
import org.campanile.cas.CasServices;
import org.campanile.cas.CasSignOnProtocol;
import org.campanile.cas.CasTickets;
import org.campanile.cas.ProxyTickets;
import org.campanile.cas.TicketValidation;
import org.campanile.consent.ConsentApproval;
import org.campanile.consent.TermsApproval;
import org.campanile.http.OutgoingHttp;
import org.campanile.logout.LogoutSettings;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.Records;
import org.campanile.release.ReleasePolicy;
import org.campanile.seal.Sealer;
import org.campanile.session.Sessions;
import org.campanile.signon.AccessSteps;
import org.campanile.signon.SignOnService;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.endpoint.RootRewriteValve;
import org.campanile.web.home.OwnPages;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the CAS protocol. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CasProperties.class)
@Import({ CasExplanation.class, CasSignOnProtocol.class, TicketValidation.class })
class CasConfiguration {

	@Bean
	Endpoints.Source casEndpoints() {
		return () -> CasEndpoints.ALL;
	}

	/** Serves the endpoints under a further path, for which clients are configured. */
	@Bean
	@ConditionalOnProperty("campanile.cas.root")
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> casRoot(CasProperties properties,
			IdentityProvider identityProvider) {
		String rule = "RewriteRule ^" + properties.root() + "/(.*)$ " + identityProvider.contextPath() + "/cas/$1\n";
		return factory -> factory.addEngineValves(new RootRewriteValve(rule));
	}

	@Bean
	OwnPages.Page casHome() {
		return CasLoginController.HOME;
	}

	@Bean
	CasTickets casTickets(OneTimeStore store, Sealer sealer, CasProperties properties, InstantSource clock,
			SecureRandom random) {
		return new CasTickets(store, sealer, properties.ticketLifetime(), clock, random);
	}

	@Bean
	ProxyTickets proxyTickets(CasServices services, CasTickets tickets, Records records, Sessions sessions,
			SignOnService signOnService, AccessSteps accessSteps, AccessPolicy access, ReleasePolicy release,
			TermsApproval terms, ConsentApproval consent, OutgoingHttp http, CasProperties properties) {
		return new ProxyTickets(services, tickets, records, sessions, signOnService::current,
				new ProxyTickets.Policies(access, accessSteps, release, terms, consent), http,
				properties.proxyCallbackTimeout());
	}

	@Bean
	CasLogoutProtocol casLogoutProtocol(CasServices services, CasTickets tickets, OutgoingHttp http,
			LogoutSettings settings, InstantSource clock) {
		return new CasLogoutProtocol(services, tickets, http, settings.backChannelTimeout(), clock);
	}

}
