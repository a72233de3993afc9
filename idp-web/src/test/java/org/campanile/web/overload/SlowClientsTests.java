package org.campanile.web.overload;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import io.micrometer.core.instrument.MeterRegistry;
import org.apache.coyote.AbstractProtocol;
import org.campanile.testkit.Polling;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.fault.BodyLimit;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Slow or stalled clients must get limited resources, and must not prevent others from
 * being served.
 */
@Timeout(180)
class SlowClientsTests {

	private static final int NEARLY_ALL = BodyLimit.BYTES - 1024;

	/** Far more pieces than can arrive before the deadline. */
	private static final int PIECES = 200;

	private static TestIdp patient;

	private static TestIdp impatient;

	/**
	 * Runs the deadlines for bodies sent to the patient server, which are a minute away.
	 */
	private static ScheduledThreadPoolExecutor deadlines;

	private static ForeignService service;

	private final List<Socket> sockets = new ArrayList<>();

	@BeforeAll
	static void start() {
		var home = TestIdp.newHome();
		service = ForeignService
			.at("one.example.org", Clock.systemUTC(), metadata -> metadata.withAuthnRequestsSigned(false))
			.registered(home);
		var contexts = new ArrayList<ApplicationContext>();
		patient = TestIdp.start(home, contexts::add, "server.tomcat.connection-timeout=60s");
		deadlines = new ScheduledThreadPoolExecutor(1);
		deadlines.setRemoveOnCancelPolicy(true);
		protocol((ServletWebServerApplicationContext) contexts.getFirst()).setUtilityExecutor(deadlines);
		impatient = TestIdp.start("server.tomcat.connection-timeout=1s");
	}

	@AfterAll
	static void stop() {
		patient.close();
		impatient.close();
		deadlines.shutdownNow();
	}

	@AfterEach
	void close() throws IOException {
		for (Socket socket : sockets) {
			socket.close();
		}
		Polling.until(() -> reserved() == 0 && deadlines.getQueue().isEmpty());
	}

	@ParameterizedTest
	@ValueSource(strings = { "/profile/SAML2/POST/SLO", "/profile/SAML2/SOAP/SLO", "/profile/SAML2/POST/SSO", "/login",
			"/profile/Logout", "/demo", "/nothing" })
	void whenStalledBodiesTakeTheirBudgetThenMoreAreRefusedUnreadAndOthersAreServed(String path) throws Exception {
		long bodies = budget() / NEARLY_ALL;
		for (int i = 0; i < bodies; i++) {
			send(patient, post(path, NEARLY_ALL) + "SAMLRequest=");
		}
		Polling.until(() -> reserved() == bodies * NEARLY_ALL);
		double before = refused();
		Socket socket = send(patient, post(path, NEARLY_ALL) + "SAMLRequest=");
		String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(answer).startsWith("HTTP/1.1 503").contains("OVERLOADED");
		assertThat(answer.toLowerCase(java.util.Locale.ROOT)).contains("retry-after: ", "connection: close",
				"cache-control: no-store", "frame-ancestors 'none'");
		assertThat(refused()).isEqualTo(before + 1);
		Browser browser = new Browser();
		RedirectRequest request = service.redirect(patient, AuthnRequestOptions.PLAIN);
		Page page = browser.login(browser.open(request.url()), "alice", "alice-demo");
		assertThat(service.read(patient, page, request.id()).success().values("uid")).containsExactly("alice");
	}

