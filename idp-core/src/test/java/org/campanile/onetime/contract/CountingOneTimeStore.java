package org.campanile.onetime.contract;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;

/** Writes down every operation before it passes it on. Thread-safe. */
public final class CountingOneTimeStore implements OneTimeStore {

	private final OneTimeStore target;

	private final List<Operation> operations = new CopyOnWriteArrayList<>();

	public CountingOneTimeStore(OneTimeStore target) {
		this.target = target;
	}

	/** The operations of a store. */
	public enum Operation {

		MARK, PUT, TAKE, FIND

	}

	/** What was called since the last {@link #forget()}, in order. */
	public List<Operation> operations() {
		return List.copyOf(operations);
	}

	public void forget() {
		operations.clear();
	}

	@Override
	public boolean mark(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		operations.add(Operation.MARK);
		return target.mark(kind, key, expiresAt);
	}

	@Override
	public boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException {
		operations.add(Operation.PUT);
		return target.put(kind, key, value, expiresAt);
	}

	@Override
	public Optional<byte[]> take(String kind, String key) throws StoreUnavailableException {
		operations.add(Operation.TAKE);
		return target.take(kind, key);
	}

	@Override
	public Optional<byte[]> find(String kind, String key) throws StoreUnavailableException {
		operations.add(Operation.FIND);
		return target.find(kind, key);
	}

}
