package org.campanile.storage.jpa;

import org.campanile.identifier.PersistentIdStore;
import org.campanile.testkit.identifier.PersistentIdStoreContract;

class JpaPersistentIdStoreTests extends PersistentIdStoreContract {

	private int opened;

	@Override
	protected PersistentIdStore open() {
		return new JpaPersistentIdStore(Postgres.node(opened++));
	}

	@Override
	protected void reset() throws Exception {
		Postgres.clear();
	}

}
