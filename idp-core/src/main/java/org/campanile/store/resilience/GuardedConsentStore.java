package org.campanile.store.resilience;

import java.util.List;
import java.util.Optional;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;
import org.campanile.store.StoreUnavailableException;

/**
 * A guarded consent store. All operations are retried except {@code revoke}, which
 * reports the caller that did it.
 */
record GuardedConsentStore(ConsentStore target, StoreOperations guard) implements ConsentStore {

	private static final String PROBE_HASH = "0".repeat(64);

	static GuardedOperation<?> probe(ConsentStore target) {
		return repeated -> target.find(PROBE_HASH, PROBE_HASH);
	}

	@Override
	public Optional<StoredConsent> find(String principalHash, String serviceHash) throws StoreUnavailableException {
		return guard.repeatable("find", repeated -> target.find(principalHash, serviceHash));
	}

	@Override
	public void save(StoredConsent consent) throws StoreUnavailableException {
		guard.repeatable("save", repeated -> {
			target.save(consent);
			return consent;
		});
	}

	@Override
	public List<StoredConsent> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException {
		return guard.repeatable("find_by_principal", repeated -> target.findByPrincipal(principalHash, after, limit));
	}

	@Override
	public boolean revoke(String principalHash, String serviceHash) throws StoreUnavailableException {
		return guard.once("revoke", repeated -> target.revoke(principalHash, serviceHash));
	}

}
