package org.campanile.web.page;

/**
 * A sentence that contains a name, in three parts, so that a template can isolate the
 * name's direction and escape each part.
 *
 * @param before the text before the name
 * @param after the text after it
 */
public record Phrase(String before, String name, String after) {
}
