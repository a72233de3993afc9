package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.internal.util.ConcurrencyUtil;
import com.hazelcast.map.IMap;
import com.hazelcast.splitbrainprotection.SplitBrainProtection;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreCopies;
import org.campanile.store.StoreUnavailableException;

/**
 * This node's part in the cluster. Closing it hands its sessions to the others first.
 * Thread-safe.
 */
final class HazelcastCluster implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(HazelcastCluster.class);

	private static final int STARTING_ATTEMPTS = 5;

	private static final Duration FIRST_COUNT = Duration.ofSeconds(10);

	static {
		// Hazelcast hands each end of an operation to another thread, twice; on a machine
		// of two processors it starts a new one of the system's for that, which took as
		// much processor time as the rest of a sign-on.
		ConcurrencyUtil.setDefaultAsyncExecutor(task -> Thread.ofVirtual().start(task));
	}

	private final HazelcastInstance hazelcast;

	private final HazelcastOperations operations;

	/** Empty for a client, whose servers see to their copies by themselves. */
	private final Optional<PartitionCopies> copies;

	private HazelcastCluster(HazelcastInstance hazelcast, HazelcastOperations operations,
			Optional<PartitionCopies> copies) {
		this.hazelcast = hazelcast;
		this.operations = operations;
		this.copies = copies;
	}

	/**
	 * Joins the cluster, or begins it when no other member is there.
	 * @throws IllegalArgumentException if this member cannot listen where it is told to
	 */
	static HazelcastCluster join(HazelcastStorageProperties properties, MeterRegistry meters) {
		HazelcastOperations operations = new HazelcastOperations(properties.callTimeout());
		return switch (properties.mode()) {
			case CLIENT -> new HazelcastCluster(client(properties), operations, Optional.empty());
			case MEMBER -> {
				HazelcastInstance member = member(properties, meters);
				PartitionCopies copies = new PartitionCopies(member, meters);
				patiently(copies::watch);
				yield new HazelcastCluster(member, operations, Optional.of(copies));
			}
		};
	}

	private static HazelcastInstance client(HazelcastStorageProperties properties) {
		logger.info("Sessions live in the Hazelcast cluster {} of servers {}", properties.clusterName(),
				properties.onKubernetes() ? "found through Kubernetes" : properties.members());
		return HazelcastClient.newHazelcastClient(ClientSettings.of(properties));
	}

	private static HazelcastInstance member(HazelcastStorageProperties properties, MeterRegistry meters) {
		warnOf(properties);
		HazelcastInstance member;
		try {
			member = Hazelcast.newHazelcastInstance(MemberConfig.of(properties));
		}
		// For an address that is not this host's it throws no exception of its own.
		catch (RuntimeException ex) {
			throw new IllegalArgumentException("campanile.storage.hazelcast.bind-address: the Hazelcast member cannot "
					+ "start at \"" + properties.bindAddress() + "\", port " + properties.port()
					+ ", or not join the others within a minute; set an address of this host and a campanile.storage.hazelcast.port that is free, "
					+ "and look at the log of the others ("
					+ String.valueOf(ex.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ") + ")", ex);
		}
		patiently(new LostPartitions(member, meters)::watch);
		patiently(new Membership(member)::watch);
		awaitFirstCount(member);
		openMaps(member);
		announceForms(member);
		return member;
	}

	/**
	 * Hazelcast counts members when another one comes, and at every heartbeat; a single
	 * one waits for the first.
	 */
	static void awaitFirstCount(HazelcastInstance member) {
		SplitBrainProtection protection = member.getSplitBrainProtectionService()
			.getSplitBrainProtection(MemberConfig.MAJORITY);
		long end = System.nanoTime() + FIRST_COUNT.toNanos();
		while (Majority.of(member).expected(member.getCluster().getMembers()) == 1 && !protection.hasMinimumSize()
				&& System.nanoTime() < end) {
			LockSupport.parkNanos(FIRST_COUNT.toNanos() / 500);
		}
	}

	/**
	 * Makes the indexes on all members, which opening a map for the first time does.
	 * While a member comes or goes, a copy of one may stay without acknowledgement.
	 */
	static void openMaps(HazelcastInstance member) {
		try {
			patiently(() -> HazelcastMaps.sessions(member));
			patiently(() -> HazelcastMaps.oneTime(member));
		}
		catch (SplitBrainProtectionException ex) {
			// What is missing has been said; their first use opens them.
			logger.debug("The maps are opened later", ex);
		}
	}

	/**
	 * What asks every member once, at a time when they may all be starting and busy, is
	 * asked again, as the call timeout is made for logins.
	 */
	private static void patiently(Runnable step) {
		for (int attempt = 1;; attempt++) {
			try {
				step.run();
				return;
			}
			catch (OperationTimeoutException | IndeterminateOperationStateException ex) {
				if (attempt == STARTING_ATTEMPTS) {
					throw ex;
				}
				logger.warn("The other Hazelcast nodes are slow to answer; asking again");
			}
		}
	}

	/**
	 * Makes the forms of our values known to all members, which happens when one is first
	 * written, before the first login does so; later, and while one is cut off, it might
	 * not reach that one. Writing to a map that has no protection and keeps nothing.
	 */
	static void announceForms(HazelcastInstance member) {
		ServiceRecord service = new ServiceRecord("", "", new byte[0]);
		List<Object> examples = List.of(service,
				new SessionRecord("", null, 1, 0, 0, 0, new byte[0], List.of(service), 1, 0, 0),
				new OneTimeRecord(0, null, 1, 0));
		try {
			IMap<String, Object> forms = member.getMap(HazelcastMaps.FORMS);
			for (Object example : examples) {
				forms.set(example.getClass().getSimpleName(), example, 1, TimeUnit.SECONDS);
			}
		}
		catch (HazelcastException ex) {
			logger.warn("The forms of what is stored were not made known to every Hazelcast node yet, which its first "
					+ "use will do: {}", ex.getClass().getSimpleName());
		}
	}

	private static void warnOf(HazelcastStorageProperties properties) {
		int size = properties.expectedMembers();
		if (size == 2) {
			logger.warn("A Hazelcast cluster of two nodes refuses to work when one of them stops; run three");
		}
		int minority = size - properties.majority();
		if (size > 1 && properties.backupCount() < minority) {
			logger.warn("A Hazelcast cluster of {} nodes may lose {} at once and go on, but with "
					+ "campanile.storage.hazelcast.backup-count {} it loses sessions when more than {} die or are cut off; "
					+ "set it to {}", size, minority, properties.backupCount(), properties.backupCount(), minority);
		}
	}

	HazelcastInstance instance() {
		return hazelcast;
	}

	HazelcastOperations operations() {
		return operations;
	}

	StoreCopies copies() {
		return copies.<StoreCopies>map(own -> own).orElse(StoreCopies.NONE);
	}

	/** The cluster's clock. Fails as every operation does when there is no majority. */
	Instant readClock() throws StoreUnavailableException {
		return new ClusterClock(hazelcast, operations).read();
	}

	@Override
	public void close() {
		if (copies.isPresent()) {
			Membership.leave(hazelcast);
		}
		hazelcast.shutdown();
	}

}
