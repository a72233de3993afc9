package org.campanile.web.page;

import java.time.Duration;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/** Headers and redirects that responses of several endpoints share. */
public final class Responses {

	private static final String OTHER_HOST = Responses.class.getName() + ".otherHost";

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

	/**
	 * Notes that another host than this server's sends the answer to the browser. A page
	 * then has no links to other languages, and the absolute address of the logo, and
	 * nothing is said about how that host is reached.
	 */
	public static void sentByOtherHost(ServletRequest request) {
		request.setAttribute(OTHER_HOST, true);
	}

	/** Whether another host than this server's sends the answer to the browser. */
	public static boolean isSentByOtherHost(ServletRequest request) {
		return request.getAttribute(OTHER_HOST) != null;
	}

}
