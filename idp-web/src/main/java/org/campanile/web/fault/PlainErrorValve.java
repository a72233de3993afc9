package org.campanile.web.fault;

import java.io.IOException;
import java.io.Writer;

import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.web.page.Pages;

/**
 * The page for requests that Tomcat refuses before they reach the application: malformed
 * request lines, paths that cannot be decoded, paths outside the context path. Tomcat's
 * default page lacks the security headers of all other pages. Thread-safe.
 */
public class PlainErrorValve extends ErrorReportValve {

	private static final Logger logger = LoggerFactory.getLogger(PlainErrorValve.class);

	@Override
	protected void report(Request request, Response response, @Nullable Throwable throwable) {
		int status = response.getStatus();
		if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
			return;
		}
		String answer = answer(status, response);
		response.setCharacterEncoding("UTF-8");
		try {
			Writer writer = response.getReporter();
			if (writer != null) {
				writer.write(answer);
				response.finishResponse();
			}
		}
		catch (IOException ex) {
			logger.debug("The client closed the connection", ex);
		}
	}

	/** Sets the headers and returns the body. */
	protected String answer(int status, Response response) {
		response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
		response.setHeader("Cache-Control", "no-store");
		response.setHeader("Referrer-Policy", "no-referrer");
		response.setHeader("Permissions-Policy", Pages.PERMISSIONS_POLICY);
		response.setHeader("X-Content-Type-Options", "nosniff");
		response.setHeader("X-Frame-Options", "DENY");
		response.setContentType("text/html");
		return "<!DOCTYPE html><html lang=\"en\"><title>Not possible</title><h1>That is not possible</h1>"
				+ "<p>The server cannot do anything with this request (" + status + ").</p></html>";
	}

}
