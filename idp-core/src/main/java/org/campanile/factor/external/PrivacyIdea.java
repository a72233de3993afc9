package org.campanile.factor.external;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.campanile.factor.external.ExternalValidator.UnansweredException.Cause;
import org.campanile.http.OutgoingHttp;

/**
 * privacyIDEA 3 over its REST interface: {@code /validate/check},
 * {@code /validate/triggerchallenge} and {@code /validate/polltransaction}. Answers are
 * read strictly: an undocumented form proves nothing. Thread-safe.
 */
public final class PrivacyIdea implements ExternalValidator {

	/**
	 * The largest size of an answer, in bytes; an image in a challenge is its largest
	 * part.
	 */
	static final int MAX_ANSWER = 262_144;

	private static final int MAX_DEPTH = 30;

	private static final int MAX_DETAIL = 200;

	private static final int OK = 200;

	private static final int UNAUTHORIZED = 401;

	private static final int FORBIDDEN = 403;

	private static final int REQUEST_TIMEOUT = 408;

	private static final int SERVER_ERRORS = 500;

	/** The code of UserError: the user is in no resolver of the realm. */
	private static final int UNKNOWN_USER = 904;

	private static final JsonMapper MAPPER = JsonMapper
		.builder(JsonFactory.builder()
			.streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
			.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
			.build())
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	private final Settings settings;

	private final OutgoingHttp http;

	/**
	 * The settings with which the system is reached.
	 *
	 * @param url its base address, without a slash at the end
	 * @param realm the realm of the users; empty for its default
	 * @param serviceToken the token that permits to begin challenges; empty for none
	 * @param timeout for each answer
	 */
	public record Settings(String url, String realm, Optional<String> serviceToken, Duration timeout) {

		/** Omits the token, which is secret. */
		@Override
		public String toString() {
			return "Settings[" + url + "]";
		}

	}

	/**
	 * @param http a client of its own, which is closed with it: requests to other servers
	 * must not take the connections
	 */
	public PrivacyIdea(Settings settings, OutgoingHttp http) {
		this.settings = settings;
		this.http = http;
	}

	@Override
	public Answer check(String user, String code, String transaction) throws UnansweredException {
		Map<String, String> fields = user(user);
		fields.put("pass", code);
		if (!transaction.isEmpty()) {
			fields.put("transaction_id", transaction);
		}
		return answer(post("/validate/check", fields, Map.of()));
	}

	@Override
	public Answer trigger(String user) throws UnansweredException {
		String token = settings.serviceToken()
			.orElseThrow(() -> new UnansweredException(Cause.REFUSED, "there is no service token"));
		JsonNode answer = post("/validate/triggerchallenge", user(user), Map.of("PI-Authorization", token));
		if (answer.path("result").has("error")) {
			return answer(answer);
		}
		JsonNode value = answer.path("result").path("value");
		if (!value.isIntegralNumber()) {
			throw notUnderstood("result.value is not a number");
		}
		Answer begun = value.asInt() == 0 ? new Answer.NoToken("no challenge could be begun: " + message(answer))
				: challenged(answer);
		// A token that is locked, or whose gateway fails, has a message and no challenge.
		return begun instanceof Answer.NoToken && answer.path("detail").path("messages").size() > value.asInt()
				? new Answer.Rejected(message(answer)) : begun;
	}

	@Override
	public Confirmation confirmation(String transaction) throws UnansweredException {
		JsonNode answer = send(OutgoingHttp.Request
			.get(settings.url() + "/validate/polltransaction?transaction_id=" + encoded(transaction), true));
		JsonNode value = answer.path("result").path("value");
		if (!value.isBoolean()) {
			throw notUnderstood("result.value is not a boolean");
		}
		return switch (answer.path("detail").path("challenge_status").asString("")) {
			case "declined", "cancelled" -> Confirmation.DECLINED;
			default -> value.asBoolean() ? Confirmation.CONFIRMED : Confirmation.PENDING;
		};
	}

