package org.campanile.storage.jpa;

import java.time.Instant;

import org.campanile.store.StoreClock;
import org.campanile.store.StoreUnavailableException;

/** The database server's clock. Thread-safe. */
final class JpaStoreClock implements StoreClock {

	private final Database database;

	JpaStoreClock(Database database) {
		this.database = database;
	}

	@Override
	public Instant read() throws StoreUnavailableException {
		return database.call("reading its clock",
				session -> session.createNativeQuery("SELECT clock_timestamp() AS now", Instant.class)
					.addScalar("now", Instant.class)
					.getSingleResult());
	}

}
