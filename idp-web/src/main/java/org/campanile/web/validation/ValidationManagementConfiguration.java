package org.campanile.web.validation;

import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.actuate.autoconfigure.web.server.ConditionalOnManagementPort;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;

import org.campanile.HomeFolder;
import org.campanile.audit.AuditLog;
import org.campanile.validation.ValidationClients;
import org.campanile.validation.ValidationService;
import org.campanile.web.audit.ErrorCodes;

/**
 * Puts the validation service on the management port. Registered in
 * {@code META-INF/spring} instead of being annotated as a configuration, or component
 * scanning would put it on the main port.
 */
@ConditionalOnBooleanProperty("campanile.validation.enabled")
@ConditionalOnManagementPort(ManagementPortType.DIFFERENT)
class ValidationManagementConfiguration {

	@Bean
	ServletRegistrationBean<ValidationServlet> validationServlet(ValidationProperties properties,
			ValidationService service, ValidationClients clients, Realms realms, AuditLog auditLog, ErrorCodes codes,
			InstantSource clock, MeterRegistry meters) {
		return new ServletRegistrationBean<>(
				new ValidationServlet(properties, service, clients, realms, auditLog, codes, clock, meters),
				ValidationServlet.PATH);
	}

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> validationPort(ValidationProperties properties,
			HomeFolder home) {
		Integer port = properties.listen().port();
		return factory -> {
			if (port != null) {
				factory.addAdditionalConnectors(properties.listen().connector(port, home));
				factory.addEngineValves(new OwnPort.Separation(port));
			}
		};
	}

}
