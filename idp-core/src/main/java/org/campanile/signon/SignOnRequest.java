package org.campanile.signon;

import org.campanile.release.NameIdRequest;
import java.time.Instant;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;

/**
 * A request to sign on that has passed every rule; whatever goes wrong from here on may
 * be told to the service, because {@link #responseUrl()} was found in its metadata.
 *
 * @param service the service's entityID
 * @param responseUrl where the response goes, taken from metadata
 * @param requestId the id the response answers; null for an unsolicited one
 * @param relayState the service's own state, returned as it came; null if there was none
 * @param forceAuthn whether the person must be authenticated anew
 * @param passive whether nothing may be shown to the person
 * @param authnContext how the person is to be authenticated; null if it does not matter
 * @param nameId what it says of the name identifier
 * @param attributeConsumingServiceIndex the set of attributes it names
 * @param receivedAt when it arrived
 * @param repeatableUntil until when the same request may arrive once more; null if it
 * cannot, as it was marked on arrival or there was no request
 */
public record SignOnRequest(String service, String responseUrl, @Nullable String requestId, @Nullable String relayState,
		boolean forceAuthn, boolean passive, @Nullable RequestedAuthnContext authnContext, NameIdRequest nameId,
		OptionalInt attributeConsumingServiceIndex, Instant receivedAt, @Nullable Instant repeatableUntil) {

	/**
	 * The same request once it travels through the browser, from where it may come any
	 * number of times.
	 */
	public SignOnRequest repeatable() {
		return repeatableUntil != null ? this : new SignOnRequest(service, responseUrl, requestId, relayState,
				forceAuthn, passive, authnContext, nameId, attributeConsumingServiceIndex, receivedAt, receivedAt);
	}

}
