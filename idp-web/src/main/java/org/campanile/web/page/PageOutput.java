package org.campanile.web.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiConsumer;

import jakarta.servlet.http.HttpServletResponse;

/**
 * Writes pages with their status and headers. Thread-safe.
 *
 * @param secure whether the host that sends the pages is reached only by https
 */
record PageOutput(boolean secure) {

	private static final String CONTENT_TYPE = "text/html;charset=UTF-8";

	/** Does nothing if the response was already sent. */
	void write(PreparedPage page, HttpServletResponse response) throws IOException {
		if (response.isCommitted()) {
			return;
		}
		response.resetBuffer();
		response.setStatus(page.status());
		response.setContentType(CONTENT_TYPE);
		response.setContentLength(page.body().length);
		headers(page, response::setHeader);
		response.getOutputStream().write(page.body());
	}

	/**
	 * Returns the whole HTTP/1.1 response, after which the connection is closed. It has
	 * no date, which RFC 9110 6.6.1 requires of status 2xx to 4xx only.
	 * @param more further headers, by name
	 */
	byte[] response(PreparedPage page, Map<String, String> more) {
		StringBuilder head = new StringBuilder("HTTP/1.1 ").append(page.status()).append(" \r\n");
		BiConsumer<String, String> header = (name,
				value) -> head.append(name).append(": ").append(value).append("\r\n");
		header.accept("Content-Type", CONTENT_TYPE);
		header.accept("Content-Length", Integer.toString(page.body().length));
		headers(page, header);
		more.forEach(header);
		header.accept("Connection", "close");
		byte[] bytes = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
		byte[] response = Arrays.copyOf(bytes, bytes.length + page.body().length);
		System.arraycopy(page.body(), 0, response, bytes.length, page.body().length);
		return response;
	}

	private void headers(PreparedPage page, BiConsumer<String, String> set) {
		set.accept("Content-Language", page.language());
		set.accept("Content-Security-Policy", page.policy());
		set.accept("Cache-Control", "no-store");
		// Spring Security sets these too, but not if its firewall or the container has
		// refused the request before.
		set.accept("X-Content-Type-Options", "nosniff");
		set.accept("X-Frame-Options", page.embeddable() ? "SAMEORIGIN" : "DENY");
		if (secure) {
			set.accept("Strict-Transport-Security", "max-age=31536000");
		}
		set.accept("Referrer-Policy", "no-referrer");
		set.accept("Permissions-Policy", Pages.PERMISSIONS_POLICY);
	}

}