	private Map<String, String> user(String user) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", user);
		if (!settings.realm().isEmpty()) {
			fields.put("realm", settings.realm());
		}
		return fields;
	}

	/**
	 * Reads an answer, and accepts only if both of its statements agree; versions before
	 * 3.6 state only {@code value}.
	 */
	private Answer answer(JsonNode answer) throws UnansweredException {
		JsonNode error = answer.path("result").path("error");
		if (error.path("code").asInt(0) == UNKNOWN_USER) {
			return new Answer.NoToken(printable(error.path("message").asString("")));
		}
		JsonNode value = answer.path("result").path("value");
		if (!value.isBoolean()) {
			throw notUnderstood("result.value is not a boolean");
		}
		String authentication = answer.path("result").path("authentication").asString("");
		boolean accepted = value.asBoolean();
		return switch (authentication) {
			case "ACCEPT", "" -> {
				if (!accepted && !authentication.isEmpty()) {
					throw notUnderstood("result.value is false and result.authentication is ACCEPT");
				}
				yield accepted ? new Answer.Accepted() : answer.path("detail").has("transaction_id")
						? challenged(answer) : new Answer.Rejected(message(answer));
			}
			case "CHALLENGE", "REJECT", "DECLINED" -> {
				if (accepted) {
					throw notUnderstood("result.value is true and result.authentication is " + authentication);
				}
				yield authentication.equals("CHALLENGE") ? challenged(answer) : new Answer.Rejected(
						authentication.equals("DECLINED") ? "declined on the device" : message(answer));
			}
			default -> throw notUnderstood("result.authentication is unknown");
		};
	}

	private static Answer challenged(JsonNode answer) throws UnansweredException {
		JsonNode detail = answer.path("detail");
		String transaction = detail.path("transaction_id").asString("");
		if (!transaction.matches("[A-Za-z0-9_-]{1,64}")) {
			throw notUnderstood("a challenge without a usable transaction_id");
		}
		boolean push = false;
		boolean code = false;
		boolean other = false;
		for (JsonNode challenge : detail.path("multi_challenge")) {
			switch (challenge.path("client_mode").asString("interactive")) {
				case "poll" -> push = true;
				case "interactive", "" -> code = true;
				default -> other = true;
			}
		}
		if (other && !push && !code) {
			return new Answer.NoToken("its only challenges are for a browser's authenticator (WebAuthn), "
					+ "which this page cannot ask; enrol passkeys here instead");
		}
		return new Answer.Challenged(transaction, message(answer), code || !push, push);
	}

	private JsonNode post(String path, Map<String, String> fields, Map<String, String> headers)
			throws UnansweredException {
		Map<String, String> all = new LinkedHashMap<>(headers);
		all.put("Content-Type", "application/x-www-form-urlencoded");
		String form = fields.entrySet()
			.stream()
			.map(field -> encoded(field.getKey()) + '=' + encoded(field.getValue()))
			.collect(Collectors.joining("&"));
		return send(
				OutgoingHttp.Request.post(settings.url() + path, all, form.getBytes(StandardCharsets.US_ASCII), true));
	}

	private static String encoded(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

	/**
	 * @return an answer whose {@code result.status} is true, or that says that the user
	 * is unknown
	 */
	private JsonNode send(OutgoingHttp.Request request) throws UnansweredException {
		OutgoingHttp.Response response;
		try {
			response = http.send(request, settings.timeout(), MAX_ANSWER);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new UnansweredException(Cause.NO_ANSWER, "the login was interrupted", ex);
		}
		catch (IOException ex) {
			throw new UnansweredException(Cause.NO_ANSWER, String.valueOf(ex.getMessage()), ex);
		}
		Optional<JsonNode> json = json(response.body());
		JsonNode result = json.map(answer -> answer.path("result")).orElse(MAPPER.missingNode());
		if (response.status() == OK && result.path("status").isBoolean() && result.path("status").asBoolean()) {
			return json.orElseThrow();
		}
		JsonNode error = result.path("error");
		if (error.path("code").isIntegralNumber()) {
			if (error.path("code").asInt() == UNKNOWN_USER) {
				return json.orElseThrow();
			}
			throw new UnansweredException(response.status() >= SERVER_ERRORS ? Cause.FAULT : Cause.REFUSED,
					"status " + response.status() + ", error " + error.path("code").asInt() + ": "
							+ printable(error.path("message").asString("")));
		}
		throw switch (response.status()) {
			case OK -> notUnderstood(json.isPresent() ? "no result.status" : "not JSON");
			case UNAUTHORIZED, FORBIDDEN, REQUEST_TIMEOUT ->
				new UnansweredException(Cause.FAULT, "status " + response.status());
			default -> new UnansweredException(response.status() >= SERVER_ERRORS ? Cause.FAULT : Cause.NOT_UNDERSTOOD,
					"status " + response.status());
		};
	}

	private static Optional<JsonNode> json(byte[] body) {
		try {
			JsonNode answer = MAPPER.readTree(body);
			return answer.isObject() ? Optional.of(answer) : Optional.empty();
		}
		catch (JacksonException ex) {
			// The status determines the outcome; the body may be anything.
			return Optional.empty();
		}
	}

	private static UnansweredException notUnderstood(String what) {
		return new UnansweredException(Cause.NOT_UNDERSTOOD, "not an answer of privacyIDEA: " + what);
	}

	private static String message(JsonNode answer) {
		return printable(answer.path("detail").path("message").asString(""));
	}

	/**
	 * Returns the text shortened, and without characters that could disturb a page or a
	 * line of the log.
	 */
	private static String printable(String text) {
		String plain = text.codePoints()
			.map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT
					|| Character.getType(c) == Character.SURROGATE ? ' ' : c)
			.limit(MAX_DETAIL)
			.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
			.toString();
		return plain.strip().toLowerCase(Locale.ROOT).equals("null") ? "" : plain.strip();
	}

	@Override
	public void close() throws IOException {
		http.close();
	}

}
