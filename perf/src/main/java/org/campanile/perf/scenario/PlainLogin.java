package org.campanile.perf.scenario;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
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
import org.campanile.perf.load.AnswerCheck.FailureClass;
import org.campanile.perf.load.AnswerCheck;
import org.campanile.perf.load.Target;
import org.campanile.testkit.browser.Form;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * Signs in by a link, each time as a new browser, and counts the bytes on the wire, which
 * the browser of the tests cannot. The response must say success; the assertion is not
 * decrypted. Keeps its connection. Not thread-safe, but may be closed by another thread.
 */
final class PlainLogin implements AutoCloseable {

	private static final Timeout PATIENCE = Timeout.ofSeconds(10);

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
		Element form = Jsoup.parse(page.body())
			.selectFirst("form:has([name=\"%s\"])".formatted(target.form().password()));
		if (form == null) {
			throw new IOException(target.name() + " shows no login form: status " + page.status());
		}
		Form filled = filled(form, username, password);
		HttpPost posted = new HttpPost(filled.action());
		posted.addHeader("Cookie", page.cookies());
		posted.setEntity(new StringEntity(filled.encoded(), ContentType.APPLICATION_FORM_URLENCODED));
		Answer answer = send(posted);
		Optional<String> failure = answer.status() == 200 ? failure(answer.body()) : Optional.of("");
		if (failure.isPresent()) {
			throw new IOException(target.name() + " did not sign " + username + " in: status " + answer.status()
					+ (failure.get().isEmpty() ? "" : ", " + failure.get()));
		}
		return new Traffic(page.traffic().sent() + answer.traffic().sent(),
				page.traffic().received() + answer.traffic().received());
	}

	private Form filled(Element element, String username, String password) throws IOException {
		try {
			Form form = Form.of(element, target.start());
			for (Map.Entry<String, String> field : target.form().extra().entrySet()) {
				form = form.with(field.getKey(), field.getValue());
			}
			return form.with(target.form().username(), username).with(target.form().password(), password);
		}
		catch (IllegalArgumentException ex) {
			throw new IOException(target.name() + ": its login form goes to no address: " + ex.getMessage(), ex);
		}
	}

	/** A refusal comes as a response too. Empty if there is nothing wrong. */
	private static Optional<String> failure(String page) {
		Element response = Jsoup.parse(page).selectFirst("input[name=SAMLResponse]");
		return response == null ? Optional.of(FailureClass.NO_RESPONSE) : AnswerCheck.glance(response.attr("value"));
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

}
