package org.campanile.cas;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of a service, as the {@code service} parameter gives it, in one form: that
 * in which services are looked up, tickets are bound to them and browsers are sent back.
 * Scheme and host are in lower case, the default port and a {@code ;jsessionid} are left
 * out. Immutable.
 * <p>
 * Addresses that a browser, a proxy or an application might read differently than this
 * class are refused, not repaired: user information, backslashes, control characters and
 * spaces, fragments, dot segments and encoded ones, hosts that are no plain names.
 *
 * @param origin scheme, host and port
 * @param path with its slash; never empty
 * @param query with its question mark; empty if there is none
 */
public record ServiceUrl(String origin, String path, String query) {

	/** In characters. */
	public static final int MAX_LENGTH = 2048;

	private static final Pattern HOST = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*"
			+ "|\\[[0-9a-f:.]+]");

	private static final Pattern ALLOWED = Pattern.compile("[!$&'()*+,;=:@/?\\[\\]\\w.~%-]*", Pattern.CASE_INSENSITIVE);

	/** What servers read as a step within the path, or as the end of it. */
	private static final Pattern AMBIGUOUS_PATH = Pattern.compile("(^|/)(\\.|%2e){1,2}(;[^/]*)?(/|$)|%2f|%5c|%00|%25|//",
			Pattern.CASE_INSENSITIVE);

	private static final Pattern SESSION_ID = Pattern.compile(";jsessionid=[^/?#;]*", Pattern.CASE_INSENSITIVE);

	/** The address in one form; empty if it is none that a service can have. */
	public static Optional<ServiceUrl> of(String text) {
		if (text.isEmpty() || text.length() > MAX_LENGTH || !ALLOWED.matcher(text).matches()) {
			return Optional.empty();
		}
		URI uri;
		try {
			uri = new URI(text).parseServerAuthority();
		}
		catch (URISyntaxException ex) {
			return Optional.empty();
		}
		String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
		String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
		int port = uri.getPort();
		if (!scheme.equals("https") && !scheme.equals("http") || uri.getRawUserInfo() != null
				|| !HOST.matcher(host).matches() || uri.getRawAuthority().endsWith(":") || port == 0 || port > 65_535) {
			return Optional.empty();
		}
		String path = SESSION_ID.matcher(uri.getRawPath()).replaceAll("");
		if (AMBIGUOUS_PATH.matcher(path).find()) {
			return Optional.empty();
		}
		boolean standard = port < 0 || port == (scheme.equals("https") ? 443 : 80);
		return Optional.of(new ServiceUrl(scheme + "://" + host + (standard ? "" : ":" + port),
				path.isEmpty() ? "/" : path, uri.getRawQuery() == null ? "" : '?' + uri.getRawQuery()));
	}

	/** The whole address. */
	public String value() {
		return origin + path + query;
	}

	public String withoutQuery() {
		return origin + path;
	}

}
