package org.campanile.web.management;

import java.io.IOException;
import java.io.Writer;

import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;

/**
 * Answers what Tomcat turns away on the management port before it reaches an endpoint.
 * Thread-safe.
 */
public final class ManagementErrorValve extends ErrorReportValve {

	private static final Logger logger = LoggerFactory.getLogger(ManagementErrorValve.class);

	@Override
	protected void report(Request request, Response response, @Nullable Throwable throwable) {
		int status = response.getStatus();
		if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
			return;
		}
		response.setContentType(MediaType.APPLICATION_JSON_VALUE);
		response.setCharacterEncoding("UTF-8");
		try {
			Writer writer = response.getReporter();
			if (writer != null) {
				writer.write(ManagementErrors.json(ManagementErrors.sentence(status)));
				response.finishResponse();
			}
		}
		catch (IOException ex) {
			logger.debug("The client went away", ex);
		}
	}

}
