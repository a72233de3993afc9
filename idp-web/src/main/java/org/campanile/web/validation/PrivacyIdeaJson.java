package org.campanile.web.validation;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;

/**
 * Answers in the form of privacyIDEA 3, whose clients read {@code result.status},
 * {@code result.value} and {@code result.authentication}, and the transaction in
 * {@code detail}. Answers are not signed: TLS authenticates the server.
 */
final class PrivacyIdeaJson {

	/** The version of privacyIDEA whose answers are imitated. */
	private static final String VERSION = "3.14";

	private static final JsonMapper JSON = JsonMapper.builder().build();

	private static final String ENTER_CODE = "please enter otp: ";

	private PrivacyIdeaJson() {
	}

	/**
	 * @param proof the last factor, which is named as the token
	 * @param digits of a code
	 * @param user what the client receives about the user
	 */
	static byte[] accepted(Factor proof, int digits, Map<String, Object> user, InstantSource clock) {
		Map<String, @Nullable Object> detail = detail("matching 1 tokens");
		boolean code = !proof.kind().equals(FactorKind.PASSWORD) && !proof.kind().equals(FactorKind.PIN);
		detail.put("serial", (proof.kind().code() + (proof.credential().isEmpty() ? "" : '-' + proof.credential()))
			.toUpperCase(Locale.ROOT));
		detail.put("type", code ? proof.kind().code() : "spass");
		if (code) {
			detail.put("otplen", digits);
		}
		if (!user.isEmpty()) {
			detail.put("user", user);
		}
		return answer(true, "ACCEPT", detail, clock);
	}

	static byte[] rejected(InstantSource clock) {
		return answer(false, "REJECT", detail("wrong otp pin"), clock);
	}

	static byte[] challenged(String transaction, InstantSource clock) {
		Map<String, @Nullable Object> detail = detail(ENTER_CODE);
		detail.put("messages", List.of(ENTER_CODE));
		detail.put("transaction_id", transaction);
		detail.put("transaction_ids", List.of(transaction));
		detail.put("client_mode", "interactive");
		detail.put("attributes", null);
		detail.put("serial", "TOTP");
		detail.put("type", "totp");
		Map<String, @Nullable Object> challenge = new LinkedHashMap<>();
		challenge.put("serial", "TOTP");
		challenge.put("type", "totp");
		challenge.put("message", ENTER_CODE);
		challenge.put("client_mode", "interactive");
		challenge.put("transaction_id", transaction);
		challenge.put("attributes", null);
		detail.put("multi_challenge", List.of(challenge));
		return answer(false, "CHALLENGE", detail, clock);
	}

	static byte[] error(int code, String message, InstantSource clock) {
		Map<String, @Nullable Object> answer = frame(clock);
		answer.put("detail", null);
		answer.put("result", Map.of("status", false, "error", Map.of("code", code, "message", message)));
		return JSON.writeValueAsBytes(answer);
	}

	private static byte[] answer(boolean value, String authentication, Map<String, @Nullable Object> detail,
			InstantSource clock) {
		Map<String, @Nullable Object> answer = frame(clock);
		answer.put("detail", detail);
		answer.put("result", Map.of("status", true, "value", value, "authentication", authentication));
		return JSON.writeValueAsBytes(answer);
	}

	private static Map<String, @Nullable Object> frame(InstantSource clock) {
		Map<String, @Nullable Object> answer = new LinkedHashMap<>();
		answer.put("jsonrpc", "2.0");
		answer.put("id", 2);
		answer.put("version", "privacyIDEA " + VERSION);
		answer.put("versionnumber", VERSION);
		answer.put("time", clock.millis() / 1000.0);
		return answer;
	}

	private static Map<String, @Nullable Object> detail(String message) {
		Map<String, @Nullable Object> detail = new LinkedHashMap<>();
		detail.put("message", message);
		detail.put("threadid", Thread.currentThread().threadId());
		return detail;
	}

}
