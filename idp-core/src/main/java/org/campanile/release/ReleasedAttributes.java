package org.campanile.release;

import java.util.List;

/**
 * What one service gets to know of one user, and the reason for each decision.
 *
 * @param attributes the attributes to tell the service, in order
 * @param decisions one decision for each resolved attribute
 */
public record ReleasedAttributes(List<ReleasedAttribute> attributes, List<ReleaseDecision> decisions) {

	public ReleasedAttributes {
		attributes = List.copyOf(attributes);
		decisions = List.copyOf(decisions);
	}

}
