package org.campanile.storage.hazelcast;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import com.hazelcast.map.LocalMapStats;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.onetime.OneTimeCapacity;
import org.campanile.storage.hazelcast.HazelcastStorageProperties.Mode;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** When full, the store must refuse further replay keys and keep the existing ones. */
class HazelcastOneTimeCapacityTests {

	private static final int ROOM = 200;

	private static final Instant END = Instant.now().plus(Duration.ofHours(1));

	@AutoClose
	private static final TestCluster cluster = TestCluster.started(2);

	@BeforeEach
	void clear() {
		cluster.clear();
	}

	@Test
	void whenFullThenRefusedByEveryNodeAndNothingIsForgotten() throws Exception {
		OneTimeCapacity capacity = TestCluster.capacity(ROOM);
		HazelcastOneTimeStore store = store(0, capacity);
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		capacity.bindTo(meters);
		int[] placed = { 0 };
		// An entry added during a count of the map may be counted twice until the next
		// count.
		Polling.until(Duration.ofSeconds(30), () -> {
			placed[0] += refuses(store, "a" + placed[0]) ? 0 : 1;
			return placed[0] == ROOM;
		});
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> store.setReplayKey("request", "one too many", END))
			.withMessageContaining("campanile.storage.hazelcast.max-marks");
		HazelcastOneTimeStore other = store(1, TestCluster.capacity(ROOM));
		Polling.until(Duration.ofSeconds(30), () -> refuses(other));
		HazelcastOneTimeStore roomy = store(1, TestCluster.capacity(10 * ROOM));
		for (int i = 0; i < placed[0]; i++) {
			assertThat(roomy.setReplayKey("request", "a" + i, END)).as("still marked").isFalse();
		}
		assertThat(meters.get("campanile.store.one-time.limit").gauge().value()).isEqualTo(ROOM);
		assertThat(meters.get("campanile.store.one-time.entries").gauge().value()).isGreaterThanOrEqualTo(ROOM - 5);
		cluster.clear();
		Polling.until(Duration.ofSeconds(30), () -> !refuses(store));
	}

	/** Values are stored as well, and may be much larger than a replay key. */
	@Test
	void whenValuesAreLargeThenTheirSizeIsCounted() throws Exception {
		int limit = 10_000;
		HazelcastOneTimeStore store = store(0, TestCluster.capacity(limit));
		byte[] value = new byte[16 * 1024];
		int[] kept = { 0 };
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> {
			while (kept[0] < limit) {
				store.put("artifact", "a" + kept[0], value, END);
				kept[0]++;
			}
		});
		assertThat(kept[0] * value.length).isBetween(limit * 512 / 3, limit * 512);
		HazelcastOneTimeStore other = store(1, TestCluster.capacity(limit / 3));
		Polling.until(Duration.ofSeconds(30), () -> refuses(other));
		HazelcastOneTimeStore roomy = store(1, TestCluster.capacity(2 * limit));
		assertThat(refuses(roomy)).isFalse();
		assertThat(roomy.take("artifact", "a0")).isPresent();
	}

	/**
	 * The default limit, derived from the heap, assumes this memory cost of a replay key.
	 */
	@Test
	void whenMarkedThenAMarkTakesNoMoreThanIsReckoned() throws Exception {
		HazelcastOneTimeStore store = store(0, TestCluster.capacity(10_000));
		for (int i = 0; i < 1000; i++) {
			store.setReplayKey("authn-response", "_0123456789abcdef0123456789abcdef https://sp.example.org/" + i, END);
		}
		LocalMapStats stats = HazelcastMaps.oneTime(cluster.instance(0)).getLocalMapStats();
		assertThat(stats.getOwnedEntryMemoryCost() / Math.max(1, stats.getOwnedEntryCount())).isBetween(50L, 512L);
	}

	@ParameterizedTest
	@CsvSource({ "MEMBER,3,1,0,147456", "MEMBER,3,2,0,98304", "MEMBER,1,1,0,98304", "MEMBER,3,1,500,500",
			"CLIENT,3,1,0,1000000" })
	void whenNothingIsSetThenTheHeapSetsTheLimit(Mode mode, int members, int backups, long maxMarks, long limit) {
		List<String> addresses = List.of("10.0.0.1:5701", "10.0.0.2:5701", "10.0.0.3:5701").subList(0, members);
		HazelcastStorageProperties properties = new HazelcastStorageProperties("test", mode, "10.0.0.1", 5701,
				addresses, "", "", "", 0, backups, Duration.ofSeconds(3), maxMarks);
		assertThat(properties.oneTimeLimit(192L << 20)).isEqualTo(limit);
	}

	private static boolean refuses(HazelcastOneTimeStore store) {
		return refuses(store, "probe" + System.nanoTime());
	}

	private static boolean refuses(HazelcastOneTimeStore store, String key) {
		try {
			assertThat(store.setReplayKey("request", key, END)).isTrue();
			return false;
		}
		catch (StoreUnavailableException ex) {
			return true;
		}
	}

	private static HazelcastOneTimeStore store(int node, OneTimeCapacity capacity) {
		return new HazelcastOneTimeStore(cluster.instance(node), TestCluster.operations(cluster.instance(node)),
				InstantSource.system(), new SecureRandom(), capacity);
	}

}
