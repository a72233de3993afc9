package org.campanile.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks URLs that services and the configuration name, and encodes parts of URLs. */
public final class Urls {

	private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*");

	private static final Pattern USER = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*://)?.*@", Pattern.DOTALL);

	private static final Pattern IGNORED = Pattern.compile("[\\s\\p{Cntrl}]");

	/**
	 * Matches a host and a port (RFC 3986, 3.2). The host may be of any characters that
	 * {@link URI} lets through, such as an underscore or a letter that is not ASCII:
	 * browsers accept them, though {@link URI#getHost} does not.
	 */
	private static final Pattern AUTHORITY = Pattern.compile("([^:\\[\\]]+|\\[[^\\[\\]]+])(:[0-9]*)?");

	private Urls() {
	}

	/**
	 * Returns why a browser must not be sent there with a response; empty for an absolute
	 * URL that names a host and no user.
	 */
	public static Optional<String> fault(String url) {
		try {
			URI uri = new URI(url);
			String authority = uri.getRawAuthority();
			if (scheme(url).isEmpty()) {
				return Optional.of("is not an absolute URL");
			}
			if (authority == null || authority.isEmpty() || authority.startsWith(":")) {
				return Optional.of("names no host");
			}
			if (authority.contains("@")) {
				return Optional.of("names a user");
			}
			return AUTHORITY.matcher(authority).matches() ? Optional.empty()
					: Optional.of("names a port that is not a number");
		}
		catch (URISyntaxException ex) {
			return Optional.of("is not a URL (" + ex.getReason() + ")");
		}
	}

	/**
	 * Returns a URL as a message may quote it: without anything before its last
	 * {@code @}, which could be a password, even if the URL is malformed.
	 */
	public static String withoutUser(String url) {
		return USER.matcher(url).replaceFirst("$1…@");
	}

	/** Whether it is an http or https URL without {@link #fault}. */
	public static boolean isWeb(String url) {
		return isWebScheme(scheme(url)) && fault(url).isEmpty();
	}

	/** Whether the scheme, in lower case, is http or https. */
	public static boolean isWebScheme(String scheme) {
		return scheme.equals("http") || scheme.equals("https");
	}

	/**
	 * Returns the scheme in lower case, read as leniently as a browser reads it; empty if
	 * there is none.
	 */
	public static String scheme(String url) {
		int colon = url.indexOf(':');
		String scheme = colon < 0 ? "" : IGNORED.matcher(url.substring(0, colon)).replaceAll("");
		return SCHEME.matcher(scheme).matches() ? scheme.toLowerCase(Locale.ROOT) : "";
	}

	/**
	 * Percent-encodes a value for any part of a URL (RFC 3986), unlike the encoding of
	 * forms.
	 */
	public static String encode(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8)
			.replace("+", "%20")
			.replace("*", "%2A")
			.replace("%7E", "~");
	}

	/**
	 * Whether a host is this machine. Names other than {@code localhost} are not
	 * resolved, as the name service may be down.
	 */
	public static boolean isLoopback(String host) {
		if (host.equalsIgnoreCase("localhost")) {
			return true;
		}
		try {
			return InetAddress.ofLiteral(host).isLoopbackAddress();
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/** Whether messages sent there can be intercepted: http to another machine. */
	public static boolean isClearTransport(String url) {
		if (!scheme(url).equals("http")) {
			return false;
		}
		String host = URI.create(url).getHost();
		return host == null || !(host.equals("localhost") || host.equals("[::1]") || host.startsWith("127."));
	}

}
