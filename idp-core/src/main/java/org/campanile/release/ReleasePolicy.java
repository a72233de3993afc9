package org.campanile.release;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.service.Service;

/**
 * Decides which attributes and values a service gets. Only what a rule names is released.
 * Thread-safe.
 */
public interface ReleasePolicy {

	/**
	 * Applies the rules.
	 * @param attributes the user's attributes
	 * @param service the requesting service
	 */
	ReleasedAttributes release(ResolvedAttributes attributes, Service service, RequestedAttributes requested);

}
