package org.campanile.factor;

import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.store.StoreUnavailableException;

/**
 * A call to the store by an authentication method.
 *
 * @param <T> the result
 */
@FunctionalInterface
public interface StoreCall<T> {

	T run() throws StoreUnavailableException;

	/**
	 * The store's answer.
	 * @throws MethodUnavailableException if the store does not answer in time
	 */
	static <T> T answered(StoreCall<T> call) throws MethodUnavailableException {
		try {
			return call.run();
		}
		catch (StoreUnavailableException ex) {
			throw new MethodUnavailableException(ex.getMessage(), ex);
		}
	}

}
