package org.campanile.web.page;

import java.time.Duration;

import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/** Headers and redirects that responses of several endpoints share. */
public final class Responses {

	private Responses() {
	}

	/**
	 * Says in {@code Retry-After} when a request may be repeated, in whole seconds and
	 * never too early.
	 * @param wait null for no such header
	 */
	public static void retryAfter(HttpServletResponse response, @Nullable Duration wait) {
		if (wait != null) {
			response.setHeader("Retry-After", Long.toString(Math.max(1, wait.plusNanos(999_999_999).toSeconds())));
		}
	}

	/**
	 * Sends the browser to another address, by a GET, with an answer that is not cached.
	 * @param url absolute, or a path on this server
	 */
	public static void seeOther(HttpServletResponse response, String url) {
		response.setStatus(HttpServletResponse.SC_SEE_OTHER);
		response.setHeader("Location", url);
		response.setHeader("Cache-Control", "no-store");
	}

}
