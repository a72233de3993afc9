package org.campanile.authn;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.campanile.seal.Macs;
import org.campanile.seal.RandomValues;
import org.campanile.seal.Sealer;

/**
 * A browser at which users have signed in, with the names they used. It stores not the
 * names but their HMACs (HMAC-SHA-256, 16 bytes each) under a random key of its own.
 * Immutable.
 */
public final class KnownBrowser {

	private static final int RANDOM = 16;

	private static final int MAC = 16;

	private static final int ENTRY = Long.BYTES + MAC;

	/**
	 * The maximum number of names: for each of four users the typed name and the
	 * account's.
	 */
	private static final int MAX_NAMES = 8;

	private final byte[] nameKey;

	private final List<Name> names;

	private KnownBrowser(byte[] nameKey, List<Name> names) {
		this.nameKey = nameKey;
		this.names = names;
	}

	private record Name(Instant signedIn, byte[] mac) {
	}

	/**
	 * Returns the key by which wrong attempts at that name are counted. It changes only
	 * when a user of that name signs in there: cookies that others got at the same
	 * browser hold copies of the entry, which allow no further attempts. The names of one
	 * login share a key, so that they do not allow twice as many attempts at the account
	 * either.
	 * @return empty if no user of that name has signed in there
	 */
	public Optional<String> counterKey(String name) {
		byte[] mac = mac(nameKey, name);
		return names.stream()
			.filter(known -> Arrays.equals(known.mac(), mac))
			.findFirst()
			.map(known -> HexFormat.of().formatHex(nameKey) + ' ' + known.signedIn().getEpochSecond());
	}

	/**
	 * The form in which caseIgnoreMatch compares names (RFC 4518): case folded both ways,
	 * since ß has no single lower-case partner, and runs of blanks as one.
	 */
	public static String comparable(String name) {
		String folded = Normalizer.normalize(name, Normalizer.Form.NFKC)
			.toUpperCase(Locale.ROOT)
			.toLowerCase(Locale.ROOT);
		return Normalizer.normalize(folded, Normalizer.Form.NFKC).strip().replaceAll("\\s+", " ");
	}

	private static byte[] mac(byte[] key, String name) {
		return Arrays.copyOf(Macs.hmacSha256(key, comparable(name)), MAC);
	}

	/**
	 * Writes and reads the data stored in such a browser: at most some 330 characters of
	 * URL-safe Base64, sealed with the key ring. Thread-safe.
	 */
	public static final class Tokens {

		private static final String PURPOSE = "known-names";

		private static final int MAX_LENGTH = 512;

		private final Sealer sealer;

		private final SecureRandom random;

		private final InstantSource clock;

		private final Duration lifetime;

		/**
		 * @param lifetime how long a browser is known after a user signed in
		 */
		public Tokens(Sealer sealer, SecureRandom random, InstantSource clock, Duration lifetime) {
			this.sealer = sealer;
			this.random = random;
			this.clock = clock;
			this.lifetime = lifetime;
		}

		/**
		 * Reads a token.
		 * @param token anything
		 * @return empty if it is invalid, was altered, or has expired for every account
		 */
		public Optional<KnownBrowser> read(String token) {
			return token.length() > MAX_LENGTH ? Optional.empty()
					: sealer.openToken(PURPOSE, "", token).flatMap(this::parse);
		}

		private Optional<KnownBrowser> parse(byte[] plain) {
			ByteBuffer buffer = ByteBuffer.wrap(plain);
			byte[] nameKey = bytes(buffer, RANDOM);
			List<Name> names = new ArrayList<>();
			while (buffer.remaining() >= ENTRY) {
				Name name = new Name(Instant.ofEpochSecond(buffer.getLong()), bytes(buffer, MAC));
				if (clock.instant().isBefore(name.signedIn().plus(lifetime))) {
					names.add(name);
				}
			}
			return names.isEmpty() ? Optional.empty() : Optional.of(new KnownBrowser(nameKey, names));
		}

		private static byte[] bytes(ByteBuffer buffer, int length) {
			byte[] bytes = new byte[length];
			buffer.get(bytes);
			return bytes;
		}

		/**
		 * Makes the token of a browser at which a user has just signed in.
		 * @param before the browser's previous data; the oldest names are forgotten
		 */
		public String issue(Optional<KnownBrowser> before, AuthenticatedUser user) {
			byte[] nameKey = before.map(browser -> browser.nameKey).orElseGet(() -> RandomValues.bytes(RANDOM, random));
			List<Name> names = new ArrayList<>();
			Instant now = clock.instant();
			add(names, new Name(now, mac(nameKey, user.principal())));
			add(names, new Name(now, mac(nameKey, user.loginName())));
			before.ifPresent(browser -> browser.names.forEach(name -> add(names, name)));
			List<Name> kept = names.subList(0, Math.min(MAX_NAMES, names.size()));
			ByteBuffer plain = ByteBuffer.allocate(RANDOM + kept.size() * ENTRY).put(nameKey);
			kept.forEach(name -> plain.putLong(name.signedIn().getEpochSecond()).put(name.mac()));
			return sealer.sealToken(PURPOSE, "", plain.array());
		}

		private static void add(List<Name> names, Name name) {
			if (names.stream().noneMatch(other -> Arrays.equals(other.mac(), name.mac()))) {
				names.add(name);
			}
		}

	}

}
