package org.campanile.demo.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.campanile.testkit.nginx.Front;
import org.campanile.testkit.nginx.Nginx;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Installed;
import org.campanile.testkit.servers.Stopping;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The shipped nginx files: a request that a node may have processed is never sent to
 * another node; a request that only reads is.
 */
class NginxRetriesServersIT {

	private static final String BODY = "j_username=alice&j_password=alice-demo";

	@TempDir
	private Path folder;

	private final Ports ports = new Ports();

	/** Which node received which request, in order. */
	private final ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();

	private final List<HttpServer> nodes = IntStream.range(0, 2).mapToObj(this::node).toList();

	private final Front front = Front.plain(ports.near(0));

	private Nginx nginx;

	private volatile End end = End.CLOSES;

	/** What the first node to receive a request does; the other node answers normally. */
	private enum End {

		/** Reads the whole request, then closes the connection. */
		CLOSES,
		/** Answers like a node that is stopping or cannot reach its store. */
		SAYS_502,
		/** Answers like an overloaded node. */
		SAYS_503

	}

	@BeforeEach
	void start() throws IOException {
		Installed.NGINX.path();
		nginx = Nginx.start(folder, front,
				nodes.stream().map(node -> "127.0.0.1:" + node.getAddress().getPort()).toList());
	}

	@AfterEach
	void stop() {
		Stopping.all(nginx, () -> nodes.forEach(node -> node.stop(0)));
	}

	@ParameterizedTest
	@CsvSource({ "POST, CLOSES", "POST, SAYS_502", "POST, SAYS_503", "GET, SAYS_503" })
	void whenItMayHaveBeenDoneThenNoOtherNodeSeesItAndTheClientIsAskedToComeAgain(String method, End end)
			throws Exception {
		this.end = end;
		HttpResponse<String> answer = send(method);
		assertThat(answer.statusCode()).isEqualTo(503);
		assertThat(answer.body()).doesNotContain("answered");
		assertThat(answer.headers().firstValue("Retry-After")).isPresent();
		assertThat(seen).hasSize(1);
	}

	@ParameterizedTest
	@CsvSource({ "GET, CLOSES", "GET, SAYS_502", "HEAD, CLOSES" })
	void whenItOnlyReadsThenTheOtherNodeIsAskedAndTheClientNoticesNothing(String method, End end) throws Exception {
		this.end = end;
		HttpResponse<String> answer = send(method);
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(seen).hasSize(2).doesNotHaveDuplicates();
	}

	/** Nothing was sent to the node, since the connection was refused. */
	@Test
	void whenANodeIsGoneThenAPostGoesToTheOtherOnce() throws Exception {
		nodes.getFirst().stop(0);
		seen.add("the first, which would have died, ");
		for (int i = 1; i <= 4; i++) {
			HttpResponse<String> answer = send("POST");
			assertThat(answer.statusCode()).isEqualTo(200);
			assertThat(answer.body()).isEqualTo("answered " + BODY);
			assertThat(seen).hasSize(1 + i);
		}
	}

	private HttpResponse<String> send(String method) throws Exception {
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client.send(HttpRequest.newBuilder(URI.create(front.baseUrl() + "/login"))
				.method(method, method.equals("POST") ? BodyPublishers.ofString(BODY) : BodyPublishers.noBody())
				.build(), BodyHandlers.ofString());
		}
	}

	private HttpServer node(int number) {
		try {
			HttpServer server = HttpServer
				.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.near(0)), 0);
			server.createContext("/idp", exchange -> answer(number, exchange));
			server.start();
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private synchronized void answer(int number, HttpExchange exchange) throws IOException {
		try (exchange) {
			String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
			boolean first = seen.isEmpty();
			seen.add(number + " saw " + exchange.getRequestMethod());
			if (first && end == End.CLOSES) {
				return;
			}
			exchange.getResponseHeaders().add("Retry-After", "5");
			byte[] answer = ("answered " + body).getBytes(StandardCharsets.UTF_8);
			int status = first ? (end == End.SAYS_502 ? 502 : 503) : 200;
			exchange.sendResponseHeaders(status,
					exchange.getRequestMethod().equals("HEAD") || first ? -1 : answer.length);
			if (status == 200 && !exchange.getRequestMethod().equals("HEAD")) {
				exchange.getResponseBody().write(answer);
			}
		}
	}

}
