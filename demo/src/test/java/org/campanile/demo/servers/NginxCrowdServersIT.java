package org.campanile.demo.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
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

import org.campanile.testkit.nginx.Front;
import org.campanile.testkit.nginx.Nginx;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.Installed;
import org.campanile.testkit.servers.Stopping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The shipped nginx files in front of a node that leaves sign-on requests unanswered: all
 * other requests still pass, and nginx leaves it to the node to decide which requests
 * wait.
 */
@Timeout(120)
class NginxCrowdServersIT {

	/** The number of sign-on requests that wait at all nodes together. */
	private static final int WAITING = 256;

	private static final String BEGIN = "/profile/SAML2/Redirect/SSO?SAMLRequest=x";

	@TempDir
	private Path folder;

	private final Ports ports = new Ports();

	private final Front front = Front.plain(ports.near(0));

	private final Semaphore arrived = new Semaphore(0);

	private final CountDownLatch answer = new CountDownLatch(1);

	private final HttpServer node = node();

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private Nginx nginx;

	private final List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();

	private final List<Socket> slow = new ArrayList<>();

	@BeforeEach
	void start() throws Exception {
		Installed.NGINX.path();
		nginx = Nginx.start(folder, front, List.of("127.0.0.1:" + node.getAddress().getPort()));
	}

	@AfterEach
	void stop() throws Exception {
		answer.countDown();
		for (Socket socket : slow) {
			socket.close();
		}
		client.close();
		Stopping.all(nginx, () -> node.stop(0));
	}

	/** Only the nodes can tell whether a cookie belongs to a session. */
	@Test
	void whenACrowdWaitsThenACookieDecidesNothing() throws Exception {
		crowd();
		for (HttpRequest.Builder request : List.of(get(BEGIN), get(BEGIN).header("Cookie", "campanile-session=x"))) {
			waiting.add(client.sendAsync(request.build(), BodyHandlers.ofString()));
			assertThat(arrived.tryAcquire(60, TimeUnit.SECONDS)).as("the node decides").isTrue();
		}
	}

	@Test
	void whenACrowdWaitsThenPasswordsSessionsAndLogoutsPass() throws Exception {
		crowd();
		for (HttpRequest.Builder request : List.of(get("/login?flow=x"), post("/login"), get("/profile/Logout"),
				post("/profile/SAML2/SOAP/SLO"))) {
			assertThat(send(request).statusCode()).isEqualTo(200);
		}
	}

	/** Browsers do not send the session cookie with a form that another site posts. */
	@Test
	void whenACrowdWaitsThenWhatAServiceSendsByPostReachesTheNode() throws Exception {
		crowd();
		CompletableFuture<HttpResponse<String>> posted = client.sendAsync(post("/profile/SAML2/POST/SSO").build(),
				BodyHandlers.ofString());
		assertThat(arrived.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
		answer.countDown();
		assertThat(posted.get().statusCode()).isEqualTo(200);
	}

	@Test
	void whenBodiesComeSlowlyThenTheyTakeNoPlace() throws Exception {
		for (String head : List.of("POST %s HTTP/1.1\r\nContent-Length: 10\r\n",
				"GET %s HTTP/1.1\r\nContent-Length: 10\r\n", "GET %s HTTP/1.1\r\nTransfer-Encoding: chunked\r\n")) {
			for (int i = 0; i < WAITING; i++) {
				Socket socket = new Socket(InetAddress.getLoopbackAddress(), front.port());
				slow.add(socket);
				socket.getOutputStream()
					.write((head.formatted("/idp" + BEGIN) + "Host: localhost\r\n\r\n1").getBytes(UTF_8));
			}
		}
		crowd();
		assertThat(slow).hasSize(3 * WAITING);
	}

	@Test
	void whenTheCrowdIsServedThenWhoBeginsIsLetInAgain() throws Exception {
		crowd();
		answer.countDown();
		for (CompletableFuture<HttpResponse<String>> one : waiting) {
			assertThat(one.get().statusCode()).isEqualTo(200);
		}
		assertThat(send(get(BEGIN)).statusCode()).isEqualTo(200);
	}

	/** Sends as many sign-on requests as may wait. */
	private void crowd() throws Exception {
		for (int i = 0; i < WAITING; i++) {
			waiting.add(client.sendAsync(get(BEGIN).build(), BodyHandlers.ofString()));
		}
		assertThat(arrived.tryAcquire(WAITING, 60, TimeUnit.SECONDS)).as("all of them are let in").isTrue();
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

	/**
	 * Holds sign-on requests until the end of the test, and answers all others at once.
	 */
	private void serve(HttpExchange exchange) throws IOException {
		try (exchange) {
			exchange.getRequestBody().readAllBytes();
			String path = exchange.getRequestURI().getPath();
			if (path.endsWith("/SSO")) {
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
