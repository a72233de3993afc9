package org.campanile.store.resilience;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

import org.campanile.onetime.OneTimeStore;
import org.campanile.store.InProcess;
import org.campanile.store.StoreUnavailableException;

/**
 * A guarded one-time store. Only finds and claims are retried. A claim is kept as a value
 * that names its caller, so that a retry recognizes a replay key set by the first
 * attempt. Other operations cannot.
 */
record GuardedOneTimeStore(OneTimeStore target, StoreOperations guard) implements OneTimeStore {

	/** Takes a value that is never put. */
	static GuardedOperation<?> probe(OneTimeStore target) {
		return repeated -> target.take("probe", "nothing");
	}

	@Override
	public boolean setReplayKey(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return guard.once("mark", repeated -> target.setReplayKey(kind, key, expiresAt));
	}

	@Override
	public boolean claim(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		if (target instanceof InProcess) {
			return guard.once("mark", repeated -> target.claim(kind, key, expiresAt));
		}
		byte[] caller = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
		return guard.repeatable("mark", repeated -> target.put(kind, key, caller, expiresAt)
				|| repeated && target.find(kind, key).filter(by -> Arrays.equals(by, caller)).isPresent());
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
