package org.campanile.web.page;

import java.util.Locale;

/**
 * Content shown beside the login form, contributed as a bean; there is at most one.
 * Thread-safe.
 */
public interface LoginAside {

	/**
	 * HTML that is inserted as it is: what it quotes must be escaped.
	 * @param locale the language of the page; falls back to English
	 */
	String html(Locale locale);

	/**
	 * JavaScript that runs once the HTML is there. The page's Content-Security-Policy
	 * allows it by its hash.
	 */
	String script();

}
