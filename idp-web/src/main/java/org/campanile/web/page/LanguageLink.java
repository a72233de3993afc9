package org.campanile.web.page;

/**
 * The same page in a language.
 *
 * @param tag the language, BCP 47
 * @param name its name in itself
 * @param url where to
 * @param current whether the page is in that language
 */
public record LanguageLink(String tag, String name, String url, boolean current) {
}
