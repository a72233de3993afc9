package org.campanile.web.page;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

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

	private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?");

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
		URI uri = parse(url);
		if (uri == null) {
			return "'none'";
		}
		String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
		String host = uri.getHost();
		if (!HOST.matcher(host).matches()) {
			// CSP's grammar does not allow an IPv6 literal.
			return scheme + ":";
		}
		StringBuilder source = new StringBuilder(scheme).append("://").append(host.toLowerCase(Locale.ROOT));
		if (uri.getPort() >= 0) {
			source.append(':').append(uri.getPort());
		}
		String path = uri.getRawPath();
		if (path != null && PATH.matcher(path).matches()) {
			source.append(path);
		}
		return source.toString();
	}

	private static @Nullable URI parse(String url) {
		try {
			URI uri = new URI(url);
			boolean web = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
			return web && uri.getHost() != null && uri.getRawUserInfo() == null ? uri : null;
		}
		catch (java.net.URISyntaxException ex) {
			return null;
		}
	}

}
