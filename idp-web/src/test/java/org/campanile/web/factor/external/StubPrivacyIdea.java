package org.campanile.web.factor.external;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/** A stub that answers like privacyIDEA 3.14, or as a test configures. */
public final class StubPrivacyIdea implements AutoCloseable {

	static final String TRANSACTION = "01234567890123456789";

	/** The answer to a trigger if the fail counter of the only token is exceeded. */
	static final String LOCKED = json("0", "REJECT",
			"\"message\":\"Failcounter exceeded\",\"messages\":[\"Failcounter exceeded\"],\"multi_challenge\":[]");

	private final HttpServer server;

	/** The requests received, in order. */
	final List<Asked> asked = new CopyOnWriteArrayList<>();

	/** Answers all requests, unless null. */
	volatile @Nullable Handler instead;

	volatile String confirmation = "pending";

	interface Handler {

		void answer(HttpExchange exchange) throws IOException;

	}

	record Asked(String path, Map<String, String> fields, @Nullable String token) {
	}

	public StubPrivacyIdea() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
		this.server.createContext("/", this::handle);
		this.server.start();
	}

	public String url() {
		return "http://localhost:" + this.server.getAddress().getPort();
	}

	/** Returns the paths of the requests received, in order. */
	public List<String> paths() {
		return this.asked.stream().map(Asked::path).toList();
	}

	private void handle(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		String query = exchange.getRequestURI().getRawQuery();
		Asked question = new Asked(exchange.getRequestURI().getPath(), fields(query == null ? body : query),
				exchange.getRequestHeaders().getFirst("PI-Authorization"));
		this.asked.add(question);
		Handler handler = this.instead;
		if (handler != null) {
			handler.answer(exchange);
		}
		else {
			send(exchange, 200, answer(question));
		}
		exchange.close();
	}

	private String answer(Asked question) {
		return switch (question.path()) {
			case "/validate/triggerchallenge" ->
				"bob".equals(question.fields().get("user")) ? json("0", "REJECT", "\"messages\":[]")
						: json("1", "CHALLENGE", challenge("poll", "Please confirm"));
			case "/validate/polltransaction" -> json(String.valueOf(this.confirmation.equals("accept")), null,
					"\"challenge_status\":\"" + this.confirmation + "\"");
			default -> check(question.fields());
		};
	}

	private String check(Map<String, String> fields) {
		if (!"alice".equals(fields.get("user"))) {
			return """
					{"id":1,"jsonrpc":"2.0","result":{"status":true,"value":false,"authentication":"REJECT"},
					"detail":{"message":"The user has no tokens assigned"}}""";
		}
		boolean answers = TRANSACTION.equals(fields.get("transaction_id"));
		return switch (fields.getOrDefault("pass", "")) {
			case "123456" -> json("true", "ACCEPT", "\"message\":\"matching 1 tokens\",\"serial\":\"OATH1\"");
			case "pin" -> json("false", "CHALLENGE", challenge("interactive", "Please enter the code"));
			case "" -> answers && this.confirmation.equals("accept") ? json("true", "ACCEPT", "\"message\":\"Found\"")
					: json("false", "REJECT", "\"message\":\"Response did not match\"");
			default -> json("false", "REJECT", "\"message\":\"wrong otp value\"");
		};
	}

	static String challenge(String mode, String message) {
		return "\"message\":\"" + message + "\",\"transaction_id\":\"" + TRANSACTION + "\",\"multi_challenge\":[{"
				+ "\"client_mode\":\"" + mode + "\",\"message\":\"" + message + "\",\"transaction_id\":\"" + TRANSACTION
				+ "\",\"type\":\"hotp\"}]";
	}

	static String json(String value, @Nullable String authentication, String detail) {
		return "{\"detail\":{" + detail + "},\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{\"status\":true,\"value\":"
				+ value + (authentication == null ? "" : ",\"authentication\":\"" + authentication + '"')
				+ "},\"version\":\"privacyIDEA 3.14\"}";
	}

	/** Forgets the requests received. */
	public void forget() {
		this.asked.clear();
	}

	/** Gives this answer to all further requests. */
	void answerWith(int status, String body) {
		this.instead = exchange -> send(exchange, status, body);
	}

	static void send(HttpExchange exchange, int status, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().set("Content-Type", "application/json");
		exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
		exchange.getResponseBody().write(bytes);
	}

	private static Map<String, String> fields(String encoded) {
		Map<String, String> fields = new HashMap<>();
		for (String pair : encoded.split("&")) {
			int equals = pair.indexOf('=');
			if (equals > 0) {
				fields.put(pair.substring(0, equals),
						URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
			}
		}
		return fields;
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
