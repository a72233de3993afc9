package org.campanile.perf.scenario;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** A server with a login page and a fixed answer to passwords. */
final class LoginServer implements AutoCloseable {

	/** The page by which a browser delivers the answer to the service after a sign-on. */
	static final String SIGNED_ON = answer("Success");

	final List<String> posted = new CopyOnWriteArrayList<>();

	/** The requests of sign-ons that a service began: method, then query or form. */
	final List<String> requests = new CopyOnWriteArrayList<>();

	private final AtomicLong sent = new AtomicLong();

	private final HttpServer server;

	/**
	 * @param answer the answer to a password
	 */
	LoginServer(String answer) throws IOException {
		server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/start", exchange -> {
			exchange.getResponseHeaders().add("Set-Cookie", "csrf=abc; Path=/; HttpOnly");
			send(exchange, """
					<form action="/other"><input name="lang"></form>
					<form action="/login?a=1&amp;b=2" method="post">
					<input type="hidden" name="flow" value="x&#43;y&#61;">
					<input name="j_username"><input type="password" name="j_password"></form>
					""");
		});
		server.createContext("/sso", exchange -> {
			requests.add(exchange.getRequestMethod() + " "
					+ (exchange.getRequestMethod().equals("POST")
							? new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII)
							: exchange.getRequestURI().getRawQuery()));
			exchange.getResponseHeaders().add("Set-Cookie", "flow=f1; Path=/; HttpOnly");
			exchange.getResponseHeaders().add("Location", "start?step=form");
			exchange.sendResponseHeaders(302, -1);
			exchange.close();
		});
		server.createContext("/odd", exchange -> send(exchange,
				"<form action=\"/a|b\"><input name=\"j_username\"><input name=\"j_password\"></form>"));
		server.createContext("/login", exchange -> {
			posted.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().getFirst("Cookie") + " "
					+ new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
			send(exchange, answer);
		});
		server.start();
	}

	/**
	 * Returns a page with a SAML response of this status, in Base64 with the escapes that
	 * templates use.
	 */
	static String answer(String status) {
		String xml = "<Status><StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:" + status + "\"/>~~~?</Status>";
		return "<form><input type=\"hidden\" name=\"RelayState\" value=\"\"><input type=\"hidden\" "
				+ "name=\"SAMLResponse\" value=\""
				+ Base64.getEncoder()
					.encodeToString(xml.getBytes(StandardCharsets.UTF_8))
					.replace("+", "&#43;")
					.replace("=", "&#x3D;")
				+ "\"></form>";
	}

	/** Returns the bytes of the pages sent. */
	long sent() {
		return sent.get();
	}

	URI start() {
		return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/start");
	}

	private void send(HttpExchange exchange, String page) throws IOException {
		byte[] content = page.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(200, content.length);
		try (exchange) {
			exchange.getResponseBody().write(content);
			sent.addAndGet(content.length);
		}
	}

	@Override
	public void close() {
		server.stop(0);
	}

}
