package org.campanile.storage.hazelcast;

import java.util.Set;
import java.util.UUID;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports how many nodes are connected, and whether they suffice. Leaving nodes announce
 * it to the others, which distinguishes them from lost ones.
 */
final class Membership implements MembershipListener {

	private static final Logger logger = LoggerFactory.getLogger(Membership.class);

	/** The topic on which leaving nodes announce themselves. */
	private static final String LEAVING = "campanile-leaving";

	private final HazelcastInstance member;

	private final Majority majority;

	/** The members at the last change. */
	private volatile Set<Member> members = Set.of();

	Membership(HazelcastInstance member, MeterRegistry meters) {
		this.member = member;
		this.majority = Majority.of(member);
		Gauge.builder("campanile.store.hazelcast.members", () -> members.size())
			.description("Members of the Hazelcast cluster, this node included")
			.register(meters);
		// Evaluated when read: after a departure it falls later than the members change.
		Gauge.builder("campanile.store.hazelcast.members.expected", () -> majority.expected(members))
			.description("Members that the Hazelcast cluster should have")
			.register(meters);
	}

	void watch() {
		ITopic<String> leaving = member.getTopic(LEAVING);
		leaving.addMessageListener(message -> majority.leaving(UUID.fromString(message.getMessageObject())));
		member.getCluster().addMembershipListener(this);
		report(member.getCluster().getMembers());
	}

	/** Announces that this node leaves. */
	static void leave(HazelcastInstance member) {
		try {
			member.<String>getTopic(LEAVING).publish(member.getCluster().getLocalMember().getUuid().toString());
		}
		catch (HazelcastException | IllegalStateException ex) {
			logger.debug("The others will count this node as lost", ex);
		}
	}

	@Override
	public void memberAdded(MembershipEvent event) {
		report(event.getMembers());
	}

	@Override
	public void memberRemoved(MembershipEvent event) {
		report(event.getMembers());
	}

	private synchronized void report(Set<Member> now) {
		members = now;
		int connected = now.size();
		int expected = majority.expected(now);
		int needed = expected / 2 + 1;
		if (connected < needed) {
			logger.warn(
					"{} of {} Hazelcast nodes are connected, and sign-on needs {}: this node refuses requests until "
							+ "the others are connected; start them, or check the network between them",
					connected, expected, needed);
		}
		else {
			logger.info("{} of {} Hazelcast nodes are connected", connected, expected);
		}
	}

}
