package org.campanile.store.guard;

import java.time.Instant;
import java.util.Optional;

import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;

/**
 * A one-time store under guard. Only a look is repeated: of all else the second try would
 * find the mark that the first one set, or nothing to take.
 */
final class GuardedOneTimeStore implements OneTimeStore {

	private final OneTimeStore target;

	private final StoreGuard guard;

	GuardedOneTimeStore(OneTimeStore target, StoreGuard guard) {
		this.target = target;
		this.guard = guard;
	}

	/** Takes what nobody ever puts. */
	static GuardedOperation<?> probe(OneTimeStore target) {
		return repeated -> target.take("probe", "nothing");
	}

	@Override
	public boolean mark(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return guard.once("mark", repeated -> target.mark(kind, key, expiresAt));
	}

	@Override
	public boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException {
		return guard.once("put", repeated -> target.put(kind, key, value, expiresAt));
	}

	@Override
	public Optional<byte[]> take(String kind, String key) throws StoreUnavailableException {
		return guard.once("take", repeated -> target.take(kind, key));
	}

	@Override
	public Optional<byte[]> find(String kind, String key) throws StoreUnavailableException {
		return guard.repeatable("find", repeated -> target.find(kind, key));
	}

}
