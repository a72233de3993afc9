package org.campanile.signon;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.campanile.protocol.ProtocolId;
import org.jspecify.annotations.Nullable;

/**
 * A request to sign on that has passed every rule of its protocol. Later faults may be
 * reported to the service, because {@link #answerUrl()} is registered for it.
 *
 * @param answerUrl the URL of the answer, as registered for the service
 * @param requestId the id that the answer names; null if it names none
 * @param demand how the user is to be authenticated
 * @param receivedAt when it arrived
 * @param repeatableUntil the time until which the same request may arrive once more; null
 * if it cannot, as its replay key was set on arrival or it has no id
 * @param own the protocol's own data for the answer, by short names that
 * {@link SignOnRequestCodec} does not use
 */
public record SignOnRequest(ProtocolId protocol, String service, String answerUrl, @Nullable String requestId,
		AuthnDemand demand, Instant receivedAt, @Nullable Instant repeatableUntil, Map<String, String> own) {

	public SignOnRequest {
		own = Map.copyOf(own);
	}

	/**
	 * Returns the same request, for which one of these classes must be satisfied besides
	 * what the service requests.
	 * @param required empty for no further demand
	 */
	SignOnRequest requiring(List<String> required) {
		return new SignOnRequest(protocol, service, answerUrl, requestId,
				new AuthnDemand(demand.force(), demand.passive(), demand.context(), required), receivedAt,
				repeatableUntil, own);
	}

	/** Returns the same request, for which the user need not be authenticated anew. */
	SignOnRequest unforced() {
		return new SignOnRequest(protocol, service, answerUrl, requestId,
				new AuthnDemand(false, demand.passive(), demand.context(), demand.required()), receivedAt,
				repeatableUntil, own);
	}

	/**
	 * Returns the same request for transport through the browser, from which it may
	 * arrive any number of times.
	 */
	public SignOnRequest repeatable() {
		return repeatableUntil != null ? this
				: new SignOnRequest(protocol, service, answerUrl, requestId, demand, receivedAt, receivedAt, own);
	}

}
