package org.campanile.saml.opensaml.metadata;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks URLs in metadata. */
final class Urls {

	/**
	 * Matches a host and a port (RFC 3986, 3.2). A host that {@link URI#getHost} does not
	 * accept, such as one with an underscore, may be one for browsers.
	 */
	private static final Pattern AUTHORITY = Pattern.compile("([^:\\[\\]]+|\\[[^\\[\\]]+])(:[0-9]*)?");

	private Urls() {
	}

	/**
	 * Returns why a browser must not be sent there with a response; empty for an absolute
	 * http or https URL that names a host and no user.
	 */
	static Optional<String> fault(String url) {
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

	/** Whether the text is a well-formed http or https URL. */
	static boolean isWeb(String url) {
		return isWebScheme(scheme(url)) && fault(url).isEmpty();
	}

	static boolean isWebScheme(String scheme) {
		return scheme.equals("http") || scheme.equals("https");
	}

	/**
	 * Returns the scheme in lower case, read as leniently as a browser reads it; empty if
	 * there is none.
	 */
	static String scheme(String url) {
		int colon = url.indexOf(':');
		String scheme = colon < 0 ? "" : url.substring(0, colon).replaceAll("[\\s\\p{Cntrl}]", "");
		return scheme.matches("[A-Za-z][A-Za-z0-9+.-]*") ? scheme.toLowerCase(Locale.ROOT) : "";
	}

	/** Whether messages sent there can be intercepted: http to another machine. */
	static boolean isClearTransport(String url) {
		if (!scheme(url).equals("http")) {
			return false;
		}
		String host = URI.create(url).getHost();
		return host == null || !(host.equals("localhost") || host.equals("[::1]") || host.startsWith("127."));
	}

}
