package org.campanile.web.fault;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Keeps Tomcat from answering by itself: neither error pages of its own nor redirects.
 */
@Configuration(proxyBeanMethods = false)
class ContainerConfiguration {

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> plainErrors() {
		return factory -> factory.addContextCustomizers(context -> {
			// Tomcat's own redirect of the root without its slash would name the Host
			// header.
			context.setMapperContextRootRedirectEnabled(false);
			context.setMapperDirectoryRedirectEnabled(false);
			context.setUseRelativeRedirects(true);
			if (context.getParent() instanceof StandardHost host) {
				host.setErrorReportValveClass(PlainErrorValve.class.getName());
			}
		});
	}

}
