package org.campanile.web.overload;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Which connections a node keeps when it has many. */
@Timeout(120)
class CrowdedConnectionsTests {

	private static final int MAX_CONNECTIONS = 40;

	private static TestIdp idp;

	private static PacedHttpProtocol protocol;

	private static ForeignService service;

	private final List<Socket> sockets = new ArrayList<>();

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		Path home = TestIdp.newHome();
		service = ForeignService
			.at("one.example.org", Clock.systemUTC(), metadata -> metadata.withAuthnRequestsSigned(false))
			.registered(home);
		List<ApplicationContext> contexts = new ArrayList<>();
		idp = TestIdp.start(home, contexts::add, "server.tomcat.max-connections=" + MAX_CONNECTIONS,
				"server.tomcat.connection-timeout=60s");
		var context = (ServletWebServerApplicationContext) contexts.getFirst();
		TomcatWebServer server = (TomcatWebServer) Objects.requireNonNull(context.getWebServer());
		protocol = (PacedHttpProtocol) server.getTomcat().getConnector().getProtocolHandler();
	}

	@AfterAll
	static void stop() {
		idp.close();
	}

	@AfterEach
	void close() throws IOException {
		for (Socket socket : sockets) {
			socket.close();
		}
		Polling.until(() -> protocol.getConnectionCount() < MAX_CONNECTIONS / 2);
	}

	@Test
	void whenFewConnectionsAreOpenThenTheAnswerClosesNone() {
		assertThat(closes(signIn())).isFalse();
	}

	@Test
	void whenManyConnectionsAreOpenThenUsersWhoTypeKeepTheirsAndTheAnswerClosesIt() throws Exception {
		crowd();
		Page login = browser.open(service.redirect(idp, AuthnRequestOptions.PLAIN).url());
		assertThat(closes(login)).isFalse();
		assertThat(closes(browser.login(login, "alice", "wrong"))).as("it is typed again").isFalse();
		assertThat(closes(signIn())).isTrue();
		assertThat(closes(browser.get(service.redirect(idp, AuthnRequestOptions.PLAIN).url()))).as("with a session")
			.isTrue();
	}

	@Test
	void whenManyConnectionsAreOpenThenAConnectionWithAFormIsKeptForLonger() throws Exception {
		crowd();
		URI request = URI.create(service.redirect(idp, AuthnRequestOptions.PLAIN).url());
		Socket typing = send(
				"GET " + request.getRawPath() + '?' + request.getRawQuery() + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
		assertThat(head(typing)).startsWith("HTTP/1.1 200");
		Socket other = send("GET /idp/metadata HTTP/1.1\r\nHost: localhost\r\n\r\n");
		assertThat(head(other)).startsWith("HTTP/1.1 200");
		other.getInputStream().readAllBytes();
		typing.setSoTimeout(1);
		assertThat(isOpen(typing)).as("though it is older").isTrue();
	}

	@Test
	void whenTheConnectionIsAProxysThenTheAnswerClosesNone() throws Exception {
		crowd();
		browser.withHeader("X-Forwarded-For", "192.0.2.1");
		assertThat(closes(signIn())).isFalse();
	}

	private Page signIn() {
		RedirectRequest request = service.redirect(idp, AuthnRequestOptions.PLAIN);
		Page answer = browser.login(browser.open(request.url()), "alice", "alice-demo");
		assertThat(service.read(idp, answer, request.id()).success().values("uid")).containsExactly("alice");
		return answer;
	}

	private static boolean closes(Page page) {
		return page.headers().allValues("connection").contains("close");
	}

	private void crowd() throws IOException {
		for (int i = 0; i < MAX_CONNECTIONS / 2; i++) {
			send("");
		}
		Polling.until(() -> protocol.getConnectionCount() > MAX_CONNECTIONS / 2);
	}

	private Socket send(String text) throws IOException {
		Socket socket = new Socket("localhost", URI.create(idp.baseUrl()).getPort());
		sockets.add(socket);
		socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
		return socket;
	}

	private static boolean isOpen(Socket socket) throws IOException {
		try {
			while (true) {
				if (socket.getInputStream().read() < 0) {
					return false;
				}
			}
		}
		catch (SocketTimeoutException nothingMore) {
			return true;
		}
	}

	/** Status line and headers, in lower case except for the former. */
	private static String head(Socket socket) throws IOException {
		InputStream in = socket.getInputStream();
		StringBuilder head = new StringBuilder();
		while (head.indexOf("\r\n\r\n") < 0) {
			int next = in.read();
			if (next < 0) {
				break;
			}
			head.append((char) next);
		}
		int line = Math.max(head.indexOf("\r\n"), 0);
		return head.substring(0, line) + head.substring(line).toLowerCase(Locale.ROOT);
	}

}
