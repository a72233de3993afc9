package org.campanile.attribute.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.SourceQuery;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UnusableAnswerException;

/**
 * A web service that is asked with GET for one user and answers in JSON. A pointer (RFC
 * 6901) for each attribute leads to a text, a number or a boolean, or to an array of
 * these; null and absent mean no value. Status 404 or 410 means that it does not know the
 * user; redirects are not followed. Thread-safe.
 */
public final class HttpSource implements AttributeSource {

	/** The largest size of an answer, in bytes. */
	static final int MAX_SIZE = 262_144;

	private static final Set<Integer> UNKNOWN_USER = Set.of(404, 410);

	/**
	 * The statuses that refuse our credentials, a proxy's, or the rate of our requests,
	 * or with which the service gave up waiting.
	 */
	private static final Set<Integer> REFUSES_US = Set.of(401, 403, 407, 408, 429);

	private static final int OK = 200;

	private static final int REDIRECTIONS = 300;

	private static final int CLIENT_ERRORS = 400;

	private static final int SERVER_ERRORS = 500;

	private static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.build();

	private final String id;

	private final Settings settings;

	private final Map<String, JsonPointer> pointers = new HashMap<>();

	private final ExecutorService threads;

	private final HttpClient client;

	/**
	 * The settings of queries to the service.
	 *
	 * @param url its address
	 * @param authorization the {@code Authorization} header, never printed; empty for
	 * none
	 * @param pointers the JSON pointer to an attribute's values, by its name
	 * @param tls the certificates that are trusted
	 * @param timeout how long an answer may take
	 */
	public record Settings(UrlTemplate url, Optional<String> authorization, Map<String, String> pointers,
			SSLContext tls, Duration timeout) {

		public Settings {
			pointers = Map.copyOf(pointers);
		}

		/** The header that shows a token (RFC 6750 2.1). */
		public static String bearer(String token) {
			return "Bearer " + token;
		}

		/** The header that shows a name and a password (RFC 7617). */
		public static String basic(String username, String password) {
			return "Basic "
					+ Base64.getEncoder().encodeToString((username + ':' + password).getBytes(StandardCharsets.UTF_8));
		}

		@Override
		public String toString() {
			return "Settings[" + url + "]";
		}

	}

	/**
	 * Opens no connection yet.
	 * @throws IllegalArgumentException if a pointer is malformed
	 */
	public HttpSource(String id, Settings settings) {
		this.id = id;
		this.settings = settings;
		settings.pointers().forEach((name, pointer) -> pointers.put(name, pointer(pointer)));
		this.threads = Executors
			.newThreadPerTaskExecutor(Thread.ofVirtual().name("source-" + id + "-http-", 0).factory());
		this.client = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.followRedirects(HttpClient.Redirect.NEVER)
			.connectTimeout(settings.timeout())
			.sslContext(settings.tls())
			.executor(threads)
			.build();
	}

	/**
	 * Requires a JSON pointer.
	 * @throws IllegalArgumentException if it is malformed
	 */
	public static void requirePointer(String text) {
		pointer(text);
	}

