package org.campanile.web.management;

import org.apache.catalina.connector.Response;
import org.springframework.http.MediaType;

import org.campanile.web.fault.PlainErrorValve;

/**
 * Answers requests that Tomcat refuses on the management port before they reach an
 * endpoint. Thread-safe.
 */
public final class ManagementErrorValve extends PlainErrorValve {

	@Override
	protected String answer(int status, Response response) {
		response.setContentType(MediaType.APPLICATION_JSON_VALUE);
		return ManagementErrors.json(ManagementErrors.sentence(status));
	}

}
