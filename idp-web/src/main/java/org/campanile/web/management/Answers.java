package org.campanile.web.management;

import org.campanile.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeTypeUtils;

/** Answers of the endpoints, each with its status. */
final class Answers {

	private static final Logger logger = LoggerFactory.getLogger(Answers.class);

	private Answers() {
	}

	/**
	 * Something did not go well.
	 *
	 * @param error what, and what to do
	 */
	record Problem(String error) {
	}

	/** What an endpoint does with a store. */
	@FunctionalInterface
	interface Work {

		WebEndpointResponse<Object> run() throws StoreUnavailableException;

	}

	/** Status 503, with the reason, if the store does not answer. */
	static WebEndpointResponse<Object> of(Work work) {
		try {
			return work.run();
		}
		catch (StoreUnavailableException ex) {
			logger.warn("An administrator's request failed at the store: {}", ex.getMessage());
			return unavailable(new Problem(String.valueOf(ex.getMessage())));
		}
	}

	static WebEndpointResponse<Object> ok(Object body) {
		return new WebEndpointResponse<>(body);
	}

	static WebEndpointResponse<Object> refused(String error) {
		return failed(new Problem(error), WebEndpointResponse.STATUS_BAD_REQUEST);
	}

	static WebEndpointResponse<Object> notFound(String error) {
		return failed(new Problem(error), WebEndpointResponse.STATUS_NOT_FOUND);
	}

	/**
	 * @param body with an {@code error} in it
	 */
	static WebEndpointResponse<Object> unavailable(Object body) {
		return failed(body, WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
	}

	/** All errors of the port have the same type, whatever their source. */
	private static WebEndpointResponse<Object> failed(Object body, int status) {
		return new WebEndpointResponse<>(body, status, MimeTypeUtils.APPLICATION_JSON);
	}

}
