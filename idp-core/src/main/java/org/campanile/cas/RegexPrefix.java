package org.campanile.cas;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The common beginning of all texts that a regular expression matches as a whole, or of
 * those with one scheme, so that few of many expressions need to be tried on a URL.
 *
 * @param text possibly empty; in lower case if case does not matter
 * @param anyCase whether case does not matter
 */
record RegexPrefix(String text, boolean anyCase) {

	private static final Pattern ORIGIN = Pattern.compile("(https?://[a-z0-9.:-]+)/.*", Pattern.DOTALL);

	/**
	 * Matches the usual ways to begin with either scheme. A colon and a slash must follow
	 * directly: with a quantifier there, one beginning could contain the other.
	 */
	private static final Pattern EITHER_SCHEME = Pattern.compile("((?:\\(\\?i\\))?\\^?)"
			+ "(?:https\\?|http\\[s]\\?|http\\(s\\)\\?|\\((?:\\?:)?(?:https\\?|http\\|https|https\\|http)\\))"
			+ "(?=\\\\?:\\\\?/)");

	private static final RegexPrefix NONE = new RegexPrefix("", false);

	/**
	 * Returns the beginnings of all texts that a regular expression matches: one for each
	 * scheme if it begins with {@code https?://} or the like. No text has two of them.
	 */
	static List<RegexPrefix> ofEachScheme(String regex) {
		Matcher either = EITHER_SCHEME.matcher(regex);
		if (!either.lookingAt()) {
			return List.of(of(regex));
		}
		String rest = regex.substring(either.end());
		return Stream.of("http", "https").map(scheme -> of(either.group(1) + scheme + rest)).distinct().toList();
	}

	static RegexPrefix of(String regex) {
		boolean anyCase = regex.startsWith("(?i)");
		String rest = regex.substring(anyCase ? 4 : 0);
		if (hasAlternatives(rest)) {
			return NONE;
		}
		StringBuilder text = new StringBuilder();
		int at = rest.startsWith("^") ? 1 : 0;
		while (at < rest.length()) {
			char current = rest.charAt(at);
			int next = at + 1;
			if (current == '\\') {
				if (next == rest.length() || isLetterOrDigit(rest.charAt(next))) {
					break;
				}
				current = rest.charAt(next);
				next++;
			}
			else if (current >= 0x80 || ".[](){}*+?^$|".indexOf(current) >= 0) {
				break;
			}
			if (next < rest.length() && "*?{".indexOf(rest.charAt(next)) >= 0) {
				break;
			}
			text.append(current);
			at = next;
			if (next < rest.length() && rest.charAt(next) == '+') {
				break;
			}
		}
		return new RegexPrefix(anyCase ? text.toString().toLowerCase(Locale.ROOT) : text.toString(), anyCase);
	}

	/**
	 * Whether the expression has alternatives outside groups; also true if that is not
	 * certain.
	 */
	private static boolean hasAlternatives(String regex) {
		int depth = 0;
		for (int at = 0; at < regex.length(); at++) {
			switch (regex.charAt(at)) {
				case '\\' -> {
					at++;
					if (at < regex.length() && regex.charAt(at) == 'Q') {
						return true;
					}
				}
				case '[' -> at = RegexSamples.endOfClass(regex, at);
				case '(' -> depth++;
				case ')' -> depth--;
				case '|' -> {
					if (depth == 0) {
						return true;
					}
				}
				default -> {
				}
			}
		}
		return false;
	}

	private static boolean isLetterOrDigit(char each) {
		return each < 0x80 && Character.isLetterOrDigit(each);
	}

	/** Whether the expression may match. */
	boolean mayMatch(String url) {
		return url.regionMatches(anyCase, 0, text, 0, text.length());
	}

	/** Returns the origin of all URLs that begin so; empty if they may have several. */
	Optional<String> origin() {
		Matcher origin = ORIGIN.matcher(text);
		return origin.matches() ? Optional.of(origin.group(1)) : Optional.empty();
	}

}
