package org.campanile.attribute.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.SourceQuery;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.UnusableAnswerException;
import org.campanile.testkit.attribute.AttributeSourceContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HttpSourceTests extends AttributeSourceContract {

	private static final String PATH = "/people/";

	private final List<String> asked = new CopyOnWriteArrayList<>();

	private final List<String> shown = new CopyOnWriteArrayList<>();

	private final HttpServer server = server();

	/** The response for all users; empty to answer with each user's own data. */
	private volatile String body = "";

	private volatile int status = 200;

	private HttpServer server() {
		try {
			HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
			made.createContext("/", this::answer);
			made.start();
			return made;
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void answer(HttpExchange exchange) throws IOException {
		try (exchange) {
			String path = exchange.getRequestURI().getRawPath();
			asked.add(exchange.getRequestMethod() + ' ' + exchange.getRequestURI());
			shown.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
			if (exchange.getRequestMethod().equals("HEAD")) {
				exchange.sendResponseHeaders(405, -1);
				return;
			}
			Optional<String> text = path.startsWith(PATH)
					? json(URLDecoder.decode(path.substring(PATH.length()), StandardCharsets.UTF_8)) : Optional.empty();
			if (body.isEmpty() && text.isEmpty()) {
				exchange.sendResponseHeaders(404, -1);
				return;
			}
			byte[] bytes = (body.isEmpty() ? text.get() : body).getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders()
				.set("Location", "http://127.0.0.1:" + server.getAddress().getPort() + "/elsewhere");
			exchange.sendResponseHeaders(status, bytes.length);
			exchange.getResponseBody().write(bytes);
		}
		catch (IOException ex) {
			// The client has closed the connection, as it must when the response is too
			// long.
			asked.add("hung up");
		}
	}

	private static Optional<String> json(String name) {
		if (name.equals(MANY)) {
			return Optional.of("{\"person\": {\"mail\": \"" + "x".repeat(HttpSource.MAX_SIZE) + "\"}}");
		}
		return Optional.ofNullable(USERS.get(name))
			.map(known -> "{\"person\": {\"mail\": \"" + known.getFirst() + "\", \"groups\": ["
					+ known.stream().skip(1).map(group -> '"' + group + '"').collect(Collectors.joining(",")) + "]}}");
	}

	@AfterEach
	void stopServer() {
		server.stop(0);
	}

	@Override
	protected AttributeSource open() throws NoSuchAlgorithmException {
		return new HttpSource(ID, new HttpSource.Settings(
				UrlTemplate.parse(
						"http://127.0.0.1:" + server.getAddress().getPort() + PATH + "{username}?fields=mail,groups"),
				Optional.of(HttpSource.Settings.bearer(SECRET)), Map.of(MAIL, "/person/mail", GROUPS, "/person/groups"),
				SSLContext.getDefault(), Duration.ofSeconds(20)));
	}

	@Override
	protected void stop() {
		server.stop(0);
	}

	@Test
	void whenAskedThenTheCredentialsAreShownAndTheProbeShowsNone() throws Exception {
		read("alice");
		assertThat(asked).containsExactly("GET /people/alice?fields=mail,groups");
		assertThat(shown).containsExactly("Bearer " + SECRET);
		open().probe();
		assertThat(asked).hasSize(2).last().isEqualTo("HEAD /");
		assertThat(shown).last().isEqualTo("null");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "{", "[1,2", "{\"person\":{}} trailing", "<html>",
			"{\"person\":{\"mail\":\"a\",\"mail\":\"b\"}}", "{\"person\":{\"mail\":{\"first\":\"a\"}}}",
			"{\"person\":{\"mail\":[[\"a\"]]}}" })
	void whenTheAnswerIsNotWhatItShouldBeThenItIsNone(String text) {
		body = text.isEmpty() ? " " : text;
		assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> read("alice"));
	}

	@Test
	void whenTheAnswerIsPersonalAndBrokenThenItIsNotQuoted() {
		body = "{\"person\": alice-lives-here}";
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> read("alice"))
			.withMessageNotContaining("alice-lives-here");
	}

	@Test
	void whenValuesAreNumbersOrBooleansThenTheyAreTexts() throws Exception {
		body = "{\"person\": {\"mail\": 4711, \"groups\": [true, null, \"\", 1.5]}}";
		assertThat(read("alice").texts(MAIL)).containsExactly("4711");
		assertThat(read("alice").texts(GROUPS)).containsExactly("true", "1.5");
	}

	@Test
	void whenWhatThePointerLeadsToIsAbsentThenThereIsNoValue() throws Exception {
		body = "{\"other\": 1}";
		assertThat(read("alice").bytes(MAIL)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 302, 307, 401, 403, 407, 408, 429, 500, 503 })
	void whenTheStatusIsNotOkThenItIsAFailureAndNothingIsFollowed(int code) {
		status = code;
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> read("alice"))
			.withMessage("status " + code)
			.isNotInstanceOf(UnusableAnswerException.class);
		assertThat(asked).noneMatch(line -> line.contains("elsewhere"));
	}

	@ParameterizedTest
	@ValueSource(strings = { ".", "..", "../alice", "..\\alice", "x/../alice", "x\\..\\alice", "alice/.", "alice\\..",
			"..;x/alice" })
	void whenAValueMightLeadElsewhereInThePathThenThereIsNoSuchUserAndNobodyIsAsked(String name) throws Exception {
		assertThat(read(name).bytes(MAIL)).isEmpty();
		assertThat(asked).isEmpty();
	}

	@Test
	void whenTwoValuesMakeADotSegmentThenThereIsNoSuchUser() {
		SourceQuery query = new SourceQuery(Map.of("a", ".", "b", "."));
		assertThat(UrlTemplate.parse("https://x.example.edu/{a}{b}/mail").fill(query)).isEmpty();
		assertThat(UrlTemplate.parse("https://x.example.edu/.{a}/mail").fill(query)).isEmpty();
		assertThat(UrlTemplate.parse("https://x.example.edu/mail?of={a}{b}").fill(query))
			.hasValue(URI.create("https://x.example.edu/mail?of=.."));
	}

	@Test
	void whenAValueHasSlashesThenTheyAreEncoded() {
		assertThat(UrlTemplate.parse("https://x.example.edu/{a}/mail").fill(new SourceQuery(Map.of("a", "x/y\\z.."))))
			.hasValue(URI.create("https://x.example.edu/x%2Fy%5Cz../mail"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 203, 400, 409, 414, 422 })
	void whenTheStatusMayBeAboutTheUserThenOnlyThatAnswerIsUnusable(int code) {
		status = code;
		assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> read("alice"))
			.withMessage("status " + code);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "people/{username}", "ftp://x/{username}", "https://{username}.example.edu/",
			"https://x.example.edu:{username}/", "https://u:p@x.example.edu/{username}", "https://x.example.edu/people",
			"https://x.example.edu/{username}#part", "https://x.example.edu/{user name}" })
	void whenATemplateIsNoneThenItIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> UrlTemplate.parse(text));
	}

}
