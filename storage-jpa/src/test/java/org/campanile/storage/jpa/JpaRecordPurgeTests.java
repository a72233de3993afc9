package org.campanile.storage.jpa;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import org.campanile.record.RecordStore;
import org.campanile.testkit.record.RecordPurgeContract;

class JpaRecordPurgeTests extends RecordPurgeContract {

	private final Map<RecordStore, Purge> purges = new HashMap<>();

	private int opened;

	@Override
	protected RecordStore open(InstantSource clock) {
		Database node = Postgres.node(opened++);
		RecordStore store = new JpaRecordStore(node, clock);
		purges.put(store, Postgres.purge(node, clock, budget(), Duration.ofSeconds(30)));
		return store;
	}

	@Override
	protected void reset() throws Exception {
		Postgres.clear();
	}

	@Override
	protected int purge(RecordStore store) throws Exception {
		return Math.toIntExact(Objects.requireNonNull(purges.get(store)).run());
	}

	@Override
	protected int budget() {
		return 100;
	}

	@Override
	protected long stored() throws Exception {
		return Postgres.number("SELECT count(*) FROM campanile_record");
	}

}
