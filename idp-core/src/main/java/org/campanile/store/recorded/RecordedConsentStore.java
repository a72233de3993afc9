package org.campanile.store.recorded;

import java.util.List;
import java.util.Optional;

import org.campanile.durable.ConsentStore;
import org.campanile.durable.StoredConsent;
import org.campanile.store.StoreUnavailableException;

/** A store of consents with an event for each operation. */
final class RecordedConsentStore implements ConsentStore {

	private static final String STORE = "consents";

	private final ConsentStore target;

	RecordedConsentStore(ConsentStore target) {
		this.target = target;
	}

	@Override
	public Optional<StoredConsent> find(String principalHash, String serviceHash) throws StoreUnavailableException {
		return Operation.recorded(STORE, "find", () -> target.find(principalHash, serviceHash));
	}

	@Override
	public void save(StoredConsent consent) throws StoreUnavailableException {
		Operation.recorded(STORE, "save", () -> {
			target.save(consent);
			return consent;
		});
	}

	@Override
	public List<StoredConsent> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException {
		return Operation.recorded(STORE, "find_by_principal",
				() -> target.findByPrincipal(principalHash, after, limit));
	}

	@Override
	public boolean revoke(String principalHash, String serviceHash) throws StoreUnavailableException {
		return Operation.recorded(STORE, "revoke", () -> target.revoke(principalHash, serviceHash));
	}

}
