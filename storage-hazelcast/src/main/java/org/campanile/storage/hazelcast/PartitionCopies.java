package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleListener;
import com.hazelcast.partition.MigrationListener;
import com.hazelcast.partition.MigrationState;
import com.hazelcast.partition.ReplicaMigrationEvent;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreCopies;

/**
 * Tracks whether every partition has all its copies. Members report how many migrations
 * remain; whether the copies are complete is queried from all members, every second while
 * they are not, otherwise every 30 seconds. Thread-safe.
 */
final class PartitionCopies implements StoreCopies, MigrationListener, MembershipListener, LifecycleListener {

	private static final Logger logger = LoggerFactory.getLogger(PartitionCopies.class);

	private static final Duration INTERVAL_WHILE_MISSING = Duration.ofSeconds(1);

	private static final Duration INTERVAL_WHILE_COMPLETE = Duration.ofSeconds(30);

	/**
	 * The time after which a joining node serves anyway: a hanging member must not keep
	 * the others from returning.
	 */
	private static final Duration MAX_WAIT = Duration.ofMinutes(2);

	private final HazelcastInstance member;

	private final Semaphore changes = new Semaphore(0);

	private volatile long joined = System.nanoTime();

	private volatile int remaining;

	private volatile boolean safe;

	private volatile boolean complete;

	/** Members that have left since all copies were complete. */
	private int left;

	PartitionCopies(HazelcastInstance member, MeterRegistry meters) {
		this.member = member;
		Gauge.builder("campanile.store.hazelcast.copies.missing", this::missing)
			.description("Copies of partitions that are still to be made")
			.register(meters);
	}

	void watch() {
		member.getPartitionService().addMigrationListener(this);
		member.getCluster().addMembershipListener(this);
		member.getLifecycleService().addLifecycleListener(this);
		Thread.ofVirtual().name("campanile-copies").start(this::watchCopies);
	}

	@Override
	public int missing() {
		return safe ? 0 : Math.max(1, remaining);
	}

	@Override
	public boolean complete() {
		return complete;
	}

	private void watchCopies() {
		try {
			while (member.getLifecycleService().isRunning()) {
				changes.drainPermits();
				update(isSafe());
				Duration pause = safe ? INTERVAL_WHILE_COMPLETE : INTERVAL_WHILE_MISSING;
				if (changes.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
					logger.debug("Members or partitions have changed");
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean isSafe() {
		try {
			return member.getPartitionService().isClusterSafe();
		}
		catch (HazelcastException | IllegalStateException ex) {
			logger.debug("Whether all copies are complete is not known", ex);
			return false;
		}
	}

	private synchronized void update(boolean isSafe) {
		// A member that joined or left during the call invalidates the answer.
		safe = isSafe && changes.availablePermits() == 0;
		if (safe) {
			// The member that would have reported this may have died.
			remaining = 0;
			left = 0;
		}
		if (complete) {
			return;
		}
		if (safe) {
			logger.info("This node has its share of the sessions, and every session has its copies");
			complete = true;
		}
		else if (System.nanoTime() - joined > MAX_WAIT.toNanos()) {
			logger.warn(
					"{} copies are still missing {} seconds after this node joined; it serves anyway, but if another "
							+ "node dies now, sessions may be lost; check the logs of the other nodes",
					missing(), MAX_WAIT.toSeconds());
			complete = true;
		}
	}

	/** A member that joins the larger part after a partition has no data. */
	@Override
	public synchronized void stateChanged(LifecycleEvent event) {
		if (event.getState() == LifecycleState.MERGED) {
			joined = System.nanoTime();
			complete = false;
			changed();
		}
	}

	private synchronized void changed() {
		safe = false;
		changes.release();
	}

	@Override
	public void memberAdded(MembershipEvent event) {
		changed();
	}

	/**
	 * Hazelcast reports a partition as lost when the members of all its copies have gone,
	 * not when a copy takes over that was never filled. A joining member is no risk: data
	 * stays in place until it has been transferred.
	 */
	@Override
	public synchronized void memberRemoved(MembershipEvent event) {
		left++;
		int backups = member.getConfig().getMapConfig(HazelcastMaps.SESSIONS).getBackupCount();
		// A minority has lost nothing: the others continue without it.
		if (left > backups && event.getMembers().size() > Majority.of(member).expected(event.getMembers()) / 2) {
			logger
				.warn("A node left before the copies that were lost with an earlier one had been restored; sessions of "
						+ "which it held the only copy may be gone, and their users then sign in again; "
						+ "campanile.storage.hazelcast.backup-count {} survives this", left);
		}
		changed();
	}

	@Override
	public void migrationStarted(MigrationState state) {
		remaining = state.getPlannedMigrations();
		changed();
	}

	@Override
	public void migrationFinished(MigrationState state) {
		remaining = 0;
		changes.release();
	}

	@Override
	public void replicaMigrationCompleted(ReplicaMigrationEvent event) {
		remaining = event.getMigrationState().getRemainingMigrations();
	}

	@Override
	public void replicaMigrationFailed(ReplicaMigrationEvent event) {
		remaining = event.getMigrationState().getRemainingMigrations();
	}

}
