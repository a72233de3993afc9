package org.campanile.cas;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of a service from the {@code service} parameter, in the normalised form in
 * which services are looked up, tickets are bound to them and browsers are sent back.
 * Scheme and host are in lower case, percent escapes in upper case; the default port, a
 * {@code ;jsessionid} and an empty query are left out. Immutable.
 * <p>
 * Addresses that a browser, a proxy or an application might read differently than this
 * class are refused, not repaired: user information, backslashes, control characters and
 * spaces, fragments, dot segments and encoded ones, empty segments, bytes in the path
 * that are not UTF-8, hosts that are no plain names. Only in the query, which no one
 * takes for a host or a path, are characters escaped that browsers send as they are, such
 * as {@code |} or a letter that is not ASCII.
 *
 * @param origin scheme, host and port
 * @param path the path with its slash; never empty
 * @param query the query with its question mark; empty if there is none
 */
public record ServiceUrl(String origin, String path, String query) {

	/** The maximum length, in characters. */
	public static final int MAX_LENGTH = 2048;

	/** Matches names, and addresses in brackets. */
	private static final Pattern HOST = Pattern
		.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*" + "|\\[[0-9a-f:.]+]");

	/**
	 * Matches text that browsers may read as an IPv4 address: they take 010 for 8 and
	 * 0x7f for 127.
	 */
	private static final Pattern NUMERIC = Pattern.compile("(.*\\.)?(0x[0-9a-f]*|[0-9]+)");

	private static final Pattern IPV4 = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

	private static final Pattern ALLOWED = Pattern.compile("[!$&'()*+,;=:@/?\\[\\]A-Za-z0-9_.~%-]*");

	/**
	 * Matches text that servers may read as a step within the path, as its end, or as
	 * something to be decoded once more.
	 */
	private static final Pattern AMBIGUOUS_PATH = Pattern
		.compile("(^|/)(\\.|%2e){1,2}((;|%3b)[^/]*)?(/|$)|%2[35f]|%3f|%5c|%[01]|%7f|//", Pattern.CASE_INSENSITIVE);

	private static final Pattern SESSION_ID = Pattern.compile(";jsessionid=[^/?#;]*", Pattern.CASE_INSENSITIVE);

	private static final Pattern ESCAPE = Pattern.compile("%[0-9A-Fa-f]{2}");

	private static final String ESCAPED_IN_QUERY = "\"<>^`{|}";

	/** Normalises an address; empty if a service cannot have it. */
	public static Optional<ServiceUrl> of(String text) {
		if (text.isEmpty() || text.length() > MAX_LENGTH) {
			return Optional.empty();
		}
		int mark = text.indexOf('?');
		String plain = mark < 0 ? text : text.substring(0, mark) + escaped(text.substring(mark));
		if (plain.length() > MAX_LENGTH || !ALLOWED.matcher(plain).matches()) {
			return Optional.empty();
		}
		URI uri;
		try {
			uri = new URI(plain);
		}
		catch (URISyntaxException ex) {
			return Optional.empty();
		}
		String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
		String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
		int port = uri.getPort();
		if (!scheme.equals("https") && !scheme.equals("http") || uri.getRawUserInfo() != null || !isHost(host)
				|| uri.getRawAuthority().endsWith(":") || port == 0 || port > 65_535) {
			return Optional.empty();
		}
		String path = SESSION_ID.matcher(uri.getRawPath()).replaceAll("");
		// The JDK decodes bytes that are not UTF-8, such as overlong forms, to U+FFFD.
		if (AMBIGUOUS_PATH.matcher(path).find() || uri.getPath().indexOf('\uFFFD') >= 0) {
			return Optional.empty();
		}
		boolean standard = port < 0 || port == (scheme.equals("https") ? 443 : 80);
		String query = uri.getRawQuery() == null || uri.getRawQuery().isEmpty() ? "" : '?' + uri.getRawQuery();
		return Optional.of(new ServiceUrl(scheme + "://" + host + (standard ? "" : ":" + port),
				path.isEmpty() ? "/" : upperCaseEscapes(path), upperCaseEscapes(query)));
	}

	private static boolean isHost(String host) {
		return HOST.matcher(host).matches() && (!NUMERIC.matcher(host).matches() || IPV4.matcher(host).matches());
	}

	private static String escaped(String query) {
		if (query.chars().allMatch(each -> each < 0x80 && ESCAPED_IN_QUERY.indexOf(each) < 0)) {
			return query;
		}
		StringBuilder result = new StringBuilder();
		query.codePoints().forEach(each -> {
			// A lone surrogate is no character, and would become a question mark.
			boolean letter = each >= 0xA0 && !(each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE);
			if (!letter && (each >= 0x80 || ESCAPED_IN_QUERY.indexOf(each) < 0)) {
				result.appendCodePoint(each);
				return;
			}
			for (byte part : Character.toString(each).getBytes(StandardCharsets.UTF_8)) {
				result.append(String.format(Locale.ROOT, "%%%02X", part & 0xFF));
			}
		});
		return result.toString();
	}

	private static String upperCaseEscapes(String text) {
		return text.indexOf('%') < 0 ? text
				: ESCAPE.matcher(text).replaceAll(escape -> escape.group().toUpperCase(Locale.ROOT));
	}

	/** The whole address. */
	public String value() {
		return origin + path + query;
	}

	public String withoutQuery() {
		return origin + path;
	}

}
