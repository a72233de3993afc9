package org.campanile.web.overload;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests clients of the management port that send slowly, or too much. */
@Timeout(60)
class ManagementConnectionTests {

	@AutoClose
	private static TestIdp idp;

	@BeforeAll
	static void start() {
		idp = TestIdp.start("server.tomcat.connection-timeout=1s");
	}

	@ParameterizedTest
	@CsvSource({ "'Content-Length: 10000', 408", "'Content-Length: 300000', 413", "'Transfer-Encoding: chunked', 413" })
	void whenABodyIsLargeOrStallsThenItIsRefusedAndTheConnectionClosed(String header, int status) throws Exception {
		try (Socket socket = send("POST /actuator/flightrecorder HTTP/1.1\r\nHost: localhost\r\n" + header
				+ "\r\nAuthorization: Bearer " + idp.managementToken() + "\r\n\r\n1")) {
			assertThat(rest(socket)).startsWith("HTTP/1.1 " + status);
		}
	}

	/** The limit also applies to unauthenticated requests. */
	@Test
	void whenABodyOfAStrangerIsTrickledThenTheConnectionIsClosed() throws Exception {
		assertThat(trickle("POST /none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n"))
			.startsWith("HTTP/1.1 408");
	}

	@Test
	void whenAHeadIsTrickledThenTheConnectionIsClosed() throws Exception {
		assertThat(trickle("GET /actuator/health HTTP/1.1\r\nX: ")).doesNotContain("200");
	}

	@Test
	void whenTheBodyIsSmallThenItIsAnswered() throws Exception {
		try (Socket socket = send("DELETE /actuator/sessions/alice HTTP/1.1\r\nHost: localhost\r\n"
				+ "Connection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\nAuthorization: Bearer "
				+ idp.managementToken() + "\r\n\r\n{}")) {
			assertThat(rest(socket)).startsWith("HTTP/1.1 200");
		}
	}

	/** Sends byte by byte, and returns the response once the connection is closed. */
	private static String trickle(String begin) throws IOException {
		try (Socket socket = send(begin)) {
			StringBuilder answer = new StringBuilder();
			socket.setSoTimeout(100);
			for (int i = 0; i < 400; i++) {
				try {
					int read = socket.getInputStream().read();
					if (read < 0) {
						return answer.toString();
					}
					answer.append((char) read);
				}
				catch (SocketTimeoutException ex) {
					socket.getOutputStream().write('a');
				}
				catch (SocketException ex) {
					return answer.toString();
				}
			}
			throw new AssertionError("still open after: " + answer);
		}
	}

	private static String rest(Socket socket) throws IOException {
		return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

	private static Socket send(String text) throws IOException {
		Socket socket = new Socket("localhost", URI.create(idp.managementUrl()).getPort());
		socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
		return socket;
	}

}
