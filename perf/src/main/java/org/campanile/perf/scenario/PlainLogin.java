package org.campanile.perf.scenario;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.campanile.perf.load.AnswerCheck;
import org.campanile.perf.load.FailureClass;
import org.campanile.perf.load.Target;
import org.jspecify.annotations.Nullable;

/**
 * A browser that signs in by a link, each time as a new one, where a single login is
 * looked at and Gatling would only be in the way. The response must say success; the
 * assertion is not opened. Keeps its connection. Used by one thread; may be closed by
 * another.
 */
final class PlainLogin implements AutoCloseable {

	private static final Timeout PATIENCE = Timeout.ofSeconds(10);

	private static final Pattern FORM = Pattern.compile("<form\\b[^>]*>.*?</form>",
			Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	private static final Pattern INPUT = Pattern.compile("<input\\b[^>]*>", Pattern.CASE_INSENSITIVE);

	private static final Pattern ESCAPED = Pattern.compile("&#([0-9]{1,4}|[xX][0-9a-fA-F]{1,4});");

	private final CloseableHttpClient http;

	private final Target target;

	private Wire wire = Wire.NONE;

	/**
	 * What went over the wire, with the lines and headers of HTTP and without what
	 * encrypts them: bytes.
	 */
	record Traffic(long sent, long received) {
	}

	/** How much a connection had carried when it was last looked at. */
	private record Wire(@Nullable EndpointDetails connection, long sent, long received) {

		static final Wire NONE = new Wire(null, 0, 0);

		static Wire of(@Nullable EndpointDetails connection) {
			return connection == null ? NONE
					: new Wire(connection, connection.getSentBytesCount(), connection.getReceivedBytesCount());
		}

		Traffic since(Wire before) {
			return before.connection == connection ? new Traffic(sent - before.sent, received - before.received)
					: new Traffic(sent, received);
		}

	}

	private record Answer(int status, String body, String cookies, Traffic traffic) {
	}

	/**
	 * @throws IllegalArgumentException if sign-on there does not begin by a link
	 */
	PlainLogin(Target target) {
		if (target.kind() != Target.Kind.UNSOLICITED) {
			throw new IllegalArgumentException(
					target.name() + " must be reached by a link (unsolicited single sign-on) in this scenario");
		}
		this.target = target;
		BasicHttpClientConnectionManager connections = new BasicHttpClientConnectionManager();
		connections.setConnectionConfig(ConnectionConfig.custom()
			.setConnectTimeout(PATIENCE)
			.setSocketTimeout(PATIENCE)
			.setValidateAfterInactivity(TimeValue.ofMilliseconds(100))
			.build());
		// What is refused with Retry-After has failed here.
		this.http = HttpClients.custom()
			.setConnectionManager(connections)
			.setDefaultRequestConfig(
					RequestConfig.custom().setResponseTimeout(PATIENCE).setProtocolUpgradeEnabled(false).build())
			.disableCookieManagement()
			.disableRedirectHandling()
			.disableAutomaticRetries()
			.build();
	}

	/**
	 * Signs in as somebody who has no session.
	 * @return what that took of the wire
	 * @throws IOException if that does not lead to an assertion
	 */
	Traffic signIn(String username, String password) throws IOException {
		Answer page = send(new HttpGet(target.start()));
		String form = form(page);
		URI action = action(form);
		HttpPost posted = new HttpPost(action);
		posted.addHeader("Cookie", page.cookies());
		posted.setEntity(new StringEntity(fields(form, username, password), ContentType.APPLICATION_FORM_URLENCODED));
		Answer answer = send(posted);
		String failure = answer.status() == 200 ? failure(answer.body()) : "";
		if (failure != null) {
			throw new IOException(target.name() + " did not sign " + username + " in: status " + answer.status()
					+ (failure.isEmpty() ? "" : ", " + failure));
		}
		return new Traffic(page.traffic().sent() + answer.traffic().sent(),
				page.traffic().received() + answer.traffic().received());
	}

	private URI action(String form) throws IOException {
		try {
			return attribute(form, "action").map(target.start()::resolve).orElse(target.start());
		}
		catch (IllegalArgumentException ex) {
			throw new IOException(target.name() + ": its login form goes to no address: " + ex.getMessage(), ex);
		}
	}

	private Answer send(ClassicHttpRequest request) throws IOException {
		HttpClientContext context = HttpClientContext.create();
		return http.execute(request, context, response -> {
			HttpEntity entity = response.getEntity();
			String body = entity == null ? "" : EntityUtils.toString(entity, StandardCharsets.UTF_8);
			String cookies = Stream.of(response.getHeaders("Set-Cookie"))
				.map(Header::getValue)
				.map(cookie -> cookie.split(";", 2)[0])
				.collect(Collectors.joining("; "));
			Wire before = wire;
			wire = Wire.of(context.getEndpointDetails());
			return new Answer(response.getCode(), body, cookies, wire.since(before));
		});
	}

	@Override
	public void close() throws IOException {
		http.close();
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

	private String form(Answer page) throws IOException {
		Matcher forms = FORM.matcher(page.body());
		while (forms.find()) {
			if (forms.group().contains('"' + target.form().password() + '"')) {
				return forms.group();
			}
		}
		throw new IOException(target.name() + " shows no login form: status " + page.status());
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
