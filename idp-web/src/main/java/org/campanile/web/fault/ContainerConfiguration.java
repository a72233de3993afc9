package org.campanile.web.fault;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Disables Tomcat's own error pages and redirects.
 */
@Configuration(proxyBeanMethods = false)
class ContainerConfiguration {

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> plainErrors() {
		return factory -> factory.addContextCustomizers(context -> {
			// Tomcat's redirect that adds the missing slash would contain the client's
			// Host header.
			context.setMapperContextRootRedirectEnabled(false);
			context.setMapperDirectoryRedirectEnabled(false);
			context.setUseRelativeRedirects(true);
			if (context.getParent() instanceof StandardHost host) {
				host.setErrorReportValveClass(PlainErrorValve.class.getName());
			}
		});
	}

}
