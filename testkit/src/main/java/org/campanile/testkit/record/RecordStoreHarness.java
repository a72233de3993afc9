package org.campanile.testkit.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.campanile.record.RecordStore;
import org.campanile.record.StoredRecord;
import org.campanile.testkit.store.StoreHarness;

import static org.assertj.core.api.Assertions.assertThat;

/** The hooks for a backend's test class, and the fixtures of all contract tests. */
public abstract class RecordStoreHarness extends StoreHarness<RecordStore> {

	static final Instant END = START.plus(Duration.ofHours(8));

	static final Duration INSTANT = Duration.ofMillis(1);

	static final String KIND = "pgt";

	/**
	 * Creates a record of the kind {@link #KIND} and the owner {@code alice}, until
	 * {@link #END}.
	 */
	static StoredRecord record(String key) {
		return record(KIND, key, "alice", END, "state of " + key);
	}

	static StoredRecord record(String kind, String key, String owner, Instant end, String state) {
		return record(kind, key, owner, end, bytes(state));
	}

	static StoredRecord record(String kind, String key, String owner, Instant end, byte[] state) {
		return new StoredRecord(kind, digest(key), digest(owner), StoredRecord.FIRST, end, state);
	}

	static List<StoredRecord> all(RecordStore store, String kind, String owner, int limit) throws Exception {
		List<StoredRecord> found = new ArrayList<>();
		List<StoredRecord> page;
		do {
			page = store.findByOwner(kind, digest(owner), found.isEmpty() ? "" : found.getLast().keyHash(), limit);
			assertThat(page).hasSizeLessThanOrEqualTo(limit);
			found.addAll(page);
		}
		while (page.size() == limit);
		return found;
	}

}
