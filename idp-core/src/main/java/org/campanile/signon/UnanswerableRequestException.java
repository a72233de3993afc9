package org.campanile.signon;

import org.campanile.store.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a valid request is not answered, because it was, or may have been, answered
 * before.
 */
public final class UnanswerableRequestException extends Exception {

	private static final long serialVersionUID = 1L;

	/**
	 * The reasons. The name is on the error page and in the audit line;
	 * {@code docs/errors.md} explains each, with the remedy.
	 */
	public enum Reason {

		/** The request was answered before. */
		REQUEST_REPLAYED,

		/** The store did not say whether the request was answered; refused to be safe. */
		REPLAY_CHECK_UNAVAILABLE

	}

	private final Reason reason;

	private final String service;

	private UnanswerableRequestException(Reason reason, SignOnRequest request,
			@Nullable StoreUnavailableException cause) {
		super(cause == null ? "the request " + request.requestId() + " was answered before" : "whether the request "
				+ request.requestId() + " was answered before is not known: " + cause.getMessage(), cause);
		this.reason = reason;
		this.service = request.service();
	}

	/** The request was answered before. */
	public static UnanswerableRequestException answered(SignOnRequest request) {
		return new UnanswerableRequestException(Reason.REQUEST_REPLAYED, request, null);
	}

	/** Whether the request was answered before is not known. */
	public static UnanswerableRequestException unknown(SignOnRequest request, StoreUnavailableException cause) {
		return new UnanswerableRequestException(Reason.REPLAY_CHECK_UNAVAILABLE, request, cause);
	}

	public Reason reason() {
		return reason;
	}

	/** The id of the service that asked. */
	public String service() {
		return service;
	}

}
