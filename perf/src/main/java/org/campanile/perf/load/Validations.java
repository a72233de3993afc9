package org.campanile.perf.load;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.campanile.perf.load.AnswerCheck.FailureClass;
import org.campanile.perf.load.Target.LoginForm;

/**
 * What is sent to the validation service, and what it must answer. A user's code follows
 * from the user's number and the time. Thread-safe.
 */
public final class Validations {

	/** Of the client; guards nothing but generated people. */
	public static final String TOKEN = "perf-validation-0123456789abcdef0123456789";

	/** For how long a code is shown, in seconds (RFC 6238 5.2). */
	public static final int STEP_SECONDS = 30;

	private static final int CODES = 1_000_000;

	private final Population people;

	/** How often each user was validated. */
	private final Map<Integer, Integer> turns = new ConcurrentHashMap<>();

	Validations(Population people) {
		this.people = people;
	}

	/** What a user proves; the name of the realm. */
	public enum Proof {

		/** Nothing but a password, which the directory checks. */
		PASSWORD("password"),
		/** A PIN alone, which the server checks: the directory only finds the user. */
		PIN("pin"),
		/** A code alone. */
		TOTP("otp"),
		/** A password with a code at its end. */
		BOTH("password-and-otp");

		private final String check;

		Proof(String check) {
			this.check = check;
		}

		/** As the server's configuration spells it. */
		public String check() {
			return check;
		}

		/** Whether it needs users who have enrolled. */
		public boolean needsCode() {
			return this == TOTP || this == BOTH;
		}

		/** The name of the realm. */
		public String realm() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/** A service at that address. */
	public static Target target(Target server, URI service, Proof proof) {
		return new Target(server.name(), service, Target.Kind.VALIDATION,
				new LoginForm(proof.realm(), "user", "pass", Map.of("realm", proof.realm())), service,
				server.metadata(), server.serviceProvider());
	}

	/** What users prove to a service. */
	static Proof proof(Target service) {
		return Proof.valueOf(service.form().selector().toUpperCase(Locale.ROOT));
	}

	/** What the next validation of a user sends. */
	String pass(int user, Proof proof) {
		String password = people.password(user);
		return switch (proof) {
			case PASSWORD -> password;
			case PIN -> pin(user);
			case TOTP -> code(user);
			case BOTH -> password + code(user);
		};
	}

	/** Of the present step and the next in turn, as each is accepted once. */
	private String code(int user) {
		int turn = turns.merge(user, 1, Integer::sum) - 1;
		return code(user, System.currentTimeMillis() / 1_000 / STEP_SECONDS + turn % 2);
	}

	/** Why an answer is not sound; empty if it is. */
	Optional<String> failure(String body, int user) {
		if (!body.contains("\"authentication\":\"ACCEPT\"")) {
			return Optional.of("rejected");
		}
		return body.contains("\"username\":\"" + people.username(user) + "\"") ? Optional.empty()
				: Optional.of(FailureClass.WRONG_USER);
	}

	/** The secret of a user's app. */
	public static byte[] secret(int user) {
		return ("perf-secret-" + "%08d".formatted(user)).getBytes(StandardCharsets.US_ASCII);
	}

	/** What a user has chosen as PIN. */
	public static String pin(int user) {
		return "perf-pin-%08d".formatted(user);
	}

	/** The code that a user's app shows now. */
	static String present(int user) {
		return code(user, System.currentTimeMillis() / 1_000 / STEP_SECONDS);
	}

	/** The code of a counter (RFC 4226 5.3), six digits. */
	public static String code(int user, long counter) {
		try {
			Mac mac = Mac.getInstance("HmacSHA1");
			mac.init(new SecretKeySpec(secret(user), "HmacSHA1"));
			byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(counter).array());
			int code = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0xf) & 0x7fff_ffff;
			return "%06d".formatted(code % CODES);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
