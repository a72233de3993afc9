package org.campanile.web.page;

import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

import org.campanile.seal.Sha256;

/**
 * The Content-Security-Policy of one page, which allows only what that page contains.
 */
final class ContentSecurityPolicy {

	/** The longest list of sources, in characters. */
	private static final int MAX_LIST = 2048;

	private ContentSecurityPolicy() {
	}

	/**
	 * @param styleHash the source expression of the style
	 * @param scriptHashes the source expressions of the scripts; empty for none
	 * @param images source expressions of the images
	 * @param formAction source expressions of the targets of forms
	 * @param frames source expressions of the content of frames; empty for no frames
	 * @param embeddable whether pages of this server may show it in a frame
	 */
	static String of(String styleHash, List<String> scriptHashes, List<String> images, String formAction,
			List<String> frames, boolean embeddable) {
		StringBuilder policy = new StringBuilder(320).append("default-src 'none'; style-src ").append(styleHash);
		if (!scriptHashes.isEmpty()) {
			policy.append("; script-src ").append(String.join(" ", scriptHashes));
		}
		if (!images.isEmpty()) {
			policy.append("; img-src ").append(String.join(" ", images));
		}
		if (!frames.isEmpty()) {
			policy.append("; frame-src ").append(listed(frames));
		}
		return policy.append("; form-action ")
			.append(formAction)
			.append("; base-uri 'none'; frame-ancestors ")
			.append(embeddable ? "'self'" : "'none'")
			.toString();
	}

	/**
	 * A session may hold hundreds of services. Servers and proxies accept 8 KB of headers
	 * or less, so a long list is replaced by the schemes in it.
	 */
	private static String listed(List<String> sources) {
		String all = String.join(" ", sources);
		return all.length() <= MAX_LIST ? all
				: sources.stream()
					.map(source -> source.substring(0, source.indexOf(':') + 1))
					.map(scheme -> scheme.isEmpty() ? "'self'" : scheme)
					.distinct()
					.collect(Collectors.joining(" "));
	}

	/** The source expression that allows an inline element of exactly this text. */
	static String hash(String text) {
		return "'sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text)) + '\'';
	}

	/**
	 * The form-action of a page that posts a response to a service. Chromium applies it
	 * also to redirects that follow the form, and services do redirect the browser to
	 * other hosts, which metadata does not list.
	 * @param destination the form's own target
	 * @param further sources to which the service may redirect the browser
	 */
	static String carrying(String destination, List<String> further) {
		StringBuilder sources = new StringBuilder(WebAddress.source(destination));
		for (String source : further) {
			sources.append(' ').append(source);
		}
		if (destination.regionMatches(true, 0, "http:", 0, 5) && further.contains("https:")) {
			// A service on loopback, which redirects within http.
			sources.append(" http:");
		}
		return sources.toString();
	}

}
