package org.campanile.web.page;

/**
 * A sentence around a name, in three pieces, so that a template can isolate the name's
 * direction and escape each piece.
 *
 * @param before what stands before the name
 * @param name the name
 * @param after what stands after it
 */
public record Phrase(String before, String name, String after) {
}
