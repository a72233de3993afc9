package org.campanile.web.page;

import java.util.regex.Pattern;

/**
 * The style that stands within every page.
 *
 * @param css the text, byte for byte as it stands there
 * @param hash its source expression for the Content-Security-Policy
 */
record Style(String css, String hash) {

	private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

	/**
	 * @param own the home folder's style, which comes last and so wins; empty for none
	 */
	static Style of(AccentColor accent, String own) {
		String css = ":root{--accent:" + accent.onLight() + "}@media (prefers-color-scheme:dark){:root{--accent:"
				+ accent.onDark() + "}}" + minify(Resources.read("style.css")) + own;
		return new Style(css, ContentSecurityPolicy.hash(css));
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
