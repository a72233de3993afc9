package org.campanile.validation;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

import org.campanile.authn.Factor;
import org.campanile.onetime.OneTimeStore;
import org.campanile.seal.Cbor;
import org.campanile.seal.Sealer;
import org.campanile.store.StoreUnavailableException;

/**
 * Challenges that wait for a code, on all nodes. Each is answered once, by the client
 * that began it and for the same user. Thread-safe.
 */
public final class Transactions {

	private static final String KIND = "validation";

	/**
	 * The number of digits of an id, which is numeric like privacyIDEA's; these have 99
	 * bits.
	 */
	private static final int DIGITS = 30;

	private static final Pattern FORM = Pattern.compile("[0-9]{" + DIGITS + "}");

	private final OneTimeStore store;

	private final Sealer sealer;

	private final Duration lifetime;

	private final InstantSource clock;

	private final SecureRandom random;

	/**
	 * @param lifetime how long an answer is awaited
	 */
	public Transactions(OneTimeStore store, Sealer sealer, Duration lifetime, InstantSource clock,
			SecureRandom random) {
		this.store = store;
		this.sealer = sealer;
		this.lifetime = lifetime;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * @param c client
	 * @param r realm
	 * @param u login name
	 * @param p canonical name
	 * @param f the proven factor
	 */
	private record Form(String c, String r, String u, String p, Factor.Form f) {

		/** Jackson reports what is thrown here. */
		Form {
			Objects.requireNonNull(p);
		}

	}

	/**
	 * The user whose password or PIN was right.
	 *
	 * @param principal the canonical name
	 * @param first what that has proven
	 */
	record Begun(String principal, Factor first) {
	}

	/** Begins one, after the password or PIN was right. */
	String begin(String client, String realm, String loginName, Begun begun) throws StoreUnavailableException {
		StringBuilder id = new StringBuilder(DIGITS);
		for (int i = 0; i < DIGITS; i++) {
			id.append((char) ('0' + random.nextInt(10)));
		}
		String transaction = id.toString();
		Instant end = clock.instant().plus(lifetime);
		byte[] form = Cbor.write(new Form(client, realm, loginName, begun.principal(), Factor.Form.of(begun.first())));
		if (!store.put(KIND, transaction, sealer.seal(KIND, transaction, form), end)) {
			throw new IllegalStateException("99 random bits came twice");
		}
		return transaction;
	}

	/** Ends a transaction, and returns the user and factor of its beginning. */
	Optional<Begun> take(String transaction, String client, String realm, String loginName)
			throws StoreUnavailableException {
		if (!FORM.matcher(transaction).matches()) {
			return Optional.empty();
		}
		return store.take(KIND, transaction)
			.flatMap(sealed -> sealer.open(KIND, transaction, sealed))
			.flatMap(form -> Cbor.read(form, Form.class))
			.filter(form -> form.c().equals(client) && form.r().equals(realm) && form.u().equals(loginName))
			.map(form -> new Begun(form.p(), form.f().toFactor()));
	}

}
