package org.campanile.saml.request;

import org.campanile.saml.SamlFault;

/**
 * One rule that a request must pass. Stateless or immutable, thread-safe, and independent
 * of the other rules.
 *
 * @param <R> what is known of the request when the rule is asked:
 * {@link IdentifiedMessage} before the response URL is found in metadata, when a fault
 * stays here; {@link AnswerableRequest} after, when the fault is reported to the service
 */
@FunctionalInterface
public interface RequestRule<R> {

	/**
	 * Returns if the request passes.
	 * @throws SamlFault if it does not
	 */
	void check(R request) throws SamlFault;

}
