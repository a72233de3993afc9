package org.campanile.testkit.record;

import java.time.Instant;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.testkit.store.PurgeContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.record.RecordStoreHarness.END;
import static org.campanile.testkit.record.RecordStoreHarness.KIND;
import static org.campanile.testkit.record.RecordStoreHarness.all;
import static org.campanile.testkit.record.RecordStoreHarness.record;

/**
 * The contract of a backend that removes expired records itself, in addition to
 * {@link RecordStoreContract}.
 */
public abstract class RecordPurgeContract extends PurgeContract<RecordStore> {

	@Override
	protected final void create(RecordStore store, String name) throws Exception {
		store.create(record(name));
	}

	@Override
	protected final void prolong(RecordStore store, String name) throws Exception {
		store.update(KIND, digest(name), 1, later(), bytes("lives longer"));
	}

	@Override
	protected final boolean lives(RecordStore store, String name) throws Exception {
		return store.find(KIND, digest(name)).isPresent();
	}

	@Override
	protected final Instant end() {
		return END;
	}

	@Override
	protected final Instant later() {
		return END.plusSeconds(60);
	}

	@Override
	protected final int found() throws Exception {
		return all(here, KIND, "alice", RecordStore.MAX_PAGE).size();
	}

	@Override
	protected final int traffic(int number) throws Exception {
		int live = 0;
		for (int i = 0; i < 40; i++) {
			String key = "new " + number + ' ' + i;
			assertThat(node(i).create(record(KIND, key, "alice", END.plusSeconds(60), "state"))).isTrue();
			assertThat(node(i + 1).update(KIND, digest(key), 1, END.plusSeconds(90), bytes("new")))
				.isEqualTo(new RecordUpdate.Updated(2));
			assertThat(node(i).find(KIND, digest(key))).isPresent();
			if (i % 2 == 0) {
				assertThat(node(i).remove(KIND, digest(key))).isPresent();
			}
			else {
				live++;
			}
			String old = "old " + (number * 40 + i);
			assertThat(node(i).update(KIND, digest(old), 1, END.plusSeconds(60), bytes("revived")))
				.isEqualTo(new RecordUpdate.Gone());
			assertThat(node(i).remove(KIND, digest("old " + (60 + number * 30 + i % 30)))).isEmpty();
		}
		for (int i = 0; i < 10; i++) {
			String old = "old " + ((number - 2) * 10 + i);
			assertThat(node(i).create(record(KIND, old, "alice", END.plusSeconds(60), "replaced"))).isTrue();
			live++;
		}
		return live;
	}

}
