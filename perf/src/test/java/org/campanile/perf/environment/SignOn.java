package org.campanile.perf.environment;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.perf.load.Target;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.ResponseExpectations;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;

/** One person who signs in once, and the service that reads the answer. */
final class SignOn {

	private static final Pattern FIELD = Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

	private static final Pattern ACTION = Pattern.compile("<form method=\"post\" action=\"([^\"]+)\"");

	private final Target target;

	private final HttpClient browser = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.cookieHandler(new CookieManager())
		.build();

	SignOn(Target target) {
		this.target = target;
	}

	/** Signs in, and returns what the service was told. */
	DecodedAssertion as(String username, String password)
			throws IOException, InterruptedException, ResponseRejectedException {
		HttpResponse<String> form = browser.send(HttpRequest.newBuilder(target.start()).build(),
				HttpResponse.BodyHandlers.ofString());
		List<String> fields = new ArrayList<>(
				List.of(target.form().username() + "=" + username, target.form().password() + "=" + password));
		Matcher hidden = FIELD.matcher(form.body());
		while (hidden.find()) {
			fields.add(encoded(hidden.group(1)) + "=" + encoded(unescaped(hidden.group(2))));
		}
		HttpResponse<String> answer = browser
			.send(HttpRequest.newBuilder(form.uri().resolve(found(ACTION, form.body())))
				.header("Content-Type", "application/x-www-form-urlencoded")
				.POST(HttpRequest.BodyPublishers.ofString(String.join("&", fields)))
				.build(), HttpResponse.BodyHandlers.ofString());
		String response = found(Pattern.compile("name=\"SAMLResponse\" value=\"([^\"]+)\""), answer.body());
		TrustedIdentityProvider trusted = TrustedIdentityProvider.of(Files.readAllBytes(target.metadata()));
		return new VirtualServiceProvider(target.serviceProvider()).open()
			.decode(unescaped(response),
					ResponseExpectations.of(trusted, VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE,
							InResponseToCheck.unsolicited()))
			.success();
	}

	private static String found(Pattern pattern, String page) {
		Matcher matcher = pattern.matcher(page);
		if (!matcher.find()) {
			throw new AssertionError(pattern + " is not in:\n" + page);
		}
		return unescaped(matcher.group(1));
	}

	/** What a template escapes. */
	private static String unescaped(String text) {
		return text.replace("&#43;", "+").replace("&#61;", "=").replace("&amp;", "&");
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	/** Where it begins. */
	URI start() {
		return target.start();
	}

}
