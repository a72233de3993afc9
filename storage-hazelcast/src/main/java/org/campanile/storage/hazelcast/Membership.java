package org.campanile.storage.hazelcast;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how many nodes are connected, and whether they are enough. */
final class Membership implements MembershipListener {

	private static final Logger logger = LoggerFactory.getLogger(Membership.class);

	private final HazelcastInstance member;

	private final int majority;

	private final int expected;

	Membership(HazelcastInstance member, int majority, int expected) {
		this.member = member;
		this.majority = majority;
		this.expected = expected;
	}

	void watch() {
		member.getCluster().addMembershipListener(this);
		report(member.getCluster().getMembers().size());
	}

	@Override
	public void memberAdded(MembershipEvent event) {
		report(event.getMembers().size());
	}

	@Override
	public void memberRemoved(MembershipEvent event) {
		report(event.getMembers().size());
	}

	private void report(int connected) {
		if (connected < majority) {
			logger.warn(
					"{} of {} Hazelcast nodes are connected, and sign-on needs {}: this node refuses until the "
							+ "others are there; start them, or look at the network between them",
					connected, expected, majority);
		}
		else {
			logger.info("{} of {} Hazelcast nodes are connected", connected, expected);
		}
	}

}
