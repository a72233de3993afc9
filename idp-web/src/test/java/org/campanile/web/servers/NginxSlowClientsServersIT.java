package org.campanile.web.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;

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

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * With the shipped files of nginx: clients of HTTP/2 that begin and then send or read
 * nothing keep nobody else from beginning, however many streams they hold open.
 */
@Timeout(120)
class NginxSlowClientsServersIT {

	private static final String BEGIN = "/idp/profile/SAML2/Redirect/SSO?SAMLRequest=x";

	/** As many as nginx lets one connection have. */
	private static final int STREAMS = 128;

	/** With all of their streams more than may begin at once. */
	private static final int CONNECTIONS = 3;

	@TempDir
	private Path folder;

	private final Ports ports = new Ports();

	private final Semaphore seen = new Semaphore(0);

	private final List<Http2Connection> slow = new ArrayList<>();

	private HttpServer node;

	private Front front;

	private SSLContext trust;

	private Nginx nginx;

	@BeforeEach
	void start() throws Exception {
		node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
		node.createContext("/", this::answer);
		node.start();
		Front.Tls tls = FrontCertificate.make(folder);
		trust = FrontCertificate.trusting(tls.certificate());
		front = Front.withTls(ports.near(0), tls);
		nginx = Nginx.start(folder, front, List.of("127.0.0.1:" + node.getAddress().getPort()));
	}

	@AfterEach
	void stop() {
		slow.forEach(Http2Connection::close);
		Stopping.all(nginx, () -> node.stop(0));
	}

	@Test
	void whenTheyNeverReadTheirAnswersThenOthersBegin() throws Exception {
		for (int i = 0; i < CONNECTIONS; i++) {
			hold(false);
			// No more at once than may begin.
			assertThat(seen.tryAcquire(STREAMS, 30, TimeUnit.SECONDS)).as("all were answered").isTrue();
		}
		assertOthersBegin();
	}

	@Test
	void whenTheyNeverSendTheBodyOfAGetThenOthersBegin() throws Exception {
		for (int i = 0; i < CONNECTIONS; i++) {
			hold(true);
		}
		assertThat(seen.availablePermits()).as("the node sees no request before its end").isZero();
		assertOthersBegin();
	}

	/** As many as one connection may. */
	private void hold(boolean more) throws IOException {
		Http2Connection connection = new Http2Connection(trust, front.port());
		slow.add(connection);
		for (int stream = 0; stream < STREAMS; stream++) {
			connection.get(BEGIN, more);
		}
		connection.ping();
	}

	private void assertOthersBegin() throws Exception {
		try (HttpClient client = HttpClient.newBuilder().sslContext(trust).build()) {
			URI address = URI.create("https://localhost:" + front.port() + BEGIN);
			assertThat(client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body())
				.isEqualTo("begun");
		}
	}

	private void answer(HttpExchange exchange) throws IOException {
		try (exchange) {
			byte[] body = "begun".getBytes(UTF_8);
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
			seen.release();
		}
	}

}
