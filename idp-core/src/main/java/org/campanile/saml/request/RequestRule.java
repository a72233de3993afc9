package org.campanile.saml.request;

import org.campanile.saml.SamlFault;

/**
 * A rule that a request must pass. Stateless or immutable, thread-safe, and independent
 * of the other rules.
 *
 * @param <R> the input of the rule: {@link IdentifiedMessage} before the response URL is
 * found in metadata, when faults are not reported to the service;
 * {@link AnswerableRequest} afterwards, when they are
 */
@FunctionalInterface
public interface RequestRule<R> {

	/**
	 * Returns if the request passes.
	 * @throws SamlFault if it does not
	 */
	void check(R request) throws SamlFault;

}
