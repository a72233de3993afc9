package org.campanile.store.resilience;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.StoredPersistentId;
import org.campanile.store.StoreUnavailableException;

/**
 * A guarded store of persistent identifiers. All operations are retried except
 * {@code revoke}, which reports the caller that did it.
 */
record GuardedPersistentIdStore(PersistentIdStore target, StoreOperations guard) implements PersistentIdStore {

	private static final String PROBE_HASH = "0".repeat(64);

	static GuardedOperation<?> probe(PersistentIdStore target) {
		return repeated -> target.find(PROBE_HASH, PROBE_HASH);
	}

	@Override
	public Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate) throws StoreUnavailableException {
		return guard.repeatable("find_or_create", repeated -> target.findOrCreate(candidate));
	}

	@Override
	public Optional<StoredPersistentId> find(String principalHash, String serviceHash)
			throws StoreUnavailableException {
		return guard.repeatable("find", repeated -> target.find(principalHash, serviceHash));
	}

	@Override
	public Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash)
			throws StoreUnavailableException {
		return guard.repeatable("find_by_value", repeated -> target.findByValue(serviceHash, valueHash));
	}

	@Override
	public List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException {
		return guard.repeatable("find_by_principal", repeated -> target.findByPrincipal(principalHash, after, limit));
	}

	@Override
	public boolean revoke(String serviceHash, String valueHash, Instant at) throws StoreUnavailableException {
		return guard.once("revoke", repeated -> target.revoke(serviceHash, valueHash, at));
	}

}
