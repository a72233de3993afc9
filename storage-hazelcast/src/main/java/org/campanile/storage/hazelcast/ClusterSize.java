package org.campanile.storage.hazelcast;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import org.jspecify.annotations.Nullable;

/**
 * The size of the cluster for which a majority is required: the largest of this member's
 * configured size, the sizes that other members announce in an attribute, and the number
 * of members seen together. Lost members still count, because they may be alive behind a
 * network partition, until a member joins from their address. Members that announced
 * their departure do not. Thread-safe.
 */
final class ClusterSize {

	/** The attribute in which a member announces its configured size. */
	static final String ATTRIBUTE = "campanile-cluster-size";

	private final int own;

	/** The maximum number of members seen together, less those that have left since. */
	private int maxTogether;

	/** The present members and their announced sizes. */
	private final Map<UUID, Announced> present = new HashMap<>();

	/** Lost members that announced a larger size than this member. */
	private final Map<UUID, Announced> lost = new HashMap<>();

	/** Members that announced their departure and are still present. */
	private final Set<UUID> leaving = new HashSet<>();

	/**
	 * @param size 0 if it announces none, as older ones do
	 */
	private record Announced(Address address, int size) {
	}

	ClusterSize(int own) {
		this.own = own;
	}

	/**
	 * @return 0 if it is not a size
	 */
	static int parsed(@Nullable String attribute) {
		return attribute != null && attribute.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(attribute) : 0;
	}

	/**
	 * @param members all connected members, including this one
	 * @return the size of the cluster
	 */
	synchronized int update(Collection<Member> members) {
		Map<UUID, Announced> now = new HashMap<>();
		for (Member member : members) {
			now.put(member.getUuid(), new Announced(member.getAddress(), parsed(member.getAttribute(ATTRIBUTE))));
		}
		present.forEach((member, announced) -> {
			if (!now.containsKey(member)) {
				gone(member, announced, now.size());
			}
		});
		present.clear();
		present.putAll(now);
		lost.values()
			.removeIf(gone -> now.values().stream().anyMatch(announced -> announced.address().equals(gone.address())));
		maxTogether = Math.max(maxTogether, now.size());
		return sizeWith(members);
	}

	/** Returns the size like {@link #update}, without recording anything. */
	synchronized int sizeWith(Collection<Member> members) {
		int size = Math.max(own, Math.max(maxTogether, members.size()));
		for (Member member : members) {
			size = Math.max(size, parsed(member.getAttribute(ATTRIBUTE)));
		}
		for (Announced gone : lost.values()) {
			size = Math.max(size, gone.size());
		}
		return size;
	}

	private void gone(UUID member, Announced announced, int left) {
		if (leaving.remove(member)) {
			maxTogether = Math.max(left, maxTogether - 1);
		}
		else if (announced.size() > own) {
			lost.put(member, announced);
		}
	}

	/**
	 * Notes that a member announces its departure. If it disappears before this arrives,
	 * it counts as lost.
	 */
	synchronized void leaving(UUID member) {
		if (present.containsKey(member)) {
			leaving.add(member);
		}
	}

	/**
	 * Returns the fault of the sizes of these members; empty if there is none.
	 * @param expected the result of {@link #update}
	 */
	String fault(Collection<Member> members, int expected) {
		TreeSet<Integer> sizes = new TreeSet<>();
		for (Member member : members) {
			sizes.add(parsed(member.getAttribute(ATTRIBUTE)));
		}
		sizes.remove(0);
		if (sizes.size() > 1) {
			return "the nodes that are connected have different sizes, " + sizes;
		}
		if (members.size() > own) {
			return members.size() + " nodes are connected, more than the " + own + " of this one";
		}
		return expected > own ? expected + " nodes were connected at once or announced, more than the " + own
				+ " of this one, and the missing ones did not announce their departure" : "";
	}

}
