package org.campanile.testkit.browser;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A cookie as stored by a browser (RFC 6265bis).
 *
 * @param name its name
 * @param value its value
 * @param host the host that set it; the server never sets Domain
 * @param path below which it is sent
 * @param attributes all attributes as received, names in lower case
 */
public record Cookie(String name, String value, String host, String path, Map<String, String> attributes) {

	/** Reads a Set-Cookie header. */
	static Cookie parse(String header, URI from) {
		String[] parts = header.split(";");
		int equals = parts[0].indexOf('=');
		Map<String, String> attributes = new TreeMap<>();
		for (int i = 1; i < parts.length; i++) {
			int sign = parts[i].indexOf('=');
			String name = sign < 0 ? parts[i] : parts[i].substring(0, sign);
			attributes.put(name.strip().toLowerCase(Locale.ROOT), sign < 0 ? "" : parts[i].substring(sign + 1).strip());
		}
		return new Cookie(parts[0].substring(0, equals).strip(), parts[0].substring(equals + 1).strip(), from.getHost(),
				attributes.getOrDefault("path", "/"), Map.copyOf(attributes));
	}

	/** Whether setting the cookie removes it. */
	boolean removes() {
		return "0".equals(attributes.get("max-age")) || attributes.getOrDefault("expires", "").contains("1970");
	}

	/**
	 * Whether a browser sends the cookie. Secure cookies are sent over http too, as
	 * browsers treat loopback as secure.
	 * @param crossSite whether another site's page makes the request
	 * @param safe whether the method is safe
	 */
	boolean sentTo(URI uri, boolean crossSite, boolean safe) {
		String wanted = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
		boolean below = wanted.equals(path) || wanted.startsWith(path.endsWith("/") ? path : path + "/");
		return host.equals(uri.getHost()) && below && (!crossSite || sentCrossSite(safe));
	}

	private boolean sentCrossSite(boolean safe) {
		return switch (sameSite()) {
			case "none" -> true;
			case "strict" -> false;
			// Lax also applies without the attribute, as the browsers' default.
			default -> safe;
		};
	}

	/** Returns the SameSite attribute in lower case; empty if it is absent. */
	public String sameSite() {
		return attributes.getOrDefault("samesite", "").toLowerCase(Locale.ROOT);
	}

	/** Whether the cookie is hidden from scripts. */
	public boolean httpOnly() {
		return attributes.containsKey("httponly");
	}

	/** Whether the cookie is sent over https only. */
	public boolean secure() {
		return attributes.containsKey("secure");
	}

}
