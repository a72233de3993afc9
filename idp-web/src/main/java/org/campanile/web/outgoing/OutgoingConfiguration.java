package org.campanile.web.outgoing;

import org.campanile.HomeFolder;
import org.campanile.http.OutgoingHttp;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The client for requests to services. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OutgoingProperties.class)
class OutgoingConfiguration {

	@Bean
	OutgoingHttp outgoingHttp(OutgoingProperties properties, HomeFolder home) {
		return new OutgoingHttp(properties.tls(home));
	}

}
