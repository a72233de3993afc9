package org.campanile.storage.hazelcast;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import org.jspecify.annotations.Nullable;

import org.campanile.store.StoreUnavailableException;

/**
 * The clock that the members of a cluster share: the median of their clocks. Hazelcast's
 * own cluster time is that of the oldest member; if that one were wrong, all others would
 * consider themselves wrong. Thread-safe.
 *
 * @param hazelcast a member or a client
 * @param operations runs the reads
 */
record ClusterClock(HazelcastInstance hazelcast, HazelcastOperations operations) {

	/**
	 * The number of keys; with this many, each member of any cluster owns at least one.
	 */
	private static final int KEYS = 2_000;

	Instant read() throws StoreUnavailableException {
		List<Long> clocks = new ArrayList<>();
		for (String key : keys()) {
			clocks.add(operations.run("read the cluster's clock",
					() -> HazelcastMaps.oneTime(hazelcast).submitToKey(key, new OneTimeProcessor.ReadClock())));
		}
		return Instant.ofEpochMilli(median(clocks));
	}

	/** Returns one key for each member; any key if the owners are unknown. */
	List<String> keys() throws StoreUnavailableException {
		return operations.runBlocking("read the cluster's clock", () -> {
			int members = hazelcast.getCluster().getMembers().size();
			Map<UUID, String> keys = new LinkedHashMap<>();
			for (int i = 0; i < KEYS && keys.size() < members; i++) {
				@Nullable Member owner = hazelcast.getPartitionService().getPartition("clock" + i).getOwner();
				if (owner != null) {
					keys.putIfAbsent(owner.getUuid(), "clock" + i);
				}
			}
			return keys.isEmpty() ? List.of("clock0") : List.copyOf(keys.values());
		});
	}

	/**
	 * @param clocks at least one
	 */
	static long median(List<Long> clocks) {
		return clocks.stream().sorted().skip((clocks.size() - 1) / 2).findFirst().orElseThrow();
	}

}
