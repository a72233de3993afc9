package org.campanile.release;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.service.Service;

/**
 * Decides which attributes and values a service gets. Nothing is released that no rule
 * names. Thread-safe.
 */
public interface ReleasePolicy {

	/**
	 * Applies the rules.
	 * @param attributes the user's attributes
	 * @param service the service that asks
	 * @param requested what it asks for itself
	 */
	ReleasedAttributes release(ResolvedAttributes attributes, Service service, RequestedAttributes requested);

}
