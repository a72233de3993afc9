package org.campanile.factor;

import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.store.StoreUnavailableException;

/**
 * A question of an authentication method to the store.
 *
 * @param <T> the answer
 */
@FunctionalInterface
public interface StoreQuestion<T> {

	T ask() throws StoreUnavailableException;

	/**
	 * The store's answer.
	 * @throws MethodUnavailableException if the store does not answer in time
	 */
	static <T> T answered(StoreQuestion<T> question) throws MethodUnavailableException {
		try {
			return question.ask();
		}
		catch (StoreUnavailableException ex) {
			throw new MethodUnavailableException(ex.getMessage(), ex);
		}
	}

}
