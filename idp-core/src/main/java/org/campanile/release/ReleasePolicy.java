package org.campanile.release;

import java.util.OptionalInt;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.relyingparty.RelyingParty;

/**
 * Decides which attributes and values a service gets. Nothing is released that no rule
 * names. Thread-safe.
 */
public interface ReleasePolicy {

	/**
	 * Applies the rules.
	 * @param attributes the person's attributes
	 * @param service the service that asks
	 * @param attributeConsumingServiceIndex the index its request named, if any
	 */
	ReleasedAttributes release(ResolvedAttributes attributes, RelyingParty service,
			OptionalInt attributeConsumingServiceIndex);

}
