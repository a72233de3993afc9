package org.campanile.web.page;

/**
 * A link on a page.
 *
 * @param url where to
 * @param text what it says
 */
public record Link(String url, String text) {
}
