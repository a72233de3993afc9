package org.campanile.cas;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a service from the {@code service} parameter: in the normalised form in
 * which services are looked up and addresses are compared, and as browsers are sent to
 * it. In the normalised form, scheme and host are in lower case, and the default port, a
 * {@code ;jsessionid} and an empty query are left out. Escapes of characters that every
 * server reads alike with and without are decoded, as otherwise {@code /%61dmin} would
 * not belong to the service that owns {@code /admin}; the others are in upper case.
 * Immutable.
 * <p>
 * Addresses that a browser, a proxy or an application might read differently than this
 * class are refused, not repaired: user information, backslashes, control characters,
 * spaces at either end, fragments, dot segments and encoded ones, empty segments, bytes
 * in the path that are not UTF-8, hosts that are no plain names. Characters that clients
 * send in path and query as they are, although addresses cannot contain them, are
 * escaped, such as a space or a letter that is not ASCII; in the query also a percent
 * sign that begins no escape.
 *
 * @param origin scheme, host and port
 * @param path the path with its slash; never empty
 * @param query the query with its question mark; empty if there is none
 * @param address the address to which browsers are sent, with the escapes of the client
 */
public record ServiceUrl(String origin, String path, String query, String address) {

	/** The maximum length, in characters. */
	public static final int MAX_LENGTH = 2048;

	/** Matches what precedes the path. */
	private static final Pattern START = Pattern.compile("[^/?]*//[^/?]*");

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
	 * Matches text of a normalised path that servers may read as a step within the path,
	 * as its end, or as something to be decoded once more.
	 */
	private static final Pattern AMBIGUOUS_PATH = Pattern
		.compile("(^|/)\\.{1,2}((;|%3B)[^/]*)?(/|$)|%2[35F]|%3F|%5C|%[01]|%7F|/(;[^/]*)?/");

	private static final Pattern SESSION_ID = Pattern.compile(";jsessionid=[^/?#;]*", Pattern.CASE_INSENSITIVE);

	private static final Pattern PARAMETERS = Pattern.compile(";[^/]*");

	private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");

	private static final Pattern LONE_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

	private static final String UNSAFE_IN_PATH = " \"<>[]^`{|}";

	/** Browsers escape the apostrophe in a query, and clients then send it so. */
	private static final String UNSAFE_IN_QUERY = " \"'<>^`{|}";

	/**
	 * The characters, besides letters and digits, whose escapes servers decode in a path
	 * before they look at it; not the semicolon, with which parameters begin.
	 */
	private static final String PLAIN_IN_PATH = "-._~!$&'()*+,=:@";

	/** The characters whose escapes mean nothing (RFC 3986, 2.3). */
	private static final String PLAIN_IN_QUERY = "-._~";

	/** Normalises an address; empty if a service cannot have it. */
	public static Optional<ServiceUrl> of(String text) {
		Matcher start = START.matcher(text);
		if (text.length() > MAX_LENGTH || text.endsWith(" ") || !start.lookingAt()) {
			return Optional.empty();
		}
		int mark = text.indexOf('?');
		int end = mark < 0 ? text.length() : mark;
		String plain = start.group() + escaped(text.substring(start.end(), end), UNSAFE_IN_PATH)
				+ escaped(LONE_PERCENT.matcher(text.substring(end)).replaceAll("%25"), UNSAFE_IN_QUERY);
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
		String path = withoutSessionId(unescaped(uri.getRawPath(), PLAIN_IN_PATH));
		// The JDK decodes bytes that are not UTF-8, such as overlong forms, to U+FFFD.
		if (AMBIGUOUS_PATH.matcher(path).find() || uri.getPath().indexOf('\uFFFD') >= 0) {
			return Optional.empty();
		}
		boolean standard = port < 0 || port == (scheme.equals("https") ? 443 : 80);
		String origin = scheme + "://" + host + (standard ? "" : ":" + port);
		String query = uri.getRawQuery() == null || uri.getRawQuery().isEmpty() ? "" : '?' + uri.getRawQuery();
		return Optional.of(new ServiceUrl(origin, path, unescaped(query, PLAIN_IN_QUERY),
				origin + withoutSessionId(uri.getRawPath()) + query));
	}

	private static boolean isHost(String host) {
		return HOST.matcher(host).matches() && (!NUMERIC.matcher(host).matches() || IPV4.matcher(host).matches());
	}

	/** Escapes these characters, and those that are not ASCII. */
	private static String escaped(String text, String unsafe) {
		StringBuilder result = new StringBuilder(text.length());
		text.codePoints().forEach(each -> {
			// A lone surrogate is no character, and would become a question mark.
			boolean letter = each >= 0xA0 && !(each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE);
			if (!letter && unsafe.indexOf(each) < 0) {
				result.appendCodePoint(each);
				return;
			}
			for (byte part : Character.toString(each).getBytes(StandardCharsets.UTF_8)) {
				result.append(String.format(Locale.ROOT, "%%%02X", part & 0xFF));
			}
		});
		return result.toString();
	}

	/**
	 * Decodes the escapes of letters, digits and these characters, and writes the others
	 * in upper case.
	 */
	private static String unescaped(String text, String plain) {
		return ESCAPE.matcher(text).replaceAll(escape -> {
			char each = (char) Integer.parseInt(escape.group(1), 16);
			boolean needless = each < 0x80 && Character.isLetterOrDigit(each) || plain.indexOf(each) >= 0;
			return needless ? Matcher.quoteReplacement(String.valueOf(each)) : escape.group().toUpperCase(Locale.ROOT);
		});
	}

	private static String withoutSessionId(String path) {
		String rest = SESSION_ID.matcher(path).replaceAll("");
		return rest.isEmpty() ? "/" : rest;
	}

	/** The whole address in its normalised form. */
	public String value() {
		return origin + path + query;
	}

	public String withoutQuery() {
		return origin + path;
	}

	/**
	 * Returns the address as servers read it that take parameters out of a path
	 * ({@code /admin;x/y} is {@code /admin/y} in Tomcat).
	 */
	ServiceUrl withoutParameters() {
		return new ServiceUrl(origin, PARAMETERS.matcher(path).replaceAll(""), query, address);
	}

	/**
	 * Whether both are one address, although one of them may have other escapes in its
	 * query: some clients escape it anew when they validate a ticket.
	 */
	boolean isSameAs(ServiceUrl other) {
		return withoutQuery().equals(other.withoutQuery()) && parameters().equals(other.parameters());
	}

	/** The names and values of the query, in order, decoded as those of a form. */
	private List<Map.Entry<String, String>> parameters() {
		return Arrays.stream(query.replaceFirst("^\\?", "").split("&"))
			.filter(parameter -> !parameter.isEmpty())
			.map(parameter -> parameter.split("=", 2))
			.map(pair -> Map.entry(decoded(pair[0]), pair.length == 1 ? "" : decoded(pair[1])))
			.toList();
	}

	private static String decoded(String text) {
		// One character for each byte, as bytes need not be UTF-8.
		return URLDecoder.decode(text, StandardCharsets.ISO_8859_1);
	}

}
