package org.campanile.release;

import org.campanile.attribute.AttributeValue;

/**
 * The reason why one value was released or not.
 *
 * @param attributeId the attribute's id
 * @param released whether it is released to the service
 * @param rule the rule that decided, by its configured name
 */
public record ValueDecision(String attributeId, AttributeValue value, boolean released, String rule) {
}
