package org.campanile.perf.scenario;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.entity.UrlEncodedFormEntity;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.client5.http.ssl.TrustAllStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicNameValuePair;
import org.apache.hc.core5.ssl.SSLContextBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.campanile.perf.load.AnswerCheck.FailureClass;
import org.campanile.perf.load.AnswerCheck;
import org.campanile.perf.load.Target;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * Signs in by SAML, each time as a new browser, and counts the bytes on the wire, which
 * the browser of the tests cannot do. The status must be success; the assertion is not
 * decrypted. Keeps its connection. Not thread-safe, but may be closed by another thread.
 */
final class PlainLogin implements AutoCloseable {

	private static final Timeout PATIENCE = Timeout.ofSeconds(10);

	private static final int REDIRECTS_AT_MOST = 10;

	private final CloseableHttpClient http;

	private final Target target;

	/** The service that makes requests; null if a link begins a sign-on. */
	private final @Nullable ServiceProvider service;

	private Wire wire = Wire.NONE;

	/**
	 * The bytes on the wire: the lines and headers of HTTP included, the overhead of
	 * encryption not.
	 */
	record Traffic(long sent, long received) {
	}

	/** The bytes that a connection had carried when it was last read. */
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

	private record Answer(int status, String body, String location, Traffic traffic) {
	}

	/**
	 * @throws IllegalArgumentException if users of the target do not sign on by SAML
	 * @throws IOException if the keys of the service cannot be read
	 */
	PlainLogin(Target target) throws IOException {
		if (!target.kind().isSaml()) {
			throw new IllegalArgumentException(target.name() + " must be reached by SAML in this scenario");
		}
		this.target = target;
		this.service = target.kind() == Target.Kind.UNSOLICITED ? null
				: new VirtualServiceProvider(target.serviceProvider()).open();
		BasicHttpClientConnectionManager connections = BasicHttpClientConnectionManager
			.create(name -> name.equals("https") ? trusting() : null);
		connections.setConnectionConfig(ConnectionConfig.custom()
			.setConnectTimeout(PATIENCE)
			.setSocketTimeout(PATIENCE)
			.setValidateAfterInactivity(TimeValue.ofMilliseconds(100))
			.build());
		// A refusal with Retry-After counts as a failure here, so nothing is retried.
		this.http = HttpClients.custom()
			.setConnectionManager(connections)
			.setDefaultRequestConfig(
					RequestConfig.custom().setResponseTimeout(PATIENCE).setProtocolUpgradeEnabled(false).build())
			.disableCookieManagement()
			.disableRedirectHandling()
			.disableAutomaticRetries()
			.build();
	}

	/** Returns a TLS strategy that trusts any certificate, as the load generator does. */
	private static TlsSocketStrategy trusting() {
		try {
			return new DefaultClientTlsStrategy(
					SSLContextBuilder.create().loadTrustMaterial(TrustAllStrategy.INSTANCE).build(),
					NoopHostnameVerifier.INSTANCE);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("no TLS", ex);
		}
	}

	/**
	 * Signs in as a user who has no session.
	 * @return the bytes on the wire
	 * @throws IOException if the sign-in does not lead to an assertion
	 */
	Traffic signIn(String username, String password) throws IOException {
		Map<String, String> cookies = new LinkedHashMap<>();
		URI address = start();
		Answer page = send(opening(address), cookies);
		long sent = page.traffic().sent();
		long received = page.traffic().received();
		for (int i = 0; i < REDIRECTS_AT_MOST && !page.location().isEmpty(); i++) {
			address = address.resolve(page.location());
			page = send(new HttpGet(address), cookies);
			sent += page.traffic().sent();
			received += page.traffic().received();
		}
		Element form = Jsoup.parse(page.body())
			.selectFirst("form:has([name=\"%s\"])".formatted(target.form().password()));
		if (form == null) {
			throw new IOException(target.name() + " shows no login form: status " + page.status());
		}
		Form filled = filled(form, address, username, password);
		HttpPost posted = new HttpPost(filled.action());
		posted.setEntity(new StringEntity(filled.encoded(), ContentType.APPLICATION_FORM_URLENCODED));
		Answer answer = send(posted, cookies);
		Optional<String> failure = answer.status() == 200 ? failure(answer.body()) : Optional.of("");
		if (failure.isPresent()) {
			throw new IOException(target.name() + " did not sign " + username + " in: status " + answer.status()
					+ (failure.get().isEmpty() ? "" : ", " + failure.get()));
		}
		return new Traffic(sent + answer.traffic().sent(), received + answer.traffic().received());
	}

	private URI start() {
		return service == null || target.kind() == Target.Kind.POST ? target.start()
				: URI.create(service.redirect(target.start().toString(), AuthnRequestOptions.PLAIN).url());
	}

	private ClassicHttpRequest opening(URI address) {
		if (service == null || target.kind() != Target.Kind.POST) {
			return new HttpGet(address);
		}
		HttpPost post = new HttpPost(address);
		post.setEntity(new UrlEncodedFormEntity(service.post(address.toString(), AuthnRequestOptions.PLAIN)
			.fields()
			.entrySet()
			.stream()
			.map(field -> new BasicNameValuePair(field.getKey(), field.getValue()))
			.toList()));
		return post;
	}

	private Form filled(Element element, URI page, String username, String password) throws IOException {
		try {
			Form form = Form.of(element, page);
			for (Map.Entry<String, String> field : target.form().extra().entrySet()) {
				form = form.with(field.getKey(), field.getValue());
			}
			return form.with(target.form().username(), username).with(target.form().password(), password);
		}
		catch (IllegalArgumentException ex) {
			throw new IOException(target.name() + ": its login form goes to no address: " + ex.getMessage(), ex);
		}
	}

	/** Returns what is wrong with a page, as refusals are responses too. */
	private static Optional<String> failure(String page) {
		Element response = Jsoup.parse(page).selectFirst("input[name=SAMLResponse]");
		return response == null ? Optional.of(FailureClass.NO_RESPONSE) : AnswerCheck.glance(response.attr("value"));
	}

	/**
	 * Sends a request with the browser's cookies.
	 * @param cookies cookies of the browser, by name; those that the answer sets are
	 * added
	 */
	private Answer send(ClassicHttpRequest request, Map<String, String> cookies) throws IOException {
		if (!cookies.isEmpty()) {
			request.addHeader("Cookie",
					cookies.entrySet()
						.stream()
						.map(cookie -> cookie.getKey() + "=" + cookie.getValue())
						.collect(Collectors.joining("; ")));
		}
		HttpClientContext context = HttpClientContext.create();
		return http.execute(request, context, response -> {
			HttpEntity entity = response.getEntity();
			String body = entity == null ? "" : EntityUtils.toString(entity, StandardCharsets.UTF_8);
			for (Header header : response.getHeaders("Set-Cookie")) {
				String[] cookie = header.getValue().split(";", 2)[0].split("=", 2);
				cookies.put(cookie[0], cookie.length > 1 ? cookie[1] : "");
			}
			Header location = response.getFirstHeader("Location");
			Wire before = wire;
			wire = Wire.of(context.getEndpointDetails());
			return new Answer(response.getCode(), body, location == null ? "" : location.getValue(),
					wire.since(before));
		});
	}

	@Override
	public void close() throws IOException {
		http.close();
	}

}
