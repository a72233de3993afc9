package org.campanile.web.management;

import org.campanile.explain.UnexplainedException;
import org.campanile.explain.UnexplainedException.Kind;
import org.campanile.record.UnreadableRecordException;
import org.campanile.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeTypeUtils;

/** Creates the responses of the endpoints, with their status. */
final class Answers {

	private static final Logger logger = LoggerFactory.getLogger(Answers.class);

	private static final int CONFLICT = 409;

	private Answers() {
	}

	/**
	 * An error.
	 *
	 * @param error what went wrong, and what to do
	 */
	record Problem(String error) {
	}

	/** An operation that uses a store. */
	@FunctionalInterface
	interface Work {

		WebEndpointResponse<Object> run() throws StoreUnavailableException;

	}

	/**
	 * Answers with the status 503 and the reason if the store does not answer, and with
	 * 409 if it does but its content cannot be read.
	 */
	static WebEndpointResponse<Object> of(Work work) {
		try {
			return work.run();
		}
		catch (UnreadableRecordException ex) {
			logger.warn("An administrator's request failed because of a record that cannot be read: {}",
					ex.getMessage());
			return conflict(String.valueOf(ex.getMessage()));
		}
		catch (StoreUnavailableException ex) {
			logger.warn("An administrator's request failed because of the store: {}", ex.getMessage());
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

	static WebEndpointResponse<Object> conflict(String error) {
		return failed(new Problem(error), CONFLICT);
	}

	/** Answers that a user or service is unknown, or that it is not known whether. */
	static WebEndpointResponse<Object> unexplained(UnexplainedException ex) {
		String reason = String.valueOf(ex.getMessage());
		return ex.kind() == Kind.UNAVAILABLE ? unavailable(new Problem(reason)) : notFound(reason);
	}

	/**
	 * @param body contains an {@code error}
	 */
	static WebEndpointResponse<Object> unavailable(Object body) {
		return failed(body, WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
	}

	/**
	 * Returns an error. All errors of the port have the same type, whatever their source.
	 */
	private static WebEndpointResponse<Object> failed(Object body, int status) {
		return new WebEndpointResponse<>(body, status, MimeTypeUtils.APPLICATION_JSON);
	}

}
