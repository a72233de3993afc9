package org.campanile.perf.scenario;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.campanile.perf.load.AnswerCheck;
import org.campanile.perf.load.FailureClass;
import org.campanile.perf.load.Target;
import org.jspecify.annotations.Nullable;

/**
 * A browser that signs in by a link, each time as a new one, where a single login is
 * looked at and Gatling would only be in the way. The response must say success; the
 * assertion is not opened. Thread-safe.
 */
final class PlainLogin {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final Pattern FORM = Pattern.compile("<form\\b[^>]*>.*?</form>",
			Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	private static final Pattern INPUT = Pattern.compile("<input\\b[^>]*>", Pattern.CASE_INSENSITIVE);

	private static final Pattern ESCAPED = Pattern.compile("&#([0-9]{1,4}|[xX][0-9a-fA-F]{1,4});");

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(PATIENCE)
		.build();

	private final Target target;

	/**
	 * @throws IllegalArgumentException if sign-on there does not begin by a link
	 */
	PlainLogin(Target target) {
		if (target.kind() != Target.Kind.UNSOLICITED) {
			throw new IllegalArgumentException(
					target.name() + " must be reached by a link (unsolicited single sign-on) in this scenario");
		}
		this.target = target;
	}

	/**
	 * @throws IOException if that does not lead to an assertion
	 */
	void signIn(String username, String password) throws IOException, InterruptedException {
		HttpResponse<String> page = http.send(HttpRequest.newBuilder(target.start()).timeout(PATIENCE).build(),
				HttpResponse.BodyHandlers.ofString());
		String form = form(page);
		URI action = attribute(form, "action").map(page.uri()::resolve).orElse(page.uri());
		HttpRequest posted = HttpRequest.newBuilder(action)
			.timeout(PATIENCE)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.header("Cookie", cookies(page))
			.POST(HttpRequest.BodyPublishers.ofString(fields(form, username, password)))
			.build();
		HttpResponse<String> answer = http.send(posted, HttpResponse.BodyHandlers.ofString());
		String failure = answer.statusCode() == 200 ? failure(answer.body()) : "";
		if (failure != null) {
			throw new IOException(target.name() + " did not sign " + username + " in: status " + answer.statusCode()
					+ (failure.isEmpty() ? "" : ", " + failure));
		}
	}

	/** A refusal comes as a response too. Null if there is nothing wrong. */
	private static @Nullable String failure(String page) {
		return INPUT.matcher(page)
			.results()
			.map(MatchResult::group)
			.filter(input -> attribute(input, "name").equals(Optional.of("SAMLResponse")))
			.findFirst()
			.map(input -> AnswerCheck.glance(attribute(input, "value").orElse("")))
			.orElse(Optional.of(FailureClass.NO_RESPONSE))
			.orElse(null);
	}

	private String form(HttpResponse<String> page) throws IOException {
		Matcher forms = FORM.matcher(page.body());
		while (forms.find()) {
			if (forms.group().contains('"' + target.form().password() + '"')) {
				return forms.group();
			}
		}
		throw new IOException(target.name() + " shows no login form: status " + page.statusCode());
	}

	private String fields(String form, String username, String password) {
		List<String> fields = new ArrayList<>();
		fields.add(field(target.form().username(), username));
		fields.add(field(target.form().password(), password));
		target.form().extra().forEach((name, value) -> fields.add(field(name, value)));
		Matcher inputs = INPUT.matcher(form);
		while (inputs.find()) {
			if (attribute(inputs.group(), "type").orElse("").equalsIgnoreCase("hidden")) {
				fields.add(field(attribute(inputs.group(), "name").orElse(""),
						attribute(inputs.group(), "value").orElse("")));
			}
		}
		return String.join("&", fields);
	}

	private static Optional<String> attribute(String tag, String name) {
		Matcher matcher = Pattern.compile("\\s" + name + "\\s*=\\s*\"([^\"]*)\"", Pattern.CASE_INSENSITIVE)
			.matcher(tag);
		return matcher.find() ? Optional.of(unescaped(matcher.group(1))) : Optional.empty();
	}

	private static String cookies(HttpResponse<String> response) {
		return response.headers()
			.allValues("Set-Cookie")
			.stream()
			.map(cookie -> cookie.split(";", 2)[0])
			.collect(Collectors.joining("; "));
	}

	/** What templates escape of base64 and of addresses; some break lines in between. */
	private static String unescaped(String text) {
		return ESCAPED.matcher(text)
			.replaceAll(escape -> Matcher.quoteReplacement(character(escape.group(1))))
			.replace("&amp;", "&");
	}

	private static String character(String number) {
		boolean decimal = Character.isDigit(number.charAt(0));
		return Character.toString(decimal ? Integer.parseInt(number) : Integer.parseInt(number.substring(1), 16));
	}

	private static String field(String name, String value) {
		return URLEncoder.encode(name, StandardCharsets.UTF_8) + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

}