	/** The length of the body is unknown, so it reserves the maximum. */
	@Test
	void whenABodyIsChunkedThenItTakesAsMuchAsItMay() throws Exception {
		send(patient, chunked("1\r\na\r\n"));
		Polling.until(() -> reserved() == BodyLimit.BYTES);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "/login", "/profile/SAML2/POST/SSO", "/profile/SAML2/POST/SLO", "/profile/SAML2/SOAP/SLO" })
	void whenABodyIsTrickledThen408AndTheConnectionIsClosed(String path) throws Exception {
		Socket socket = send(impatient, post(path, 10_000));
		assertThat(trickle(socket, "a")).startsWith("HTTP/1.1 408").contains("BODY_TOO_SLOW");
	}

	/** Tomcat reads a whole chunk extension, or the whole trailer, in a single read. */
	@ParameterizedTest
	@CsvSource({ "'1;', a", "'0\r\nX: ', a", "'', '1\r\na\r\n'" })
	void whenAChunkedBodyIsTrickledThen408AndTheConnectionIsClosed(String begin, String piece) throws Exception {
		Socket socket = send(impatient, chunked(begin));
		assertThat(trickle(socket, piece)).startsWith("HTTP/1.1 408").contains("BODY_TOO_SLOW");
	}

	/** Tomcat continues to read after a response, in order to reuse the connection. */
	@ParameterizedTest
	@CsvSource({ "404, /outside-the-context, 10000", "413, /idp/login, 300000", "413, /idp/login, 10000000000" })
	void whenABodyThatNobodyReadsIsTrickledThenTheConnectionIsClosed(int status, String path, long length)
			throws Exception {
		Socket socket = send(impatient,
				"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %s\r\n\r\n".formatted(path, length));
		assertThat(trickle(socket, "a")).startsWith("HTTP/1.1 " + status);
	}

	/**
	 * The body's deadline ends the read although the timeout of a single read has not
	 * expired.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: 10000\r\n\r\na", "Transfer-Encoding: chunked\r\n\r\n0",
			"Transfer-Encoding: chunked\r\n\r\n1;a", "Transfer-Encoding: chunked\r\n\r\n2\r\na",
			"Transfer-Encoding: chunked\r\n\r\n0\r\nX: a" })
	void whenTheTimeOfABodyIsOverThenTheReadThatWaitsEndsAnd408(String begin) throws Exception {
		Socket socket = send(patient, "POST /idp/login HTTP/1.1\r\nHost: localhost\r\n" + begin);
		Polling.until(() -> !deadlines.getQueue().isEmpty());
		Runnable deadline = deadlines.getQueue().element();
		deadlines.remove(deadline);
		deadline.run();
		socket.setSoTimeout(30_000);
		assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
			.startsWith("HTTP/1.1 408")
			.contains("BODY_TOO_SLOW");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "Content-Length: 3\r\n\r\na=b", "Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n" })
	void whenABodyIsWholeThenItsTimeDoesNotEndTheConnection(String body) throws Exception {
		Socket socket = send(patient, "POST /idp/nothing HTTP/1.1\r\nHost: localhost\r\n" + body);
		assertThat(read(socket, 0)).startsWith("HTTP/1.1 403");
		assertThat(deadlines.getQueue()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "Content-Length: 3\r\n\r\na=b", "Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n" })
	void whenTheNextRequestComesWithABodyThenItIsAnsweredToo(String body) throws Exception {
		Socket socket = send(patient, "POST /idp/nothing HTTP/1.1\r\nHost: localhost\r\n" + body
				+ "GET /idp/metadata HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
		String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(answers).startsWith("HTTP/1.1 403").contains("HTTP/1.1 200");
	}

	@Test
	void whenIdleConnectionsTakeMostThenTheyAreClosed() throws Exception {
		try (TestIdp small = TestIdp.start("server.tomcat.keep-alive-timeout=10m", "server.tomcat.max-connections=4")) {
			String request = "GET /idp/logo HTTP/1.1\r\nHost: localhost\r\n\r\n";
			for (int i = 0; i < 3; i++) {
				assertThat(read(send(small, request), 0)).startsWith("HTTP/1.1 404");
			}
			assertThat(sockets.getLast().getInputStream().read()).as("closed").isNegative();
		}
	}

	@Test
	void whenABodyStallsThen408AndTheConnectionIsClosed() throws Exception {
		Socket socket = send(impatient, post("/login", 10_000) + "a=b");
		assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
			.startsWith("HTTP/1.1 408");
	}

	@ParameterizedTest
	@CsvSource({ "'GET /idp/metadata HTTP/1.1\r\n', 'X-Header: a\r\n'", "'GET /idp/metadata HTTP/1.1\r\nX: ', a",
			"'G', E", "'\r\n', '\r\n'", "'GET /idp/logo HTTP/1.1\r\nHost: localhost\r\n\r\n', '\r\n'" })
	void whenAHeadIsTrickledThenTheConnectionIsClosed(String begin, String piece) throws Exception {
		assertThat(trickle(send(impatient, begin), piece)).doesNotContain("200");
	}

	/**
	 * With the limit that is derived from the heap, so few connections would cause no
	 * shortage.
	 */
	@Test
	void whenIncompleteHeadsTakeAllConnectionsThenTheOldestGiveWay() throws Exception {
		try (TestIdp small = TestIdp.start("server.tomcat.connection-timeout=60s",
				"server.tomcat.max-connections=20")) {
			for (int i = 0; i < 100; i++) {
				send(small, "GET /idp/metadata HTTP/1.1\r\n");
			}
			Socket other = send(small, "GET /idp/metadata HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
			assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
				.startsWith("HTTP/1.1 200");
			assertThat(sockets.getFirst().getInputStream().read()).as("closed").isNegative();
		}
	}

	/** The time between two requests does not count as part of a request head. */
	@Test
	void whenAConnectionWaitsLongerThanAHeadMayTakeThenItsNextRequestIsAnswered() throws Exception {
		Socket socket = send(impatient, "GET /idp/logo HTTP/1.1\r\nHost: localhost\r\n\r\n");
		assertThat(read(socket, 0)).startsWith("HTTP/1.1 404");
		for (String more = "?"; !more.isEmpty();) {
			more = Objects.requireNonNull(read(socket, 1500), "closed while it waited");
		}
		socket.getOutputStream()
			.write("GET /idp/logo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
				.getBytes(StandardCharsets.US_ASCII));
		assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
			.startsWith("HTTP/1.1 404");
	}

	@Test
	void whenABodyCameInPiecesThenItIsReadAsAWhole() throws Exception {
		Socket socket = send(patient, "POST /idp/profile/SAML2/SOAP/SLO HTTP/1.1\r\nHost: localhost\r\n"
				+ "Content-Type: text/xml\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
		for (int i = 0; i < 100; i++) {
			socket.getOutputStream()
				.write("64\r\n%s\r\n".formatted("a".repeat(100)).getBytes(StandardCharsets.US_ASCII));
		}
		socket.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
			.startsWith("HTTP/1.1 400")
			.contains("Fault");
	}

	@Test
	void whenTheTimeoutIsZeroThenThereIsNoLimit() throws Exception {
		try (TestIdp unlimited = TestIdp.start("server.tomcat.connection-timeout=0")) {
			Socket socket = send(unlimited, "POST /idp/nothing HTTP/1.1\r\n");
			for (String part : List.of("Host: localhost\r\nConnection: close\r\nContent-Length: 3\r\n\r\n", "a=b")) {
				assertThat(read(socket, 500)).as("still open, nothing answered").isEmpty();
				socket.getOutputStream().write(part.getBytes(StandardCharsets.US_ASCII));
			}
			socket.setSoTimeout(30_000);
			assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
				.startsWith("HTTP/1.1 403");
		}
	}

	@Test
	void howManyConnectionsFollowsFromHeapAndDescriptors() {
		assertThat(Connections.limit(192L << 20, 1_000_000)).isEqualTo(512);
		assertThat(Connections.limit(16L << 20, 1_000_000)).isEqualTo(256);
		assertThat(Connections.limit(64L << 30, 1_000_000)).isEqualTo(8192);
		assertThat(Connections.limit(64L << 30, 1024)).isEqualTo(512);
	}

	private static AbstractProtocol<?> protocol(ServletWebServerApplicationContext context) {
		TomcatWebServer server = (TomcatWebServer) Objects.requireNonNull(context.getWebServer());
		return (AbstractProtocol<?>) server.getTomcat().getConnector().getProtocolHandler();
	}

	private Socket send(TestIdp idp, String text) throws IOException {
		Socket socket = new Socket("localhost", URI.create(idp.baseUrl()).getPort());
		sockets.add(socket);
		socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
		return socket;
	}

	private static String post(String path, int length) {
		return "POST /idp" + path
				+ " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
				+ "Content-Length: " + length + "\r\n\r\n";
	}

	private static String chunked(String begin) {
		return "POST /idp/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + begin;
	}

	/**
	 * Sends a piece repeatedly until the server closes the connection, and returns the
	 * response.
	 */
	private static String trickle(Socket socket, String piece) throws IOException {
		StringBuilder answer = new StringBuilder();
		for (int i = 0; i < PIECES; i++) {
			try {
				socket.getOutputStream().write(piece.getBytes(StandardCharsets.US_ASCII));
			}
			catch (IOException closed) {
				// An earlier response can still be read.
			}
			String part = read(socket, 100);
			if (part == null) {
				return answer.toString();
			}
			answer.append(part);
		}
		throw new AssertionError("still open after " + PIECES + " pieces: " + answer);
	}

	/**
	 * Returns the data received within this many milliseconds, or null if the connection
	 * is closed.
	 */
	private static @Nullable String read(Socket socket, int millis) throws IOException {
		socket.setSoTimeout(millis);
		byte[] buffer = new byte[64 * 1024];
		InputStream in = socket.getInputStream();
		try {
			int count = in.read(buffer);
			return count < 0 ? null : new String(buffer, 0, count, StandardCharsets.UTF_8);
		}
		catch (SocketTimeoutException nothing) {
			return "";
		}
		catch (IOException reset) {
			return null;
		}
	}

	private static double gauge(String name) {
		return patient.bean(MeterRegistry.class).get(name).gauge().value();
	}

	private static long budget() {
		return (long) gauge("campanile.http.bodies.budget");
	}

	private static long reserved() {
		return (long) gauge("campanile.http.bodies.reserved");
	}

	private static double refused() {
		return patient.bean(MeterRegistry.class).get("campanile.http.bodies.refused").functionCounter().count();
	}

}
