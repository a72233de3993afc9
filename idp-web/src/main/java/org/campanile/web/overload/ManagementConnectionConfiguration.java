package org.campanile.web.overload;

import java.io.IOException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.AbstractProtocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Limits the resources of clients of the management port. No operation there needs a
 * large body, so only small ones are read, and need no budget. Registered in
 * {@code META-INF/spring} instead of being annotated as a configuration, or component
 * scanning would apply it to the main port as well.
 */
class ManagementConnectionConfiguration {

	/**
	 * The maximum number of connections, enough for health probes, scrapers and
	 * administrators.
	 */
	private static final int CONNECTIONS = 128;

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> boundedManagementConnections(BusyPage busyPage) {
		return factory -> {
			factory.setProtocol(PacedHttpProtocol.class.getName());
			factory.addEngineValves(new SmallBodiesValve(), new BodyValve(0, busyPage));
			factory.addConnectorCustomizers(connector -> {
				if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
					protocol.setMaxConnections(CONNECTIONS);
				}
			});
		};
	}

	/** Refuses large bodies, and bodies of unknown length, with 413. */
	private static final class SmallBodiesValve extends ValveBase {

		private SmallBodiesValve() {
			super(true);
		}

		@Override
		public void invoke(Request request, Response response) throws IOException, ServletException {
			if (request.getContentLengthLong() > BodyValve.SMALL || request.getHeader("Transfer-Encoding") != null) {
				BodyValve.reject(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, request, response);
				return;
			}
			getNext().invoke(request, response);
		}

	}

}
