package org.campanile.testkit.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The browser of one user, without scripts: handles cookies as browsers do, including
 * SameSite, and follows redirects only when told. Not thread-safe; use one instance per
 * user.
 */
public final class Browser {

	private static final int MAX_REDIRECTS = 10;

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.followRedirects(HttpClient.Redirect.NEVER)
		.connectTimeout(Duration.ofSeconds(5))
		.version(HttpClient.Version.HTTP_1_1)
		.build();

	private final Map<String, Cookie> cookies = new LinkedHashMap<>();

	private final Map<String, String> extraHeaders = new LinkedHashMap<>();

	/** Gets a URL without following redirects. */
	public Page get(String url) {
		return get(URI.create(url));
	}

	/** Gets a URL without following redirects. */
	public Page get(URI url) {
		return send(HttpRequest.newBuilder(url).GET(), url, false, true);
	}

	/** Opens a URL as a user does, following redirects. */
	public Page open(String url) {
		return follow(get(url));
	}

	/** Opens a URL as a user does, following redirects. */
	public Page open(URI url) {
		return follow(get(url));
	}

	/** Sends a form from a page of the same site without following redirects. */
	public Page send(Form form) {
		return send(form, false);
	}

	/** Sends a form from another site's page without following redirects. */
	public Page sendCrossSite(Form form) {
		return send(form, true);
	}

	/** Sends a form from a page of the same site, following redirects. */
	public Page submit(Form form) {
		return follow(send(form));
	}

	/**
	 * Sends a form from another site's page, following redirects. Requests after a
	 * redirect of a cross-site request are cross-site as well.
	 */
	public Page submitCrossSite(Form form) {
		return follow(send(form, true), true);
	}

	/** Fills in the page's login form and sends it, following redirects. */
	public Page login(Page page, String username, String password) {
		return submit(page.loginForm().with("j_username", username).with("j_password", password));
	}

	/** Opens a URL that leads to the login page, and signs in there. */
	public Page login(String url, String username, String password) {
		return login(open(url), username, password);
	}

	/**
	 * Submits the SAML message in a page to the other site, as its script would.
	 */
	public Page carry(Page page) {
		return submitCrossSite(page.samlForm());
	}

	/** Follows redirects to their end. */
	public Page follow(Page page) {
		return follow(page, false);
	}

	/** Adds a header to every request from now on. */
	public Browser withHeader(String name, String value) {
		extraHeaders.put(name, value);
		return this;
	}

	/** Returns the stored cookies. */
	public List<Cookie> cookies() {
		return List.copyOf(cookies.values());
	}

	/** The cookie of that name. */
	public Optional<Cookie> cookie(String name) {
		return cookies.values().stream().filter(cookie -> cookie.name().equals(name)).findFirst();
	}

	/** Returns the first cookie whose name begins with the prefix. */
	public Optional<Cookie> cookieWithPrefix(String prefix) {
		return cookies.values().stream().filter(cookie -> cookie.name().startsWith(prefix)).findFirst();
	}

	/** Sets a cookie, replacing one with the same name, host and path. */
	public void put(Cookie cookie) {
		cookies.put(key(cookie), cookie);
	}

	/** Changes the value of a cookie it holds. */
	public void tamper(String name, String value) {
		Cookie cookie = cookie(name).orElseThrow(() -> new AssertionError("no cookie " + name));
		put(new Cookie(name, value, cookie.host(), cookie.path(), cookie.attributes()));
	}

	/** Removes all cookies. */
	public void clear() {
		cookies.clear();
	}

	/** Returns another browser with the same cookies. */
	public Browser copy() {
		Browser copy = new Browser();
		copy.cookies.putAll(cookies);
		copy.extraHeaders.putAll(extraHeaders);
		return copy;
	}

	private Page follow(Page start, boolean crossSite) {
		Page page = start;
		for (int i = 0; page.redirects(); i++) {
			if (i == MAX_REDIRECTS) {
				throw new AssertionError("redirected more than " + MAX_REDIRECTS + " times, last to " + page.url());
			}
			URI next = page.location();
			page = send(HttpRequest.newBuilder(next).GET(), next, crossSite, true);
		}
		return page;
	}

	private Page send(Form form, boolean crossSite) {
		if (form.post()) {
			return send(
					HttpRequest.newBuilder(form.action())
						.header("Content-Type", "application/x-www-form-urlencoded")
						.POST(BodyPublishers.ofString(form.encoded(), StandardCharsets.US_ASCII)),
					form.action(), crossSite, false);
		}
		String action = form.action().toString();
		int query = action.indexOf('?');
		URI url = URI.create((query < 0 ? action : action.substring(0, query)) + '?' + form.encoded());
		return send(HttpRequest.newBuilder(url).GET(), url, crossSite, true);
	}

	private Page send(HttpRequest.Builder request, URI url, boolean crossSite, boolean safe) {
		String sent = cookies.values()
			.stream()
			.filter(cookie -> cookie.sentTo(url, crossSite, safe))
			.map(cookie -> cookie.name() + '=' + cookie.value())
			.collect(Collectors.joining("; "));
		if (!sent.isEmpty()) {
			request.header("Cookie", sent);
		}
		extraHeaders.forEach(request::header);
		Page page = exchange(request.timeout(TIMEOUT).build());
		for (Cookie cookie : new ArrayList<>(page.cookies())) {
			if (cookie.removes()) {
				cookies.remove(key(cookie));
			}
			else {
				put(cookie);
			}
		}
		return page;
	}

	private static Page exchange(HttpRequest request) {
		try {
			HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
			return new Page(response.statusCode(), response.uri(), response.headers(), response.body());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(request.uri().toString(), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static String key(Cookie cookie) {
		return cookie.host() + ' ' + cookie.path() + ' ' + cookie.name();
	}

}
