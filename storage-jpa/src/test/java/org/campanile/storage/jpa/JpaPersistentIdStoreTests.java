package org.campanile.storage.jpa;

import java.time.InstantSource;

import org.campanile.identifier.PersistentIdStore;
import org.campanile.testkit.identifier.PersistentIdStoreContract;

class JpaPersistentIdStoreTests extends PersistentIdStoreContract {

	private int opened;

	@Override
	protected PersistentIdStore open(InstantSource clock) {
		return new JpaPersistentIdStore(Postgres.node(opened++));
	}

	@Override
	protected void reset() throws Exception {
		Postgres.clear();
	}

}
