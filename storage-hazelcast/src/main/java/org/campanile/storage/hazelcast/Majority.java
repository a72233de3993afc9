package org.campanile.storage.hazelcast;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.spi.properties.ClusterProperty;
import com.hazelcast.splitbrainprotection.HeartbeatAware;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionFunction;
import org.jspecify.annotations.Nullable;

/**
 * Whether the members that are connected are more than half of the cluster, whose size is
 * what {@link ClusterSize} makes of what all of them say. Hazelcast makes it, by the name
 * of its class, and asks it at every heartbeat and whenever a member comes or goes.
 * Thread-safe.
 * <p>
 * A member that is silent counts no more, though it is given up later: two that fall
 * silent together are given up one after the other, and in between the one left would see
 * a majority.
 */
public final class Majority
		implements SplitBrainProtectionFunction, HeartbeatAware, MembershipListener, HazelcastInstanceAware {

	private static final String KEY = "campanile.storage.hazelcast.cluster-size";

	private final Map<UUID, Heartbeats> heard = new ConcurrentHashMap<>();

	private final LongSupplier clock;

	private volatile long heardWithinMillis;

	private volatile ClusterSize size = new ClusterSize(1);

	private volatile String said = "";

	private volatile @Nullable HazelcastInstance member;

	/** For Hazelcast. */
	public Majority() {
		this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
	}

	/**
	 * @param clock monotonic, in milliseconds
	 */
	Majority(LongSupplier clock) {
		this.clock = clock;
	}

	/** The one of that member. */
	static Majority of(HazelcastInstance member) {
		return (Majority) Objects.requireNonNull(member.getUserContext().get(Majority.class.getName()));
	}

	/**
	 * @throws IllegalArgumentException if the member does not say how large the cluster
	 * is
	 */
	@Override
	public void setHazelcastInstance(HazelcastInstance member) {
		int own = ClusterSize.parsed(member.getConfig().getMemberAttributeConfig().getAttribute(ClusterSize.ATTRIBUTE));
		if (own < 1) {
			throw new IllegalArgumentException("the member attribute " + ClusterSize.ATTRIBUTE
					+ " is no size; set how many members the cluster has when all are well");
		}
		this.size = new ClusterSize(own);
		String interval = member.getConfig().getProperty(ClusterProperty.HEARTBEAT_INTERVAL_SECONDS.getName());
		// Two heartbeats and a half; with the call timeout it is less than the time after
		// which a member is given up, so that nothing begun before ends after.
		this.heardWithinMillis = Long.parseLong(
				interval == null ? ClusterProperty.HEARTBEAT_INTERVAL_SECONDS.getDefaultValue() : interval) * 2_500;
		this.member = member;
		member.getUserContext().put(Majority.class.getName(), this);
	}

	@Override
	public boolean apply(Collection<Member> members) {
		int expected = size.see(members);
		complain(members, expected);
		long now = clock.getAsLong();
		int recent = 0;
		for (Member member : members) {
			Heartbeats last = heard.get(member.getUuid());
			recent += member.localMember() || last != null && last.isWithin(heardWithinMillis, now) ? 1 : 0;
		}
		return recent > expected / 2;
	}

	/** How many there are when all are well, these members among them. */
	int expected(Collection<Member> members) {
		return size.with(members);
	}

	/** That a member says it goes for good, or to start anew. */
	void leaving(UUID member) {
		size.leaving(member);
	}

	@Override
	public void onHeartbeat(Member member, long timestamp) {
		long now = clock.getAsLong();
		heard.compute(member.getUuid(),
				(same, before) -> before == null ? Heartbeats.first(timestamp, now) : before.then(timestamp, now));
	}

	@Override
	public void memberAdded(MembershipEvent event) {
	}

	@Override
	public void memberRemoved(MembershipEvent event) {
		heard.remove(event.getMember().getUuid());
	}

	/** Once for each thing that is wrong. */
	private void complain(Collection<Member> members, int expected) {
		String fault = size.fault(members, expected);
		HazelcastInstance there = member;
		if (fault.equals(said) || there == null) {
			return;
		}
		said = fault;
		if (!fault.isEmpty()) {
			there.getLoggingService()
				.getLogger(Majority.class)
				.severe(KEY + ": " + fault + "; two parts of such a cluster could go on without each other, so "
						+ (expected / 2 + 1) + " nodes must be connected until all agree; list every node on every "
						+ "node, or set the same size, and restart one after the other");
		}
	}

}
