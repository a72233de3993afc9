package org.campanile.explain;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.campanile.explain.Explanation.Encryption;
import org.campanile.explain.Explanation.Signature;
import org.campanile.explain.Explanation.Subject;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.service.Service;
import org.campanile.session.SsoSession;

/**
 * A protocol's part of an explanation. Stores nothing. Implementations are thread-safe.
 */
public interface ProtocolExplanation {

	/** Finds a service, even if it is disabled. */
	Optional<? extends Service> find(String service);

	/**
	 * Returns why the protocol does not serve a service, as a sentence without a full
	 * stop.
	 */
	String whyNotFound(String service);

	/** The attributes that the service requests by default. */
	default RequestedAttributes requested(Service service) {
		return RequestedAttributes.NONE;
	}

	/**
	 * The response to a request without special demands.
	 * @param service as returned by {@link #find}
	 * @param session a session of the user as if begun just now, with the current
	 * attributes
	 * @throws UnexplainedException if a store does not answer
	 */
	Received explain(Service service, SsoSession session, ReleasedAttributes released) throws UnexplainedException;

	/**
	 * A response.
	 *
	 * @param subject the user's name identifier for the service
	 * @param signature how the response would be signed; null for a protocol without
	 * signatures
	 * @param encryption how it would be encrypted; null likewise
	 * @param refusal why the service would be refused; null if it would not
	 * @param attributeStatement the attributes as the service would receive them; empty
	 * if there are none
	 */
	record Received(Subject subject, @Nullable Signature signature, @Nullable Encryption encryption,
			@Nullable String refusal, String attributeStatement) {
	}

}
