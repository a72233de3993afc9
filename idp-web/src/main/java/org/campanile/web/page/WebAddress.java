package org.campanile.web.page;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.campanile.http.Urls;

/**
 * Checks URLs from metadata and configuration before they are used on a page and in its
 * Content-Security-Policy.
 */
public final class WebAddress {

	/** The longest data URL of an image; larger ones would make the page too heavy. */
	private static final int LONGEST_DATA = 12_000;

	/** What {@link #isImage} accepts, for messages. */
	public static final String IMAGES = "an https: address, or a data:image/ address of a png, jpeg, gif, webp, avif or "
			+ "svg+xml with at most " + LONGEST_DATA + " characters";

	private static final Pattern DATA_IMAGE = Pattern
		.compile("data:image/(png|jpeg|gif|webp|avif|svg\\+xml)[;,][\\x21-\\x7e]*", Pattern.CASE_INSENSITIVE);

	/** Matches what CSP's host-part and port-part (CSP 3, 2.3.1) allow. */
	private static final Pattern HOST_SOURCE = Pattern.compile("([A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*)(?::([0-9]*))?");

	/**
	 * Matches what CSP's path-part may contain without being read as a separator or a
	 * query.
	 */
	private static final Pattern PATH = Pattern.compile("[A-Za-z0-9/_.~%-]*");

	private WebAddress() {
	}

	/** Returns an absolute http or https URL with a host; otherwise empty. */
	public static Optional<String> link(@Nullable String url) {
		return url != null && parse(url) != null ? Optional.of(url) : Optional.empty();
	}

	/**
	 * Returns the address of a message to a service, as its protocol has checked it:
	 * unlike a {@link #link}, it may be at a host that is not of letters, digits and
	 * hyphens alone.
	 * @throws IllegalArgumentException if it is not an absolute http or https URL that
	 * names a host and no user
	 */
	static String destination(String url) {
		if (web(url) == null) {
			throw new IllegalArgumentException("A message cannot be sent to that destination");
		}
		return url;
	}

	/** Whether this can be shown as an image: an https URL or a small data URL. */
	public static boolean isImage(@Nullable String url) {
		if (url == null) {
			return false;
		}
		if (url.length() <= LONGEST_DATA && DATA_IMAGE.matcher(url).matches()) {
			return true;
		}
		URI uri = parse(url);
		return uri != null && "https".equalsIgnoreCase(uri.getScheme());
	}

	/**
	 * The source expression that matches every path on the host of a URL accepted above.
	 */
	static String origin(String url) {
		String source = source(url);
		int path = source.indexOf('/', source.indexOf("://") + 3);
		return path < 0 ? source : source.substring(0, path);
	}

	/**
	 * The narrowest source expression (CSP 3, 2.3.1) that matches a URL accepted above.
	 */
	static String source(String url) {
		if (url.regionMatches(true, 0, "data:", 0, 5)) {
			return "data:";
		}
		URI uri = web(url);
		if (uri == null) {
			return "'none'";
		}
		String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
		Matcher authority = HOST_SOURCE.matcher(uri.getRawAuthority());
		if (!authority.matches()) {
			// CSP allows neither IPv6 literals nor underscores nor non-ASCII letters.
			return scheme + ":";
		}
		StringBuilder source = new StringBuilder(scheme).append("://")
			.append(authority.group(1).toLowerCase(Locale.ROOT));
		String port = authority.group(2);
		if (port != null && !port.isEmpty()) {
			source.append(':').append(port);
		}
		String path = uri.getRawPath();
		if (path != null && PATH.matcher(path).matches()) {
			source.append(path);
		}
		return source.toString();
	}

	private static @Nullable URI parse(String url) {
		URI uri = web(url);
		return uri != null && uri.getHost() != null ? uri : null;
	}

	private static @Nullable URI web(String url) {
		return Urls.isWeb(url) ? URI.create(url) : null;
	}

}
