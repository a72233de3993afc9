package org.campanile.factor.otp;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

import com.google.common.io.BaseEncoding;

import org.campanile.seal.Cbor;

/**
 * A user's app or device that shows codes: its key, and its current counter or clock
 * drift.
 *
 * @param step the time for which a code is shown, in seconds (TOTP); 0 if a code follows
 * the other at the press of a button (HOTP)
 * @param moved for HOTP the next counter that is accepted; for TOTP the seconds by which
 * the device's clock is ahead of this server's
 */
public record OtpToken(OtpKey key, int step, long moved) {

	/**
	 * The maximum length, in characters; a QR code of both labels in the largest encoding
	 * is still easily read.
	 */
	private static final int MAX_LABEL = 48;

	private static final String SECRET = "secret";

	private static final String ALGORITHM = "algorithm";

	private static final String DIGITS = "digits";

	private static final String PERIOD = "period";

	private static final String COUNTER = "counter";

	/** Returns the same token with another counter or drift. */
	OtpToken movedTo(long other) {
		return new OtpToken(key, step, other);
	}

	/** Whether a code follows the other at the press of a button. */
	public boolean isCounted() {
		return step == 0;
	}

	/** The secret in Base32 (RFC 4648 6), as people type it into an app. */
	public String secretText() {
		return BaseEncoding.base32().omitPadding().encode(key.secret());
	}

	/** Returns the token as parameters of a key URI, in order. */
	Map<String, String> parameters() {
		Map<String, String> parameters = new LinkedHashMap<>();
		parameters.put(SECRET, secretText());
		parameters.put(ALGORITHM, key.algorithm().name());
		parameters.put(DIGITS, Integer.toString(key.digits()));
		parameters.put(isCounted() ? COUNTER : PERIOD, Long.toString(isCounted() ? moved : step));
		return parameters;
	}

	/**
	 * Returns the token that an enrolment shows.
	 * @param challenge the method's challenge to the page
	 * @return empty if it is of another method, or of another version
	 */
	public static Optional<OtpToken> of(Map<String, String> challenge) {
		try {
			boolean counted = challenge.containsKey(COUNTER);
			OtpKey key = new OtpKey(BaseEncoding.base32().decode(challenge.getOrDefault(SECRET, "")),
					OtpKey.Algorithm.valueOf(challenge.getOrDefault(ALGORITHM, "")),
					Integer.parseInt(challenge.getOrDefault(DIGITS, "")));
			return Optional.of(new OtpToken(key, counted ? 0 : Integer.parseInt(challenge.getOrDefault(PERIOD, "")),
					counted ? Long.parseLong(challenge.getOrDefault(COUNTER, "")) : 0));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/**
	 * The address that sets up an app, as a link or in a QR code (Key Uri Format of
	 * Google Authenticator).
	 * @param issuer the institution's name, under which the app lists it
	 * @param account the user's login name
	 */
	public String uri(String issuer, String account) {
		String from = encoded(issuer);
		return "otpauth://" + (isCounted() ? "hotp" : "totp") + '/' + from + ':' + encoded(account) + '?'
				+ parameters().entrySet()
					.stream()
					.map(parameter -> parameter.getKey() + '=' + parameter.getValue())
					.collect(Collectors.joining("&"))
				+ "&issuer=" + from;
	}

	/** A colon would separate issuer and account. */
	private static String encoded(String name) {
		String label = name.replaceAll("[\\p{C}\\s:]+", " ").strip();
		int length = Math.min(MAX_LABEL, label.codePointCount(0, label.length()));
		return URLEncoder
			.encode(label.substring(0, label.offsetByCodePoints(0, length)).strip(), StandardCharsets.UTF_8)
			.replace("+", "%20");
	}

	/** The stored form, which later versions keep. */
	byte[] write() {
		return Cbor.write(new Form(key.secret(), key.algorithm().name(), key.digits(), step, moved));
	}

	/**
	 * Reads the stored form.
	 * @return empty if it is of a later version
	 */
	static Optional<OtpToken> read(byte[] own) {
		return Cbor.read(own, Form.class).flatMap(Form::toToken);
	}

	/**
	 * @param s secret
	 * @param a algorithm
	 * @param d digits
	 * @param p step
	 * @param m moved
	 */
	record Form(byte[] s, String a, int d, int p, long m) {

		Form {
			Objects.requireNonNull(s);
			Objects.requireNonNull(a);
			OtpKey.requireDigits(d);
		}

		private Optional<OtpToken> toToken() {
			return Arrays.stream(OtpKey.Algorithm.values())
				.filter(algorithm -> algorithm.name().equals(a))
				.findFirst()
				.map(algorithm -> new OtpToken(new OtpKey(s, algorithm, d), p, m));
		}

	}

}
