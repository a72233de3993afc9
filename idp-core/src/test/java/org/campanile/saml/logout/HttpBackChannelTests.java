package org.campanile.saml.logout;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.attribute.Tls;
import org.campanile.http.OutgoingHttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(30)
class HttpBackChannelTests {

	private static final byte[] ENVELOPE = "<e/>".getBytes(StandardCharsets.US_ASCII);

	private final OutgoingHttp http = new OutgoingHttp(Tls.context(Optional.empty()));

	private final HttpBackChannel channel = new HttpBackChannel(http, Duration.ofMillis(500), 1000);

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	private final CountDownLatch over = new CountDownLatch(1);

	private HttpServer server;

	@BeforeEach
	void start() throws IOException {
		server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.setExecutor(threads);
		server.start();
	}

	@AfterEach
	void stop() throws IOException {
		over.countDown();
		http.close();
		server.stop(0);
		threads.shutdownNow();
	}

	@Test
	void whenAnsweredThenTheBody() throws Exception {
		AtomicReference<String> action = new AtomicReference<>();
		String url = on(exchange -> {
			action.set(exchange.getRequestHeaders().getFirst("SOAPAction"));
			byte[] body = exchange.getRequestBody().readAllBytes();
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		assertThat(channel.post(url, ENVELOPE)).isEqualTo(ENVELOPE);
		assertThat(action).hasValue("\"http://www.oasis-open.org/committees/security\"");
	}

	@Test
	void whenRedirectedThenNotFollowed() {
		AtomicBoolean followed = new AtomicBoolean();
		server.createContext("/elsewhere", exchange -> {
			followed.set(true);
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		String url = on(exchange -> {
			exchange.getResponseHeaders().set("Location", "/elsewhere");
			exchange.sendResponseHeaders(307, -1);
			exchange.close();
		});
		refused(url, "307");
		assertThat(followed).isFalse();
	}

	@Test
	void whenAnErrorThenNoAnswer() {
		refused(on(exchange -> {
			exchange.sendResponseHeaders(500, ENVELOPE.length);
			exchange.getResponseBody().write(ENVELOPE);
			exchange.close();
		}), "500");
	}

	@Test
	void whenTooLongThenNoAnswer() {
		refused(on(exchange -> {
			exchange.sendResponseHeaders(200, 0);
			try (OutputStream body = exchange.getResponseBody()) {
				body.write(new byte[100_000]);
			}
		}), "");
	}

	@Test
	void whenSilentThenGivenUpInTime() {
		refused(on(exchange -> await()), "500 ms");
	}

	@Test
	void whenItDripsThenGivenUpInTime() {
		refused(on(exchange -> {
			exchange.sendResponseHeaders(200, 500);
			exchange.getResponseBody().write('<');
			exchange.getResponseBody().flush();
			await();
		}), "500 ms");
	}

	@Test
	void whenNobodyListensOrTheAddressIsNoneThenNoAnswer() {
		String url = on(HttpExchange::close);
		server.stop(0);
		refused(url, "");
		refused("https://", "");
		refused("ftp://localhost/", "");
	}

	private void refused(String url, String text) {
		var refused = assertThatExceptionOfType(IOException.class).isThrownBy(() -> channel.post(url, ENVELOPE));
		refused.withMessageContaining(text);
	}

	private void await() {
		try {
			over.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private String on(HttpHandler handler) {
		server.createContext("/soap", handler);
		return "http://localhost:" + server.getAddress().getPort() + "/soap";
	}

}
