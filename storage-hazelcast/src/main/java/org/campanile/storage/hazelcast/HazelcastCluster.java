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
import com.hazelcast.spi.exception.RetryableHazelcastException;
import com.hazelcast.splitbrainprotection.SplitBrainProtection;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreCopies;
import org.campanile.store.StoreUnavailableException;

/**
 * The membership of this node in the cluster. Closing it first hands its sessions to the
 * others. Thread-safe.
 */
final class HazelcastCluster implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(HazelcastCluster.class);

	/**
	 * The time for which other members that are also starting may be too busy to answer.
	 */
	private static final Duration STARTING = Duration.ofMinutes(1);

	private static final Duration RETRY = Duration.ofMillis(200);

	private static final Duration FIRST_COUNT = Duration.ofSeconds(10);

	static {
		// Hazelcast completes each operation on another thread, twice. With two
		// processors it starts a platform thread each time, which took as much processor
		// time as the rest of a sign-on.
		ConcurrencyUtil.setDefaultAsyncExecutor(task -> Thread.ofVirtual().start(task));
	}

	private final HazelcastInstance hazelcast;

	private final HazelcastOperations operations;

	/** The copies; empty for a client, whose servers manage their copies. */
	private final Optional<PartitionCopies> copies;

	private HazelcastCluster(HazelcastInstance hazelcast, HazelcastOperations operations,
			Optional<PartitionCopies> copies) {
		this.hazelcast = hazelcast;
		this.operations = operations;
		this.copies = copies;
	}

	/**
	 * Joins the cluster, or forms it when no other member is there.
	 * @throws IllegalStateException if this member cannot listen at its configured
	 * address, or could not join the others
	 */
	static HazelcastCluster join(HazelcastStorageProperties properties, MeterRegistry meters) {
		return switch (properties.mode()) {
			case CLIENT -> new HazelcastCluster(client(properties),
					HazelcastOperations.ofClient(properties.callTimeout()), Optional.empty());
			case MEMBER -> {
				HazelcastInstance member = member(properties, meters);
				PartitionCopies copies = new PartitionCopies(member, meters);
				retrying(copies::watch);
				yield new HazelcastCluster(member, new HazelcastOperations(properties.callTimeout()),
						Optional.of(copies));
			}
		};
	}

	private static HazelcastInstance client(HazelcastStorageProperties properties) {
		logger.info("Sessions are stored in the Hazelcast cluster {} of servers {}", properties.clusterName(),
				properties.onKubernetes() ? "found through Kubernetes" : properties.members());
		return HazelcastClient.newHazelcastClient(ClientSettings.of(properties));
	}

	private static HazelcastInstance member(HazelcastStorageProperties properties, MeterRegistry meters) {
		warnAbout(properties);
		HazelcastInstance member;
		try {
			member = Hazelcast.newHazelcastInstance(MemberConfig.of(properties));
		}
		// The only exception of Hazelcast if a member was bound but could not join.
		catch (IllegalStateException ex) {
			throw notAnswered("this node could not join them", ex);
		}
		// Hazelcast has no specific exception for an address of another host. After a
		// boot the address may not be up yet, such as that of a VPN, and a later start
		// succeeds.
		catch (RuntimeException ex) {
			throw new IllegalStateException("campanile.storage.hazelcast.bind-address: the Hazelcast member cannot "
					+ "start at \"" + properties.bindAddress() + "\", port " + properties.port()
					+ "; set an address of this host and a campanile.storage.hazelcast.port that is free ("
					+ String.valueOf(ex.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ") + ")", ex);
		}
		retrying(new LostPartitions(member, meters)::watch);
		retrying(new Membership(member, meters)::watch);
		awaitFirstCount(member);
		openMaps(member);
		announceForms(member);
		return member;
	}

	/**
	 * Waits until Hazelcast evaluates the majority, which it does when a member joins and
	 * at every heartbeat; a single member waits for the first heartbeat.
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
	 * Creates the indexes on all members, as opening a map for the first time does. While
	 * a member joins or leaves, a copy may remain unacknowledged.
	 */
	static void openMaps(HazelcastInstance member) {
		try {
			retrying(() -> HazelcastMaps.sessions(member));
			retrying(() -> HazelcastMaps.oneTime(member));
			retrying(() -> HazelcastMaps.records(member));
		}
		catch (SplitBrainProtectionException ex) {
			// The reason has been logged; the first use opens the maps.
			logger.debug("The maps are opened later", ex);
		}
	}

	/**
	 * Retries steps that call every member once, when all may be starting and busy, or
	 * partitions are moving, because the call timeout is meant for logins.
	 * @throws IllegalStateException if they do not answer within a minute
	 */
	static void retrying(Runnable step) {
		long end = System.nanoTime() + STARTING.toNanos();
		while (true) {
			try {
				step.run();
				return;
			}
			catch (OperationTimeoutException | IndeterminateOperationStateException | RetryableHazelcastException ex) {
				if (System.nanoTime() - end > 0) {
					throw notAnswered("they did not answer", ex);
				}
				logger.warn("The other Hazelcast nodes are slow to answer; retrying");
				LockSupport.parkNanos(RETRY.toNanos());
			}
		}
	}

	/**
	 * Returns an exception that does not blame the configuration: the same start may
	 * succeed a moment later.
	 */
	private static IllegalStateException notAnswered(String what, RuntimeException cause) {
		return new IllegalStateException(
				"campanile.storage.hazelcast.members: the other nodes can be reached, but " + what
						+ " within a minute; check their logs and the network between them, then start this node again",
				cause);
	}

	/**
	 * Announces the schemas of stored values to all members before the first login, which
	 * would otherwise do so by writing one; later, while a member is isolated, that might
	 * not reach it. Writes to a map that needs no majority and keeps nothing.
	 */
	static void announceForms(HazelcastInstance member) {
		ServiceRecord service = new ServiceRecord("", "", new byte[0]);
		List<Object> examples = List.of(service,
				new SessionRecord("", null, 1, 0, 0, 0, new byte[0], List.of(service), 1, 0, 0),
				new OneTimeRecord(0, null, 1, 0), new KeptRecord("", null, 1, 0, new byte[0], 1, 0, 0));
		try {
			IMap<String, Object> forms = member.getMap(HazelcastMaps.FORMS);
			for (Object example : examples) {
				forms.set(example.getClass().getSimpleName(), example, 1, TimeUnit.SECONDS);
			}
		}
		catch (HazelcastException ex) {
			logger
				.warn("The schemas of stored values were not announced to every Hazelcast node yet, which their first "
						+ "use will do: {}", ex.getClass().getSimpleName());
		}
	}

	private static void warnAbout(HazelcastStorageProperties properties) {
		int size = properties.expectedMembers();
		if (size == 2) {
			logger.warn("A Hazelcast cluster of two nodes refuses to work when one of them stops; run three");
		}
		int minority = size - properties.majority();
		if (size > 1 && properties.backupCount() < minority) {
			logger.warn("A Hazelcast cluster of {} nodes may lose {} at once and continue, but with "
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

	/**
	 * Returns the time of the cluster's clock. Fails like every operation if there is no
	 * majority.
	 */
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
