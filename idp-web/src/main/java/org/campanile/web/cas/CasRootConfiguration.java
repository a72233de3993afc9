package org.campanile.web.cas;

import org.campanile.web.endpoint.RootRewriteValve;
import org.campanile.IdentityProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Serves the endpoints of CAS under a further path, for which clients are configured. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("campanile.cas.root")
class CasRootConfiguration {

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> casRoot(CasProperties properties,
			IdentityProvider identityProvider) {
		String rule = "RewriteRule ^" + properties.root() + "/(.*)$ " + identityProvider.contextPath() + "/cas/$1\n";
		return factory -> factory.addEngineValves(new RootRewriteValve(rule));
	}

}