	private static JsonPointer pointer(String text) {
		if (!text.startsWith("/")) {
			throw new IllegalArgumentException("'" + text + "' is no JSON pointer; write one such as /person/mail");
		}
		return JsonPointer.compile(text);
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public Set<String> provides() {
		return settings.pointers().keySet();
	}

	@Override
	public Set<String> parameters() {
		return settings.url().names();
	}

	@Override
	public SourceValues read(SourceQuery query) throws SourceUnavailableException {
		Optional<URI> url = settings.url().fill(query);
		if (url.isEmpty()) {
			return SourceValues.NONE;
		}
		HttpRequest.Builder request = HttpRequest.newBuilder(url.get()).header("Accept", "application/json");
		settings.authorization().ifPresent(value -> request.header("Authorization", value));
		HttpResponse<Optional<byte[]>> response = send(request.GET());
		int status = response.statusCode();
		if (UNKNOWN_USER.contains(status)) {
			return SourceValues.NONE;
		}
		if (status != OK) {
			throw aboutTheUser(status) ? new UnusableAnswerException(id, "status " + status)
					: new SourceUnavailableException(id, "status " + status);
		}
		return values(response.body()
			.orElseThrow(() -> new UnusableAnswerException(id, "the answer is longer than " + MAX_SIZE + " bytes")));
	}

	/** Whether other users may get another status. */
	private static boolean aboutTheUser(int status) {
		return status < REDIRECTIONS
				|| status >= CLIENT_ERRORS && status < SERVER_ERRORS && !REFUSES_US.contains(status);
	}

	/** Requests the server's root; any answer means that it is reachable. */
	@Override
	public void probe() throws SourceUnavailableException {
		int status = send(HttpRequest.newBuilder(settings.url().root()).HEAD()).statusCode();
		if (status >= SERVER_ERRORS) {
			throw new SourceUnavailableException(id, "status " + status);
		}
	}

	private HttpResponse<Optional<byte[]>> send(HttpRequest.Builder request) throws SourceUnavailableException {
		try {
			return client.send(request.timeout(settings.timeout()).build(), response -> new LimitedBody());
		}
		catch (IOException ex) {
			throw new SourceUnavailableException(id, ex.getMessage() == null
					? "it cannot be reached (" + ex.getClass().getSimpleName() + ")" : ex.getMessage(), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new SourceUnavailableException(id, "the read was given up", ex);
		}
	}

	private SourceValues values(byte[] body) throws SourceUnavailableException {
		JsonNode root;
		try {
			root = MAPPER.readTree(body);
		}
		catch (JacksonException ex) {
			// Its own message may quote the answer, which is personal data.
			throw new UnusableAnswerException(id, "the answer is not JSON", ex);
		}
		if (root.isMissingNode()) {
			throw new UnusableAnswerException(id, "the answer is empty");
		}
		Map<String, List<String>> texts = new HashMap<>();
		for (Map.Entry<String, JsonPointer> pointer : pointers.entrySet()) {
			texts.put(pointer.getKey(), texts(pointer.getValue(), root.at(pointer.getValue())));
		}
		return SourceValues.ofTexts(texts);
	}

	private List<String> texts(JsonPointer pointer, JsonNode found) throws SourceUnavailableException {
		List<String> texts = new ArrayList<>();
		for (JsonNode node : found.isArray() ? found.values() : List.of(found)) {
			if (node.isMissingNode() || node.isNull()) {
				continue;
			}
			if (!node.isValueNode()) {
				throw new UnusableAnswerException(id,
						"the answer has neither a text, a number nor a boolean at " + pointer);
			}
			String text = node.asString();
			if (!text.isEmpty()) {
				texts.add(text);
			}
		}
		return texts;
	}

	@Override
	public void close() {
		client.shutdownNow();
		threads.shutdownNow();
	}

	/**
	 * Reads the bytes of a body; empty if there are too many. The JDK's own limit looks
	 * like a failed connection.
	 */
	private static final class LimitedBody implements BodySubscriber<Optional<byte[]>> {

		private final CompletableFuture<Optional<byte[]>> body = new CompletableFuture<>();

		private final ByteArrayOutputStream received = new ByteArrayOutputStream();

		private Flow.@Nullable Subscription subscription;

		@Override
		public CompletionStage<Optional<byte[]>> getBody() {
			return body;
		}

		@Override
		public void onSubscribe(Flow.Subscription given) {
			subscription = given;
			given.request(Long.MAX_VALUE);
		}

		@Override
		public void onNext(List<ByteBuffer> buffers) {
			for (ByteBuffer buffer : buffers) {
				if (buffer.remaining() > MAX_SIZE - received.size()) {
					if (body.complete(Optional.empty()) && subscription != null) {
						subscription.cancel();
					}
					return;
				}
				byte[] bytes = new byte[buffer.remaining()];
				buffer.get(bytes);
				received.writeBytes(bytes);
			}
		}

		@Override
		public void onError(Throwable ex) {
			body.completeExceptionally(ex);
		}

		@Override
		public void onComplete() {
			body.complete(Optional.of(received.toByteArray()));
		}

	}

}
