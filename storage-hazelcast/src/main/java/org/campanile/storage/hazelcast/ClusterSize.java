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
 * How large the cluster is, of which a majority is needed: the largest of what this
 * member was told, what the others were told, as each says in an attribute, and how many
 * were there at once. Members that were lost are still counted, for they may live on
 * behind a broken network, until one comes at their address. Those that said they leave
 * are not. Thread-safe.
 */
final class ClusterSize {

	/** In which a member says how large the cluster is that it was told of. */
	static final String ATTRIBUTE = "campanile-cluster-size";

	private final int own;

	/** The most that were there together, less those that left. */
	private int atOnce;

	/** What each member said that is there. */
	private final Map<UUID, Told> present = new HashMap<>();

	/** And each that was lost, if it said more than this one. */
	private final Map<UUID, Told> lost = new HashMap<>();

	/** Those that are there still. */
	private final Set<UUID> leaving = new HashSet<>();

	/**
	 * @param size 0 if it says none, as older ones do
	 */
	private record Told(Address address, int size) {
	}

	ClusterSize(int own) {
		this.own = own;
	}

	/**
	 * @return 0 if it is no size
	 */
	static int parsed(@Nullable String attribute) {
		return attribute != null && attribute.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(attribute) : 0;
	}

	/**
	 * @param members all that are connected, this one too
	 * @return how large the cluster is
	 */
	synchronized int see(Collection<Member> members) {
		Map<UUID, Told> now = new HashMap<>();
		for (Member member : members) {
			now.put(member.getUuid(), new Told(member.getAddress(), parsed(member.getAttribute(ATTRIBUTE))));
		}
		present.forEach((member, told) -> {
			if (!now.containsKey(member)) {
				gone(member, told, now.size());
			}
		});
		present.clear();
		present.putAll(now);
		lost.values().removeIf(gone -> now.values().stream().anyMatch(told -> told.address().equals(gone.address())));
		atOnce = Math.max(atOnce, now.size());
		return with(members);
	}

	/** As {@link #see}, but remembers nothing of it. */
	synchronized int with(Collection<Member> members) {
		int size = Math.max(own, Math.max(atOnce, members.size()));
		for (Member member : members) {
			size = Math.max(size, parsed(member.getAttribute(ATTRIBUTE)));
		}
		for (Told gone : lost.values()) {
			size = Math.max(size, gone.size());
		}
		return size;
	}

	private void gone(UUID member, Told told, int left) {
		if (leaving.remove(member)) {
			atOnce = Math.max(left, atOnce - 1);
		}
		else if (told.size() > own) {
			lost.put(member, told);
		}
	}

	/**
	 * A member says that it leaves. Unless this is heard before it is gone, it is counted
	 * as lost.
	 */
	synchronized void leaving(UUID member) {
		if (present.containsKey(member)) {
			leaving.add(member);
		}
	}

	/**
	 * What is wrong with the sizes of these members; empty if nothing is.
	 * @param expected as {@link #see} said
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
		return expected > own ? expected + " nodes were connected at once or told of, more than the " + own
				+ " of this one, and those that are gone did not say that they leave" : "";
	}

}
