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
 * Whether the connected members are more than half of the cluster, whose size
 * {@link ClusterSize} determines. Instantiated by Hazelcast by its class name, and called
 * at every heartbeat and whenever a member joins or leaves. Thread-safe.
 * <p>
 * A silent member no longer counts, although it is removed later: if two fall silent
 * together, they are removed one after the other, and in between the rest would see a
 * majority.
 */
public final class Majority
		implements SplitBrainProtectionFunction, HeartbeatAware, MembershipListener, HazelcastInstanceAware {

	private static final String KEY = "campanile.storage.hazelcast.cluster-size";

	private final Map<UUID, Heartbeats> heard = new ConcurrentHashMap<>();

	private final LongSupplier clock;

	private volatile long heardWithinMillis;

	private volatile ClusterSize size = new ClusterSize(1);

	private volatile String reportedFault = "";

	private volatile @Nullable HazelcastInstance member;

	/** Creates an instance; called by Hazelcast. */
	public Majority() {
		this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
	}

	/**
	 * @param clock monotonic, in milliseconds
	 */
	Majority(LongSupplier clock) {
		this.clock = clock;
	}

	/** The instance of that member. */
	static Majority of(HazelcastInstance member) {
		return (Majority) Objects.requireNonNull(member.getUserContext().get(Majority.class.getName()));
	}

	/**
	 * @throws IllegalArgumentException if the member has no cluster size attribute
	 */
	@Override
	public void setHazelcastInstance(HazelcastInstance member) {
		int own = ClusterSize.parsed(member.getConfig().getMemberAttributeConfig().getAttribute(ClusterSize.ATTRIBUTE));
		if (own < 1) {
			throw new IllegalArgumentException("the member attribute " + ClusterSize.ATTRIBUTE
					+ " is not a size; set the regular number of members");
		}
		this.size = new ClusterSize(own);
		String interval = member.getConfig().getProperty(ClusterProperty.HEARTBEAT_INTERVAL_SECONDS.getName());
		// Two and a half heartbeats; together with the call timeout less than the time
		// after which a member is removed, so that no earlier call ends after that.
		this.heardWithinMillis = Long.parseLong(
				interval == null ? ClusterProperty.HEARTBEAT_INTERVAL_SECONDS.getDefaultValue() : interval) * 2_500;
		this.member = member;
		member.getUserContext().put(Majority.class.getName(), this);
	}

	@Override
	public boolean apply(Collection<Member> members) {
		int expected = size.update(members);
		reportFault(members, expected);
		long now = clock.getAsLong();
		int recent = 0;
		for (Member member : members) {
			Heartbeats last = heard.get(member.getUuid());
			recent += member.localMember() || last != null && last.isWithin(heardWithinMillis, now) ? 1 : 0;
		}
		return recent > expected / 2;
	}

	/** The regular number of members, including these. */
	int expected(Collection<Member> members) {
		return size.sizeWith(members);
	}

	/** Notes that a member announces its departure. */
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

	/** Logs each fault once. */
	private void reportFault(Collection<Member> members, int expected) {
		String fault = size.fault(members, expected);
		HazelcastInstance there = member;
		if (fault.equals(reportedFault) || there == null) {
			return;
		}
		reportedFault = fault;
		if (!fault.isEmpty()) {
			there.getLoggingService()
				.getLogger(Majority.class)
				.severe(KEY + ": " + fault + "; two parts of such a cluster could continue separately, so "
						+ (expected / 2 + 1) + " nodes must be connected until all agree; list every node on every "
						+ "node, or set the same size, and restart one after the other");
		}
	}

}
