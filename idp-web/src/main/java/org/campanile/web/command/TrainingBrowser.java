package org.campanile.web.command;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.web.util.HtmlUtils;

/** Signs in to the demo's service as a person would. Used by one thread. */
final class TrainingBrowser implements AutoCloseable {

	private static final Pattern HIDDEN = Pattern
		.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

	private static final Pattern ACTION = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");

	private final String baseUrl;

	/** One for all, as connections do not depend on who is browsing. */
	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	TrainingBrowser(String baseUrl) {
		this.baseUrl = baseUrl;
	}

	/**
	 * Signs in as a new browser, and once more with the session.
	 * @throws IOException if that does not succeed
	 */
	void signIn() throws IOException, InterruptedException {
		CookieManager cookies = new CookieManager();
		String form = open(start(), cookies);
		String answer = send(form, List.of("j_username=alice", "j_password=alice-demo"), cookies);
		service(answer, cookies);
		service(open(start(), cookies), cookies);
	}

	private URI start() {
		return URI.create(baseUrl + "/demo/sign-in?how=redirect");
	}

	private void service(String answer, CookieManager cookies) throws IOException, InterruptedException {
		if (!answer.contains("name=\"SAMLResponse\"")) {
			throw new IOException("the training's login was refused");
		}
		send(answer, List.of(), cookies);
	}

	private String send(String page, List<String> typed, CookieManager cookies)
			throws IOException, InterruptedException {
		List<String> fields = new ArrayList<>(typed);
		Matcher hidden = HIDDEN.matcher(page);
		while (hidden.find()) {
			fields.add(encoded(hidden.group(1)) + '=' + encoded(HtmlUtils.htmlUnescape(hidden.group(2))));
		}
		Matcher action = ACTION.matcher(page);
		if (!action.find()) {
			throw new IOException("a page without a form");
		}
		URI target = URI.create(baseUrl).resolve(HtmlUtils.htmlUnescape(action.group(1)));
		return body(HttpRequest.newBuilder(target)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(HttpRequest.BodyPublishers.ofString(String.join("&", fields))), target, cookies);
	}

	/** Follows redirects itself, as the client would not send our cookies along. */
	private String open(URI address, CookieManager cookies) throws IOException, InterruptedException {
		return body(HttpRequest.newBuilder(address), address, cookies);
	}

	private String body(HttpRequest.Builder request, URI address, CookieManager cookies)
			throws IOException, InterruptedException {
		cookies.get(address, java.util.Map.of())
			.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
		HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
		cookies.put(address, response.headers().map());
		if (response.statusCode() / 100 == 3) {
			return open(address.resolve(response.headers().firstValue("Location").orElse("")), cookies);
		}
		if (response.statusCode() != 200) {
			throw new IOException(address.getPath() + " answers " + response.statusCode());
		}
		return response.body();
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		http.close();
	}

}
