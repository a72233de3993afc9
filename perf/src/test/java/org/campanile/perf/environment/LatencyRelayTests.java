package org.campanile.perf.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LatencyRelayTests {

	@AutoClose
	private ServerSocket echo = newServer();

	@BeforeEach
	void serve() {
		Thread.ofVirtual().start(() -> {
			while (!echo.isClosed()) {
				try {
					Socket client = echo.accept();
					Thread.ofVirtual().start(() -> echo(client));
				}
				catch (IOException ex) {
					return;
				}
			}
		});
	}

	@Test
	void whenAskedThenAnswersComeLaterByTheLatency() throws IOException {
		try (LatencyRelay relay = LatencyRelay.start(echo.getLocalPort(), Duration.ofMillis(60));
				Socket client = connect(relay)) {
			for (int i = 0; i < 3; i++) {
				long began = System.nanoTime();
				assertThat(ask(client, "hello")).isEqualTo("hello");
				assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(60_000_000L);
			}
		}
	}

	@Test
	void whenMuchIsSentThenAllOfItComesInOrder() throws IOException {
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < 100_000; i++) {
			text.append(i).append(' ');
		}
		try (LatencyRelay relay = LatencyRelay.start(echo.getLocalPort(), Duration.ofMillis(1));
				Socket client = connect(relay)) {
			assertThat(ask(client, text.toString())).isEqualTo(text.toString());
		}
	}

	@Test
	void whenTheServerIsAwayThenTheConnectionEnds() throws IOException {
		int port = echo.getLocalPort();
		echo.close();
		try (LatencyRelay relay = LatencyRelay.start(port, Duration.ofMillis(1)); Socket client = connect(relay)) {
			client.setSoTimeout(10_000);
			assertThat(client.getInputStream().read()).isEqualTo(-1);
		}
	}

	@Test
	void whenClosedThenConnectionsEnd() throws IOException {
		LatencyRelay relay = LatencyRelay.start(echo.getLocalPort(), Duration.ZERO);
		try (Socket client = connect(relay)) {
			assertThat(ask(client, "hello")).isEqualTo("hello");
			client.setSoTimeout(10_000);

			relay.close();

			assertThat(ended(client)).isTrue();
		}
	}

	private static boolean ended(Socket client) throws IOException {
		try {
			return client.getInputStream().read() < 0;
		}
		catch (java.net.SocketException reset) {
			return true;
		}
	}

	private static Socket connect(LatencyRelay relay) throws IOException {
		return new Socket(InetAddress.getLoopbackAddress(), relay.port());
	}

	private static String ask(Socket client, String text) throws IOException {
		byte[] sent = text.getBytes(StandardCharsets.UTF_8);
		Thread.ofVirtual().start(() -> {
			try {
				client.getOutputStream().write(sent);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		});
		InputStream in = client.getInputStream();
		return new String(in.readNBytes(sent.length), StandardCharsets.UTF_8);
	}

	private static void echo(Socket client) {
		try (client) {
			client.getInputStream().transferTo(client.getOutputStream());
		}
		catch (IOException ex) {
			// The other side has closed the connection.
		}
	}

	private static ServerSocket newServer() {
		try {
			return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
