package org.campanile.release;

/**
 * Why an attribute was released or not.
 *
 * @param attributeId the attribute's id
 * @param releasedValues how many values the service gets
 * @param withheldValues how many it does not
 * @param rule the rule that decided, by its configured name
 */
public record ReleaseDecision(String attributeId, int releasedValues, int withheldValues, String rule) {
}
