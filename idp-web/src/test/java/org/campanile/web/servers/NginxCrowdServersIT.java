package org.campanile.web.servers;

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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.web.cluster.Front;
import org.campanile.web.cluster.Nginx;
import org.campanile.web.cluster.Ports;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * R14, R15, with the shipped files of nginx and a node that answers nobody who begins: a
 * crowd of them is turned away by nginx, and everybody else still passes.
 */
@Timeout(120)
class NginxCrowdServersIT {

	/** As in the files of {@code deploy/nginx}. */
	private static final int WAITING = 256;

	private static final String BEGIN = "/profile/SAML2/Redirect/SSO?SAMLRequest=x";

	@TempDir
	private Path folder;

	private final Ports ports = new Ports();

	private final Front front = Front.plain(ports.near(0));

	private final Semaphore arrived = new Semaphore(0);

	private final CountDownLatch answer = new CountDownLatch(1);

	private final HttpServer node = node();

	private final HttpClient client = HttpClient.newHttpClient();

	private Nginx nginx;

	private final List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();

	@BeforeEach
	void fill() throws Exception {
		Installed.NGINX.path();
		nginx = Nginx.start(folder, front, List.of("127.0.0.1:" + node.getAddress().getPort()));
		for (int i = 0; i < WAITING; i++) {
			waiting.add(client.sendAsync(get(BEGIN).build(), BodyHandlers.ofString()));
		}
		assertThat(arrived.tryAcquire(WAITING, 60, TimeUnit.SECONDS)).as("all of them are let in").isTrue();
	}

	@AfterEach
	void stop() {
		answer.countDown();
		client.close();
		Stopping.all(nginx, () -> node.stop(0));
	}

	@Test
	void whenACrowdWaitsThenWhoBeginsIsTurnedAwayByNginx() throws Exception {
		for (HttpRequest.Builder request : List.of(get(BEGIN), get("/profile/SAML2/Unsolicited/SSO?providerId=x"),
				get(BEGIN).header("Cookie", "other=campanile-session=x"), post("/profile/SAML2/POST/SSO"))) {
			HttpResponse<String> refused = send(request);
			assertThat(refused.statusCode()).isEqualTo(503);
			assertThat(refused.headers().firstValue("Retry-After")).contains("5");
			assertThat(refused.headers().firstValue("Cache-Control")).contains("no-store");
			assertThat(refused.body()).contains("Too many people are signing in", "OVERLOADED");
		}
		assertThat(arrived.availablePermits()).as("the node has seen none of them").isZero();
	}

	@Test
	void whenACrowdWaitsThenPasswordsSessionsAndLogoutsPass() throws Exception {
		for (HttpRequest.Builder request : List.of(get("/login?flow=x"), post("/login"), get("/profile/Logout"),
				post("/profile/SAML2/SOAP/SLO"), get(BEGIN).header("Cookie", "a=b; campanile-session=x"),
				get(BEGIN).header("Cookie", "__Host-campanile-session=x; a=b"))) {
			assertThat(send(request).statusCode()).isEqualTo(200);
		}
	}

	@Test
	void whenTheCrowdIsServedThenWhoBeginsIsLetInAgain() throws Exception {
		answer.countDown();
		for (CompletableFuture<HttpResponse<String>> one : waiting) {
			assertThat(one.get().statusCode()).isEqualTo(200);
		}
		assertThat(send(get(BEGIN)).statusCode()).isEqualTo(200);
	}

	private HttpRequest.Builder get(String path) {
		return HttpRequest.newBuilder(URI.create(front.baseUrl() + path));
	}

	private HttpRequest.Builder post(String path) {
		return get(path).POST(BodyPublishers.ofString("SAMLRequest=x"))
			.header("Content-Type", "application/x-www-form-urlencoded");
	}

	private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
		return client.send(request.build(), BodyHandlers.ofString());
	}

	private HttpServer node() {
		try {
			HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
			server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
			server.createContext("/", this::serve);
			server.start();
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Whoever begins waits for the end of the test. */
	private void serve(HttpExchange exchange) throws IOException {
		try (exchange) {
			exchange.getRequestBody().readAllBytes();
			String path = exchange.getRequestURI().getPath();
			boolean begins = path.endsWith("/SSO") && !exchange.getRequestHeaders()
				.getOrDefault("Cookie", List.of(""))
				.getFirst()
				.matches("(.*; )?(__Host-)?campanile-session=.*");
			if (begins) {
				arrived.release();
				answer.await();
			}
			exchange.sendResponseHeaders(200, -1);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
