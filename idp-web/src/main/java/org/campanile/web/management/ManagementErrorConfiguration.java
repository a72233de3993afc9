package org.campanile.web.management;

import java.util.Map;

import jakarta.servlet.RequestDispatcher;
import org.apache.catalina.core.StandardHost;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.error.ErrorAttributes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Makes every error of the management port JSON instead of an HTML page. Registered in
 * {@code META-INF/spring} instead of being annotated as a configuration, or component
 * scanning would apply it to the main port as well.
 */
class ManagementErrorConfiguration {

	@Bean
	HandlerExceptionResolver managementErrors() {
		return new ManagementErrors();
	}

	@Bean
	@Primary
	ErrorAttributes managementErrorAttributes() {
		return new ManagementErrorAttributes();
	}

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> managementErrorValve() {
		return factory -> factory.addContextCustomizers(context -> {
			if (context.getParent() instanceof StandardHost host) {
				host.setErrorReportValveClass(ManagementErrorValve.class.getName());
			}
		});
	}

	/**
	 * The messages of errors that are reported only by status, for instance by Spring
	 * Security's firewall.
	 */
	private static final class ManagementErrorAttributes implements ErrorAttributes {

		@Override
		public Map<String, @Nullable Object> getErrorAttributes(WebRequest request, ErrorAttributeOptions options) {
			Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE, RequestAttributes.SCOPE_REQUEST);
			return Map.of("error", ManagementErrors.sentence(status instanceof Integer code ? code : 404));
		}

		@Override
		public @Nullable Throwable getError(WebRequest request) {
			return null;
		}

	}

}
