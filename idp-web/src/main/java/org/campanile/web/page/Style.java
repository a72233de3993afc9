package org.campanile.web.page;

import java.util.regex.Pattern;

/**
 * The style that stands within every page.
 *
 * @param css the text, byte for byte as it stands there
 * @param hash its source expression for the Content-Security-Policy
 * @param icon the page's icon where the institution has no logo
 */
record Style(String css, String hash, String icon) {

	private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

	/**
	 * @param own the home folder's style, which comes last and so wins; empty for none
	 */
	static Style of(AccentColor accent, String own) {
		String css = ":root{--accent:" + accent.onLight() + ';' + accent.buttonOnLight().css()
				+ "}@media (prefers-color-scheme:dark){:root{--accent:" + accent.onDark() + ';'
				+ accent.buttonOnDark().css() + "}}" + minify(Resources.read("style.css")) + own;
		return new Style(css, ContentSecurityPolicy.hash(css), icon(accent));
	}

	/** A bell tower. Without an icon, browsers ask the host for one. */
	private static String icon(AccentColor accent) {
		String color = accent.buttonOnLight().background().substring(1);
		return "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%3E"
				+ "%3Cpath%20fill='%23" + color + "'%20d='M3%2016V6l5-5%205%205v10z'/%3E"
				+ "%3Cpath%20fill='%23fff'%20d='M6%2016v-6a2%202%200%200%201%204%200v6z'/%3E%3C/svg%3E";
	}

	/** Enough for a style sheet that has no strings: ours. */
	static String minify(String css) {
		return COMMENT.matcher(css)
			.replaceAll("")
			.replaceAll("\\s+", " ")
			.replaceAll(" ?([{};,]) ?", "$1")
			.replace(": ", ":")
			.replace(";}", "}")
			.strip();
	}

}
