package org.campanile.web.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.campanile.testkit.browser.Page;

/** Sends requests as raw bytes, including ones that no HTTP client would send. */
public final class RawHttp {

	private RawHttp() {
	}

	/**
	 * Sends a request line and headers; adds Host and {@code Connection: close}.
	 * @param target the request target, sent unchanged
	 * @param headers further header lines
	 */
	public static Page send(TestIdp idp, String method, String target, String body, String... headers) {
		StringBuilder head = new StringBuilder(method + ' ' + target + " HTTP/1.1\r\n");
		boolean host = false;
		for (String header : headers) {
			host |= header.startsWith("Host:");
			head.append(header).append("\r\n");
		}
		if (!host) {
			head.append("Host: ").append(URI.create(idp.baseUrl()).getRawAuthority()).append("\r\n");
		}
		head.append("Connection: close\r\n\r\n").append(body);
		return exchange(URI.create(idp.baseUrl()), head.toString().getBytes(StandardCharsets.UTF_8));
	}

	private static Page exchange(URI server, byte[] request) {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
			socket.setSoTimeout(20_000);
			ByteArrayOutputStream answer = new ByteArrayOutputStream();
			OutputStream out = socket.getOutputStream();
			try {
				out.write(request);
				out.flush();
			}
			catch (SocketException ex) {
				// The server may close the connection without reading all of a request
				// that it refuses.
				answer.reset();
			}
			InputStream in = socket.getInputStream();
			try {
				in.transferTo(answer);
			}
			catch (SocketException ex) {
				// The server reset the connection after its response, as it did not read
				// all of the request.
				out.close();
			}
			return parse(server, answer.toString(StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Page parse(URI server, String answer) {
		int end = answer.indexOf("\r\n\r\n");
		if (end < 0) {
			throw new AssertionError("no HTTP response: " + answer);
		}
		String[] lines = answer.substring(0, end).split("\r\n");
		Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		for (int i = 1; i < lines.length; i++) {
			int colon = lines[i].indexOf(':');
			headers.computeIfAbsent(lines[i].substring(0, colon), name -> new ArrayList<>())
				.add(lines[i].substring(colon + 1).strip());
		}
		return new Page(Integer.parseInt(lines[0].split(" ")[1]), server,
				HttpHeaders.of(headers, (name, value) -> true), answer.substring(end + 4));
	}

}
