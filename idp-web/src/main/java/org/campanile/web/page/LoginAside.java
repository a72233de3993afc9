package org.campanile.web.page;

import java.util.Locale;

/**
 * Content shown beside the login form, contributed as a bean; there is at most one.
 * Thread-safe.
 */
public interface LoginAside {

	/**
	 * Returns HTML that is inserted unchanged; text in it must already be escaped.
	 * @param locale the language of the page; falls back to English
	 */
	String html(Locale locale);

	/**
	 * Returns JavaScript that runs after the HTML has been inserted. The page's
	 * Content-Security-Policy allows it by its hash.
	 */
	String script();

}
