package org.campanile.web.overload;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ActionCode;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

import org.campanile.web.fault.BodyLimit;

/** Limits the resources of clients that send slowly. */
@Configuration(proxyBeanMethods = false)
@Import(BusyPage.class)
class ConnectionConfiguration {

	private static final long MIN_BODY_BUDGET = 4L * 1024 * 1024;

	@Bean
	BodyValve bodyValve(BusyPage busyPage) {
		return new BodyValve(Math.max(Runtime.getRuntime().maxMemory() / 8, MIN_BODY_BUDGET), busyPage);
	}

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> boundedConnections(ObjectProvider<AcceptPace> pace,
			ObjectProvider<EarlyRefusal> refusal, BodyValve bodies, Environment environment) {
		boolean limited = environment.containsProperty("server.tomcat.max-connections");
		return factory -> {
			factory.setProtocol(PacedHttpProtocol.class.getName());
			factory.addEngineValves(new UnreadValve());
			factory.addContextValves(bodies);
			factory.addConnectorCustomizers(connector -> {
				if (!limited && connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
					protocol.setMaxConnections(Connections.limit());
				}
				if (connector.getProtocolHandler() instanceof PacedHttpProtocol protocol) {
					pace.ifAvailable(protocol::setPace);
					refusal.ifAvailable(protocol::setEarlyRefusal);
				}
			});
		};
	}

	/**
	 * Rejects bodies that {@link BodyValve} does not read: outside the context path, and
	 * those announced as too large. The outermost valve, because further in Tomcat would
	 * show its error page instead of the answer.
	 */
	private static final class UnreadValve extends ValveBase {

		private UnreadValve() {
			super(true);
		}

		@Override
		public void invoke(Request request, Response response) throws IOException, ServletException {
			getNext().invoke(request, response);
			if (isRefused(request)) {
				return;
			}
			boolean body = request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
			if (body && (request.getContext() == null || request.getContentLengthLong() > BodyLimit.BYTES)) {
				BodyValve.leaveRestUnread(request);
			}
		}

		/**
		 * Whether Tomcat closes the connection without reading on anyway, for instance
		 * because Content-Length is not a number.
		 */
		private static boolean isRefused(Request request) {
			AtomicBoolean refused = new AtomicBoolean();
			request.getCoyoteRequest().action(ActionCode.IS_ERROR, refused);
			return refused.get();
		}

	}

}
