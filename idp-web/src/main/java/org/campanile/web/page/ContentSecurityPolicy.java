package org.campanile.web.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The Content-Security-Policy of one page: nothing is allowed but what that page has.
 */
final class ContentSecurityPolicy {

	private ContentSecurityPolicy() {
	}

	/**
	 * @param styleHash the source expression of the style
	 * @param scriptHash the source expression of the script; null for no script
	 * @param images source expressions of the pictures
	 * @param formAction source expressions of where forms may go
	 */
	static String of(String styleHash, @Nullable String scriptHash, List<String> images, String formAction) {
		StringBuilder policy = new StringBuilder(320).append("default-src 'none'; style-src ").append(styleHash);
		if (scriptHash != null) {
			policy.append("; script-src ").append(scriptHash);
		}
		if (!images.isEmpty()) {
			policy.append("; img-src ").append(String.join(" ", images));
		}
		return policy.append("; form-action ")
			.append(formAction)
			.append("; base-uri 'none'; frame-ancestors 'none'")
			.toString();
	}

	/** The source expression that allows an inline element of exactly this text. */
	static String hash(String text) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
			return "'sha256-" + Base64.getEncoder().encodeToString(digest) + '\'';
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	/**
	 * Where the form that carries a sign-on to a service may go. Chromium holds every
	 * redirect that answers the form against this as well, and services do send the
	 * browser on to other hosts; what they are cannot be known from metadata.
	 * @param destination the form's own target
	 * @param further sources to which the service may send the browser on
	 */
	static String carrying(String destination, List<String> further) {
		StringBuilder sources = new StringBuilder(WebAddress.source(destination));
		for (String source : further) {
			sources.append(' ').append(source);
		}
		if (destination.regionMatches(true, 0, "http:", 0, 5) && further.contains("https:")) {
			// A service on loopback, which will go on within http.
			sources.append(" http:");
		}
		return sources.toString();
	}

}
