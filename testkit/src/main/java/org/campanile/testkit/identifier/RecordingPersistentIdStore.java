package org.campanile.testkit.identifier;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.StoredPersistentId;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.identifier.HeapPersistentIdStore.Entry;
import org.campanile.testkit.identifier.HeapPersistentIdStore.Name;
import org.campanile.testkit.store.CountingStore;

/**
 * Stores identifiers on the heap and records every operation; can be made to fail or to
 * return altered rows. Thread-safe.
 */
public final class RecordingPersistentIdStore extends CountingStore<RecordingPersistentIdStore.Operation>
		implements PersistentIdStore {

	private final Map<Name, Entry> backend = new HashMap<>();

	private final PersistentIdStore target = new HeapPersistentIdStore(backend);

	private volatile UnaryOperator<StoredPersistentId> alteration = UnaryOperator.identity();

	/** The operations of a store. */
	public enum Operation {

		FIND_OR_CREATE, FIND, FIND_BY_VALUE, FIND_BY_PRINCIPAL, REVOKE

	}

	/** Sets whether every operation fails from now on; it is still recorded. */
	public void down(boolean now) {
		for (Operation operation : Operation.values()) {
			if (now) {
				fail(operation);
			}
			else {
				recover(operation);
			}
		}
	}

	/** Sets a change to every row before it is returned. */
	public void alter(UnaryOperator<StoredPersistentId> change) {
		alteration = change;
	}

	/** Returns all rows, including revoked ones. */
	public List<StoredPersistentId> rows() {
		synchronized (backend) {
			return backend.values().stream().map(Entry::id).toList();
		}
	}

	@Override
	public Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate) throws StoreUnavailableException {
		note(Operation.FIND_OR_CREATE);
		return target.findOrCreate(candidate).map(alteration);
	}

	@Override
	public Optional<StoredPersistentId> find(String principalHash, String serviceHash)
			throws StoreUnavailableException {
		note(Operation.FIND);
		return target.find(principalHash, serviceHash).map(alteration);
	}

	@Override
	public Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash)
			throws StoreUnavailableException {
		note(Operation.FIND_BY_VALUE);
		return target.findByValue(serviceHash, valueHash).map(alteration);
	}

	@Override
	public List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException {
		note(Operation.FIND_BY_PRINCIPAL);
		return target.findByPrincipal(principalHash, after, limit).stream().map(alteration).toList();
	}

	@Override
	public boolean revoke(String serviceHash, String valueHash, Instant at) throws StoreUnavailableException {
		note(Operation.REVOKE);
		return target.revoke(serviceHash, valueHash, at);
	}

}
