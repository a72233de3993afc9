package org.campanile.factor.recovery;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import org.campanile.factor.Pbkdf2;
import org.campanile.seal.Cbor;
import org.campanile.seal.RandomValues;

/**
 * A set of recovery codes as it is stored: one hash for each code that is left. The
 * hashes of a set share their salt, so that checking a code takes one of them. Its arrays
 * must not be modified.
 * <p>
 * A code is twelve characters of Crockford's Base32, 60 bits. To try that many, each with
 * {@value #ITERATIONS} rounds of PBKDF2, is infeasible even for an attacker who has
 * unsealed the store; more rounds would burden only this server.
 *
 * @param salt the salt of the set
 * @param iterations the iterations of PBKDF2 (RFC 8018 5.2) with HMAC-SHA-256
 * @param hashes the hashes of the remaining codes
 */
record RecoveryCodes(byte[] salt, int iterations, List<byte[]> hashes) {

	/** The number of codes in a set. */
	static final int COUNT = 10;

	static final int ITERATIONS = 20_000;

	private static final int LENGTH = 12;

	private static final int GROUP = 4;

	private static final int SALT = 16;

	/**
	 * The characters of a code, without I, L, O and U, which are mistaken for others or
	 * form words.
	 */
	private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

	/** The maximum length of a typed code: three groups, blanks and hyphens. */
	private static final int MAX_TYPED = 64;

	RecoveryCodes {
		hashes = List.copyOf(hashes);
	}

	/** The codes of a new set, as they are shown: in groups, with hyphens. */
	static List<String> draw(SecureRandom random) {
		return IntStream.range(0, COUNT).mapToObj(i -> {
			StringBuilder code = new StringBuilder();
			for (int position = 0; position < LENGTH; position++) {
				code.append(position > 0 && position % GROUP == 0 ? "-" : "")
					.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
			}
			return code.toString();
		}).toList();
	}

	/** The set of these codes. */
	static RecoveryCodes of(List<String> codes, SecureRandom random) {
		byte[] salt = RandomValues.bytes(SALT, random);
		return new RecoveryCodes(salt, ITERATIONS,
				codes.stream().map(code -> Pbkdf2.hash(code(code).orElseThrow(), salt, ITERATIONS)).toList());
	}

	/**
	 * The characters of a code: in any case, with or without blanks and hyphens, also in
	 * full width, and with the letters that are not in the alphabet for the digits they
	 * look like.
	 * @return empty if it is not a code
	 */
	static Optional<String> code(String typed) {
		if (typed.length() > MAX_TYPED) {
			return Optional.empty();
		}
		String code = Normalizer.normalize(typed, Normalizer.Form.NFKC)
			.toUpperCase(Locale.ROOT)
			.replaceAll("[\\p{Pd}\\p{Cf}\\s]", "")
			.replace('O', '0')
			.replace('I', '1')
			.replace('L', '1');
		return code.length() == LENGTH && code.chars().allMatch(c -> ALPHABET.indexOf(c) >= 0) ? Optional.of(code)
				: Optional.empty();
	}

	/** The hash of a code, to be {@linkplain #without removed}. */
	byte[] hash(String code) {
		return Pbkdf2.hash(code, salt, iterations);
	}

	/**
	 * Returns the set without one code; compares it with all codes.
	 * @param hash a result of {@link #hash(String)}
	 * @return empty if that code is not in it
	 */
	Optional<RecoveryCodes> without(byte[] hash) {
		OptionalInt found = OptionalInt.empty();
		for (int i = 0; i < hashes.size(); i++) {
			if (MessageDigest.isEqual(hashes.get(i), hash)) {
				found = OptionalInt.of(i);
			}
		}
		if (found.isEmpty()) {
			return Optional.empty();
		}
		List<byte[]> left = new ArrayList<>(hashes);
		left.remove(found.getAsInt());
		return Optional.of(new RecoveryCodes(salt, iterations, left));
	}

	/** The stored form, which later versions keep. */
	byte[] write() {
		return Cbor.write(new Form(salt, iterations, hashes));
	}

	/**
	 * Reads the stored form.
	 * @return empty if it is of a later version
	 */
	static Optional<RecoveryCodes> read(byte[] own) {
		return Cbor.read(own, Form.class).map(form -> new RecoveryCodes(form.s(), form.i(), form.h()));
	}

	/**
	 * @param s salt
	 * @param i iterations
	 * @param h hashes
	 */
	record Form(byte[] s, int i, List<byte[]> h) {

		Form {
			Objects.requireNonNull(s);
			h = List.copyOf(h);
			if (i < 1) {
				throw new IllegalArgumentException("no iterations");
			}
		}

	}

}
