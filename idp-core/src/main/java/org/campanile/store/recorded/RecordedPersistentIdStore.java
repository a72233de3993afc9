package org.campanile.store.recorded;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.durable.PersistentIdStore;
import org.campanile.durable.StoredPersistentId;
import org.campanile.store.StoreUnavailableException;

/** A store of persistent identifiers with an event for each operation. */
final class RecordedPersistentIdStore implements PersistentIdStore {

	private static final String STORE = "persistent-identifiers";

	private final PersistentIdStore target;

	RecordedPersistentIdStore(PersistentIdStore target) {
		this.target = target;
	}

	@Override
	public Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate) throws StoreUnavailableException {
		return Operation.recorded(STORE, "find_or_create", () -> target.findOrCreate(candidate));
	}

	@Override
	public Optional<StoredPersistentId> find(String principalHash, String serviceHash)
			throws StoreUnavailableException {
		return Operation.recorded(STORE, "find", () -> target.find(principalHash, serviceHash));
	}

	@Override
	public Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash)
			throws StoreUnavailableException {
		return Operation.recorded(STORE, "find_by_value", () -> target.findByValue(serviceHash, valueHash));
	}

	@Override
	public List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException {
		return Operation.recorded(STORE, "find_by_principal",
				() -> target.findByPrincipal(principalHash, after, limit));
	}

	@Override
	public boolean revoke(String serviceHash, String valueHash, Instant at) throws StoreUnavailableException {
		return Operation.recorded(STORE, "revoke", () -> target.revoke(serviceHash, valueHash, at));
	}

}
