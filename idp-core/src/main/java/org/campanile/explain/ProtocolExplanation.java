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
 * What a protocol says of a sign-on that is explained. Stores nothing. Implementations
 * are thread-safe.
 */
public interface ProtocolExplanation {

	/** A service that it serves, or would if it were enabled. */
	Optional<? extends Service> find(String service);

	/** Why it does not serve a service, as a sentence without a full stop. */
	String whyNotFound(String service);

	/** The attributes that the service itself asks for, in a request that names none. */
	RequestedAttributes requested(Service service);

	/**
	 * The answer to a request that demands nothing in particular.
	 * @param service one that it found itself
	 * @param session as if the user had just signed in, with the attributes of the moment
	 * @throws UnexplainedException if a store does not answer
	 */
	Received explain(Service service, SsoSession session, ReleasedAttributes released) throws UnexplainedException;

	/**
	 * An answer.
	 *
	 * @param subject what the service would know the user by
	 * @param signature how the answer would be signed
	 * @param encryption how it would be encrypted
	 * @param refusal why the service would be refused; null if it would not
	 * @param attributeStatement the attributes as the service would read them; empty if
	 * there are none
	 */
	record Received(Subject subject, Signature signature, Encryption encryption, @Nullable String refusal,
			String attributeStatement) {
	}

}
