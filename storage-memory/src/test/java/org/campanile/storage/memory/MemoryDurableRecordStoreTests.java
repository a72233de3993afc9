package org.campanile.storage.memory;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.campanile.onetime.OneTimeCapacity;
import org.campanile.record.RecordStore;
import org.campanile.record.StoredRecord;
import org.campanile.storage.memory.MemoryDurableAutoConfiguration.MemoryDurableProperties;
import org.campanile.testkit.factor.EnrolmentRemains;
import org.campanile.testkit.record.RecordStoreContract;

import static org.assertj.core.api.Assertions.assertThat;

class MemoryDurableRecordStoreTests extends RecordStoreContract {

	private RecordStore store = bean();

	private RecordStore bean() {
		return new MemoryDurableAutoConfiguration().durableRecordStore(clock,
				new MemoryDurableProperties(1, 1, 10_000, true));
	}

	/** The heap contains only what the store was given. */
	@Test
	void whenAUserHasEnrolledThenTheStoreIsGivenNothingOfIt() throws Exception {
		List<StoredRecord> given = new ArrayList<>();
		RecordStore recording = (RecordStore) Proxy.newProxyInstance(RecordStore.class.getClassLoader(),
				new Class<?>[] { RecordStore.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("create")) {
						given.add((StoredRecord) arguments[0]);
					}
					return method.invoke(store, arguments);
				});
		List<String> planted = EnrolmentRemains.leave(recording,
				new MemoryOneTimeStore(clock, new OneTimeCapacity("test", 10)), clock);
		assertThat(given).hasSize(EnrolmentRemains.RECORDS);
		StringBuilder dump = new StringBuilder();
		given.forEach(record -> dump.append(record)
			.append(new String(record.state(), StandardCharsets.ISO_8859_1))
			.append(HexFormat.of().formatHex(record.state()))
			.append(Base64.getEncoder().encodeToString(record.state())));
		EnrolmentRemains.assertAbsent(dump.toString(), planted);
	}

	/** One node: the second store of the kit is the first. */
	@Override
	protected RecordStore open(InstantSource clock) {
		return store;
	}

	@Override
	protected void reset() {
		store = bean();
	}

}
