package org.campanile.web.fault;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts our page for refused requests in place of Tomcat's. */
@Configuration(proxyBeanMethods = false)
class ContainerConfiguration {

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> plainErrors() {
		return factory -> factory.addContextCustomizers(context -> {
			if (context.getParent() instanceof StandardHost host) {
				host.setErrorReportValveClass(PlainErrorValve.class.getName());
			}
		});
	}

}
