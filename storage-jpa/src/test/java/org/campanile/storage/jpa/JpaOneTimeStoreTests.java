package org.campanile.storage.jpa;

import java.time.InstantSource;

import org.campanile.onetime.OneTimeStore;
import org.campanile.testkit.onetime.OneTimeStoreContract;

class JpaOneTimeStoreTests extends OneTimeStoreContract {

	private int opened;

	@Override
	protected OneTimeStore open(InstantSource clock) {
		return new JpaOneTimeStore(Postgres.node(opened++), clock);
	}

	@Override
	protected void reset() throws Exception {
		Postgres.clear();
	}

}
