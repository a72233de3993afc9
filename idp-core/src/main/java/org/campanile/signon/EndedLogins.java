package org.campanile.signon;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;

/**
 * The users whose logins under way were ended, on all nodes. A login is not stored, so
 * the time is: factors proven until then no longer count in the forms that bring them.
 * Thread-safe.
 */
public final class EndedLogins {

	private static final String KIND = "logins-ended";

	private static final int MAX_TRIES = 5;

	private final OneTimeStore store;

	private final InstantSource clock;

	private final Duration pending;

	/**
	 * @param pending how long a login may be under way, by the clock of any node
	 */
	public EndedLogins(OneTimeStore store, InstantSource clock, Duration pending) {
		this.store = store;
		this.clock = clock;
		this.pending = pending;
	}

	/** Ends all logins of a user in which a factor has been proven. */
	public void end(String principal) throws StoreUnavailableException {
		Instant now = clock.instant();
		byte[] time = ByteBuffer.allocate(Long.BYTES).putLong(now.toEpochMilli()).array();
		for (int i = 0; i < MAX_TRIES; i++) {
			store.take(KIND, principal);
			if (store.put(KIND, principal, time, now.plus(pending))) {
				return;
			}
		}
		throw new StoreUnavailableException("the logins of one user were ended " + MAX_TRIES + " times at once");
	}

	/**
	 * Whether a login was ended after its first factor was proven; one read, none if
	 * nothing has been proven yet.
	 */
	public boolean contains(LoginState state) throws StoreUnavailableException {
		if (state.user().isEmpty()) {
			return false;
		}
		AuthenticatedUser user = state.user().get();
		long proven = user.factors().getFirst().at().toEpochMilli();
		return store.find(KIND, user.principal())
			.filter(ended -> proven <= ByteBuffer.wrap(ended).getLong())
			.isPresent();
	}

}
