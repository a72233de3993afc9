package org.campanile.storage.hazelcast;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.PartitionLostEvent;
import com.hazelcast.partition.PartitionLostListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the partitions lost when more members died at once than there are copies: one
 * line for all partitions of one incident. Thread-safe.
 */
final class LostPartitions implements PartitionLostListener {

	private static final Logger logger = LoggerFactory.getLogger(LostPartitions.class);

	private final HazelcastInstance member;

	private final Counter counter;

	private final int partitions;

	private final int backups;

	/**
	 * The unreported partitions of this incident; a set, because a partition may be
	 * reported twice.
	 */
	private final Set<Integer> unreported = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean reporting = new AtomicBoolean();

	/** Partitions are reported one by one; the line waits for further ones. */
	private final Executor later = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

	LostPartitions(HazelcastInstance member, MeterRegistry meters) {
		this.member = member;
		// The value is read now, because the member may be gone when the line is written.
		this.partitions = member.getPartitionService().getPartitions().size();
		this.backups = member.getConfig().getMapConfig(HazelcastMaps.SESSIONS).getBackupCount();
		this.counter = Counter.builder("campanile.store.hazelcast.partitions.lost")
			.description("Partitions lost with all their copies")
			.register(meters);
	}

	void watch() {
		member.getPartitionService().addPartitionLostListener(this);
	}

	@Override
	public void partitionLost(PartitionLostEvent event) {
		if (!event.allReplicasInPartitionLost() && event.getLostBackupCount() < backups) {
			return;
		}
		if (unreported.add(event.getPartitionId())) {
			counter.increment();
		}
		if (reporting.compareAndSet(false, true)) {
			later.execute(this::report);
		}
	}

	private void report() {
		reporting.set(false);
		Set<Integer> reported = Set.copyOf(unreported);
		unreported.removeAll(reported);
		int lost = reported.size();
		if (lost == 0) {
			return;
		}
		logger.error("{} of {} partitions were lost, because more nodes died at once than there are copies: about {} % "
				+ "of the sessions are gone, their users sign in again, and logout will not reach their services; "
				+ "raise campanile.storage.hazelcast.backup-count to survive this", lost, partitions,
				Math.round(100.0 * lost / partitions));
	}

}
