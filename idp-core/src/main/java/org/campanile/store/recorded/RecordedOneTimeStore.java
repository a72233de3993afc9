package org.campanile.store.recorded;

import java.time.Instant;
import java.util.Optional;

import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;

/** A store of one-time values with an event for each operation. */
final class RecordedOneTimeStore implements OneTimeStore {

	private static final String STORE = "one-time-values";

	private final OneTimeStore target;

	RecordedOneTimeStore(OneTimeStore target) {
		this.target = target;
	}

	@Override
	public boolean mark(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return Operation.recorded(STORE, "mark", () -> target.mark(kind, key, expiresAt));
	}

	@Override
	public boolean claim(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return Operation.recorded(STORE, "mark", () -> target.claim(kind, key, expiresAt));
	}

	@Override
	public boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException {
		return Operation.recorded(STORE, "put", () -> target.put(kind, key, value, expiresAt));
	}

	@Override
	public Optional<byte[]> take(String kind, String key) throws StoreUnavailableException {
		return Operation.recorded(STORE, "take", () -> target.take(kind, key));
	}

	@Override
	public Optional<byte[]> find(String kind, String key) throws StoreUnavailableException {
		return Operation.recorded(STORE, "find", () -> target.find(kind, key));
	}

}
