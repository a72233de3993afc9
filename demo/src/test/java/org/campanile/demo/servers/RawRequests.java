package org.campanile.demo.servers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Requests that no HTTP client would send. */
final class RawRequests {

	private RawRequests() {
	}

	/**
	 * Sends a request, and returns the response up to the end of the stream or a timeout.
	 * @param from the loopback address to send from
	 */
	static String send(String from, int port, String request) throws IOException {
		try (Socket socket = new Socket()) {
			socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
			socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 5_000);
			socket.setSoTimeout(15_000);
			ByteArrayOutputStream answer = new ByteArrayOutputStream();
			try {
				socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
				socket.getInputStream().transferTo(answer);
			}
			catch (SocketException | SocketTimeoutException ex) {
				// The connection was closed while we wrote, or is kept alive for another
				// request.
				socket.shutdownInput();
			}
			return answer.toString(StandardCharsets.ISO_8859_1);
		}
	}

}
