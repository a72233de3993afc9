package org.campanile.storage.jpa;

import java.time.InstantSource;

import org.campanile.consent.ConsentStore;
import org.campanile.testkit.identifier.ConsentStoreContract;

class JpaConsentStoreTests extends ConsentStoreContract {

	private int opened;

	@Override
	protected ConsentStore open(InstantSource clock) {
		return new JpaConsentStore(Postgres.node(opened++), clock);
	}

	@Override
	protected void reset() throws Exception {
		Postgres.clear();
	}

}
