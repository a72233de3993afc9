package org.campanile.testkit.identifier;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import org.campanile.consent.ConsentStore;
import org.campanile.consent.StoredConsent;

class HeapConsentStoreTests extends ConsentStoreContract {

	private final Map<HeapConsentStore.Name, StoredConsent> backend = new HashMap<>();

	@Override
	protected ConsentStore open(InstantSource clock) {
		return new HeapConsentStore(clock, backend);
	}

	@Override
	protected void reset() {
		backend.clear();
	}

}
