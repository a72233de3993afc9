package org.campanile.web.page;

/**
 * A line of the page shown after logout.
 *
 * @param name the service's name
 * @param outcome what became of it, in words
 */
public record ServiceOutcome(String name, String outcome) {
}
