package org.campanile.perf.load;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.campanile.perf.load.AnswerCheck.FailureClass;
import org.campanile.perf.load.Target.LoginForm;

/**
 * Requests to the validation service, and the answers expected. A user's code depends on
 * the user's number and the time. Thread-safe.
 */
public final class Validations {

	/** The token of the client; it protects nothing but generated people. */
	public static final String TOKEN = "perf-validation-0123456789abcdef0123456789";

	/** The period of a code, in seconds (RFC 6238 5.2). */
	public static final int STEP_SECONDS = 30;

	private static final int CODES = 1_000_000;

	private final Population people;

	/** The number of validations by user. */
	private final Map<Integer, Integer> turns = new ConcurrentHashMap<>();

	Validations(Population people) {
		this.people = people;
	}

	/** The proofs that users present, each with a realm of its own. */
	public enum Proof {

		/** A password alone, which the directory checks. */
		PASSWORD("password"),
		/** A PIN alone, which the server checks: the directory only finds the user. */
		PIN("pin"),
		/** A code alone. */
		TOTP("otp"),
		/** A password followed by a code. */
		BOTH("password-and-otp");

		private final String check;

		Proof(String check) {
			this.check = check;
		}

		/** Returns the name in the server's configuration. */
		public String check() {
			return check;
		}

		/** Whether its users need an enrolled app. */
		public boolean needsCode() {
			return this == TOTP || this == BOTH;
		}

		/** Returns the name of the realm. */
		public String realm() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/** Returns a target for the validation service at that address. */
	public static Target target(Target server, URI service, Proof proof) {
		return new Target(server.name(), service, Target.Kind.VALIDATION,
				new LoginForm(proof.realm(), "user", "pass", Map.of("realm", proof.realm())), service,
				server.metadata(), server.serviceProvider());
	}

	/** Returns the proof that a service checks. */
	static Proof proof(Target service) {
		return Proof.valueOf(service.form().selector().toUpperCase(Locale.ROOT));
	}

	/** Returns what the next validation of a user sends. */
	String pass(int user, Proof proof) {
		String password = people.password(user);
		return switch (proof) {
			case PASSWORD -> password;
			case PIN -> pin(user);
			case TOTP -> code(user);
			case BOTH -> password + code(user);
		};
	}

	/** Returns the code of this step or, in turn, the next: each is accepted once. */
	private String code(int user) {
		int turn = turns.merge(user, 1, Integer::sum) - 1;
		return code(user, System.currentTimeMillis() / 1_000 / STEP_SECONDS + turn % 2);
	}

	/** Returns how many steps ahead of the current one the codes of a load may be. */
	public static int stepsAhead(Target target, LoadPlan load) {
		boolean onceEach = load.journey() == LoadPlan.Journey.LOGIN && load.arrival() instanceof LoadPlan.Arrival.Closed
				&& load.choice() != LoadPlan.Choice.RANDOM && load.logins() > 0
				&& load.logins() <= load.people().size();
		return target.kind() == Target.Kind.VALIDATION && !onceEach ? 1 : 0;
	}

	/**
	 * Returns when codes are later than all that were sent until a moment, for its step
	 * and some ahead of it.
	 */
	public static Instant fresh(Instant sent, int stepsAhead) {
		return Instant
			.ofEpochSecond((Math.floorDiv(sent.getEpochSecond(), STEP_SECONDS) + stepsAhead + 1) * STEP_SECONDS);
	}

	/** Returns why an answer is not sound; empty if it is. */
	Optional<String> failure(String body, int user) {
		if (!body.contains("\"authentication\":\"ACCEPT\"")) {
			return Optional.of("rejected");
		}
		return body.contains("\"username\":\"" + people.username(user) + "\"") ? Optional.empty()
				: Optional.of(FailureClass.WRONG_USER);
	}

	/** Returns the secret of a user's app. */
	public static byte[] secret(int user) {
		return ("perf-secret-" + "%08d".formatted(user)).getBytes(StandardCharsets.US_ASCII);
	}

	/** Returns a user's PIN. */
	public static String pin(int user) {
		return "perf-pin-%08d".formatted(user);
	}

	/** Returns the code that a user's app shows now. */
	static String present(int user) {
		return code(user, System.currentTimeMillis() / 1_000 / STEP_SECONDS);
	}

	/** Returns the code of a counter (RFC 4226 5.3), six digits. */
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
