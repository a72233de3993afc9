package org.campanile.testkit.identifier;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;
import org.campanile.store.StoreUnavailableException;

/** Records every operation before passing it on, or fails it. Thread-safe. */
public final class CountingConsentStore implements ConsentStore {

	private final ConsentStore target;

	private final List<Operation> operations = new CopyOnWriteArrayList<>();

	private volatile boolean down;

	public CountingConsentStore(ConsentStore target) {
		this.target = target;
	}

	/** What may be asked. */
	public enum Operation {

		FIND, SAVE, LIST, REVOKE

	}

	/** The operations called since the last {@link #forget()}, in order. */
	public List<Operation> operations() {
		return List.copyOf(operations);
	}

	public void forget() {
		operations.clear();
	}

	/** Whether every further operation fails. */
	public void setDown(boolean fails) {
		down = fails;
	}

	private void asked(Operation operation) throws StoreUnavailableException {
		operations.add(operation);
		if (down) {
			throw new StoreUnavailableException("down for a test");
		}
	}

	@Override
	public Optional<StoredConsent> find(String principalHash, String serviceHash) throws StoreUnavailableException {
		asked(Operation.FIND);
		return target.find(principalHash, serviceHash);
	}

	@Override
	public void save(StoredConsent consent) throws StoreUnavailableException {
		asked(Operation.SAVE);
		target.save(consent);
	}

	@Override
	public List<StoredConsent> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException {
		asked(Operation.LIST);
		return target.findByPrincipal(principalHash, after, limit);
	}

	@Override
	public boolean revoke(String principalHash, String serviceHash) throws StoreUnavailableException {
		asked(Operation.REVOKE);
		return target.revoke(principalHash, serviceHash);
	}

}
