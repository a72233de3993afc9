package org.campanile.testkit.identifier;

import java.util.List;
import java.util.Optional;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.store.CountingStore;

/** Records every operation before passing it on, or fails it. Thread-safe. */
public final class CountingConsentStore extends CountingStore<CountingConsentStore.Operation> implements ConsentStore {

	private final ConsentStore target;

	public CountingConsentStore(ConsentStore target) {
		this.target = target;
	}

	/** The operations of the store. */
	public enum Operation {

		FIND, SAVE, LIST, REVOKE

	}

	/** Whether every further operation fails. */
	public void setDown(boolean fails) {
		List.of(Operation.values()).forEach(fails ? this::fail : this::recover);
	}

	@Override
	public Optional<StoredConsent> find(String principalHash, String serviceHash) throws StoreUnavailableException {
		note(Operation.FIND);
		return target.find(principalHash, serviceHash);
	}

	@Override
	public void save(StoredConsent consent) throws StoreUnavailableException {
		note(Operation.SAVE);
		target.save(consent);
	}

	@Override
	public List<StoredConsent> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException {
		note(Operation.LIST);
		return target.findByPrincipal(principalHash, after, limit);
	}

	@Override
	public boolean revoke(String principalHash, String serviceHash) throws StoreUnavailableException {
		note(Operation.REVOKE);
		return target.revoke(principalHash, serviceHash);
	}

}
