package org.campanile.web.servers;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Request;

/**
 * The requests of a browser in order, including those that are not visible to its user.
 */
final class Traffic {

	/** A request; the body is empty if there was none. */
	record Sent(String method, String url, String body) {

		/**
		 * Returns the decoded value of a form field, or an empty string if it was not
		 * sent.
		 */
		String field(String name) {
			for (String pair : body.split("&")) {
				if (pair.startsWith(name + "=")) {
					return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
				}
			}
			return "";
		}

		/** Returns the decoded message in a field with base64. */
		String message(String name) {
			return new String(Base64.getMimeDecoder().decode(field(name)), StandardCharsets.UTF_8);
		}

	}

	private final List<Sent> sent = new ArrayList<>();

	Traffic(BrowserContext person) {
		person.onRequest(this::note);
	}

	private void note(Request request) {
		String body = request.postData();
		sent.add(new Sent(request.method(), request.url(), body == null ? "" : body));
	}

	void forget() {
		sent.clear();
	}

	/** Returns the newest request whose URL contains this text. */
	Sent last(String part) {
		return sent.reversed()
			.stream()
			.filter(request -> request.url().contains(part))
			.findFirst()
			.orElseThrow(() -> new AssertionError("nothing was sent to " + part + " but " + sent));
	}

}
