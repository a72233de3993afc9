package org.campanile.web.lifecycle;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.campanile.onetime.OneTimeStore;
import org.campanile.seal.RandomValues;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;

/**
 * Performs the store operations of a login, a single sign-on and a logout with an
 * artificial session, and leaves nothing behind. Work that is slow the first time, such
 * as loading classes and opening connections, is then done before requests with deadlines
 * arrive. Thread-safe.
 */
final class StoreRehearsal implements BooleanSupplier {

	private static final int KEY_BYTES = 32;

	private static final int HASH_BYTES = 16;

	/** The lifetime of everything that is stored, in case the cleanup does not run. */
	private static final Duration LENGTH = Duration.ofMinutes(1);

	private static final String KIND = "rehearsal";

	private final SessionStore sessions;

	private final OneTimeStore oneTime;

	private final InstantSource clock;

	private final SecureRandom random;

	StoreRehearsal(SessionStore sessions, OneTimeStore oneTime, InstantSource clock, SecureRandom random) {
		this.sessions = sessions;
		this.oneTime = oneTime;
		this.clock = clock;
		this.random = random;
	}

	/** Whether all operations succeeded. */
	@Override
	public boolean getAsBoolean() {
		SessionKey key = new SessionKey(hex(KEY_BYTES));
		Instant now = clock.instant();
		Instant end = now.plus(LENGTH);
		byte[] state = RandomValues.bytes(KEY_BYTES, random);
		try {
			boolean marked = oneTime.setReplayKey(KIND, hex(KEY_BYTES), end);
			boolean kept = oneTime.put(KIND, key.value(), state, end);
			boolean taken = oneTime.take(KIND, key.value()).isPresent();
			boolean created = sessions.create(new StoredSession(key, hex(HASH_BYTES), 1, now, end, end, state,
					List.of(new StoredService(hex(HASH_BYTES), hex(HASH_BYTES), state))));
			boolean found = sessions.find(key).isPresent();
			sessions.update(key, 1, state);
			sessions.touch(key, end);
			boolean added = sessions.addService(key, new StoredService(hex(HASH_BYTES), hex(HASH_BYTES), state));
			sessions.findByIdentifier(hex(HASH_BYTES), SessionKey.FIRST, 1);
			boolean ended = sessions.end(key).isPresent();
			return marked && kept && taken && created && found && added && ended;
		}
		catch (StoreUnavailableException ex) {
			// The gate repeats this, and reports it if it persists.
			return false;
		}
	}

	private String hex(int bytes) {
		return HexFormat.of().formatHex(RandomValues.bytes(bytes, random));
	}

}
