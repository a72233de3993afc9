package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.List;

import org.campanile.store.ChosenStore;
import org.campanile.store.StoreReach;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of a member or client of a Hazelcast cluster.
 *
 * @param clusterName the cluster's name; clusters that can reach each other need
 * different ones
 * @param mode {@code member}: the nodes store the sessions themselves; {@code client}: a
 * separate Hazelcast cluster does
 * @param bindAddress the address this member listens on and announces to the others;
 * loopback unless set, and for members found through Kubernetes the pod's
 * @param port the port this member listens on
 * @param members the members' addresses, host or host:port, with or without this one; for
 * a client, the servers'
 * @param kubernetesServiceDns the headless service's DNS name, by which members are found
 * instead of by a list
 * @param kubernetesNamespace the namespace in which members are found through the
 * Kubernetes API, instead of by DNS
 * @param kubernetesServiceName the service whose endpoints are the members, in that
 * namespace
 * @param clusterSize the regular number of members; 0: the number listed. Below a
 * majority of it, a member refuses
 * @param backupCount how many copies of each session other members keep, and how many
 * members may die at once without loss
 * @param callTimeout how long one operation may take
 * @param maxMarks how many replay keys the cluster keeps at most, a value counting as one
 * for each 512 bytes; 0: as many as fit in a quarter of a node's heap, and a million for
 * a client
 */
@ConfigurationProperties("campanile.storage.hazelcast")
public record HazelcastStorageProperties(@DefaultValue("campanile") String clusterName,
		@DefaultValue("member") Mode mode, @DefaultValue("") String bindAddress, @DefaultValue("5701") int port,
		@DefaultValue List<String> members, @DefaultValue("") String kubernetesServiceDns,
		@DefaultValue("") String kubernetesNamespace, @DefaultValue("") String kubernetesServiceName,
		@DefaultValue("0") int clusterSize, @DefaultValue("1") int backupCount,
		@DefaultValue("3s") Duration callTimeout, @DefaultValue("0") long maxMarks) implements ChosenStore {

	/**
	 * The maximum heap use of a replay key on a member with a copy, in bytes. A value
	 * counts as one replay key for each such amount.
	 */
	static final long REPLAY_KEY_BYTES = 512;

	private static final long CLIENT_REPLAY_KEYS = 1_000_000;

	static final String PREFIX = "campanile.storage.hazelcast.";

	/** The place where the sessions are stored. */
	public enum Mode {

		/** Sessions are stored in the nodes. */
		MEMBER,
		/** Sessions are stored in a separate cluster. */
		CLIENT

	}

	public HazelcastStorageProperties {
		members = List.copyOf(members);
		require(!clusterName.isBlank(), "cluster-name", "is empty; name the cluster");
		require(port >= 1 && port <= 65_535, "port", port + " is not a port; set 1 to 65535");
		members.stream()
			.map(String::strip)
			.filter(member -> !ListedMembers.hasValidPort(member))
			.findFirst()
			.ifPresent(member -> require(false, "members",
					member + " has no port from 1 to 65535; write host:port, or only the host for " + port));
		require(clusterSize >= 0, "cluster-size", clusterSize + " is not a size; set the number of members");
		require(backupCount >= 0 && backupCount <= 6, "backup-count", backupCount + " is not within 0 to 6");
		require(callTimeout.compareTo(Duration.ofMillis(100)) >= 0, "call-timeout",
				callTimeout + " is too short; set 100ms or more");
		require(maxMarks >= 0, "max-marks",
				maxMarks + " is not a capacity; set 1 or more, or 0 to derive it from " + "the heap");
		boolean dns = !kubernetesServiceDns.isBlank();
		boolean api = !kubernetesServiceName.isBlank() || !kubernetesNamespace.isBlank();
		require(!dns || !api, "kubernetes-service-dns",
				"must not be set together with kubernetes-service-name or kubernetes-namespace; choose one way of "
						+ "finding members");
		require(members.isEmpty() || !dns && !api, "members",
				"must not be set together with a Kubernetes service; " + "choose one of them");
		require(mode == Mode.MEMBER || !members.isEmpty() || dns || api, "members",
				"is empty, but a client needs its servers; list some of them");
		require(mode == Mode.CLIENT || !dns && !api || clusterSize > 0, "cluster-size",
				"is not set, and cannot be derived from a Kubernetes service; set the number of members");
		require(mode == Mode.CLIENT || clusterSize == 0 || members.isEmpty() || clusterSize <= members.size() + 1,
				"cluster-size",
				clusterSize + " is more than the " + members.size() + " members listed and this one; list them all");
		int listed = ListedMembers.count(members, bindAddress, port);
		require(mode == Mode.CLIENT || clusterSize == 0 || 2 * (clusterSize / 2 + 1) > listed, "cluster-size",
				clusterSize + " is too small for the " + listed + " members listed: two parts of them could continue "
						+ "separately, and each accept the same request once; set " + listed + ", or remove it");
	}

	private static void require(boolean condition, String key, String fault) {
		if (!condition) {
			throw new IllegalArgumentException(PREFIX + key + ": " + fault);
		}
	}

	/** All requirements are checked at creation. */
	@Override
	public void requireComplete() {
	}

	@Override
	public StoreReach reach() {
		return MemberProbe.run(this);
	}

	/** Whether members are found through Kubernetes. */
	boolean onKubernetes() {
		return !kubernetesServiceDns.isBlank() || !kubernetesServiceName.isBlank() || !kubernetesNamespace.isBlank();
	}

	/** The regular number of members. */
	int expectedMembers() {
		return clusterSize > 0 ? clusterSize : Math.max(1, ListedMembers.count(members, bindAddress, port));
	}

	/**
	 * Returns the number of replay keys that all members together accept.
	 * @param heap the largest heap of a member, in bytes
	 */
	long oneTimeLimit(long heap) {
		if (maxMarks > 0) {
			return maxMarks;
		}
		int copies = Math.min(expectedMembers(), 1 + backupCount);
		return mode == Mode.CLIENT ? CLIENT_REPLAY_KEYS : heap / 4 / REPLAY_KEY_BYTES * expectedMembers() / copies;
	}

	/** Returns how many members must be connected for the store to work. */
	int majority() {
		return expectedMembers() / 2 + 1;
	}

}
