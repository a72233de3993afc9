package org.campanile.storage.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.IndexConfig;
import com.hazelcast.config.IndexType;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.KubernetesConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.map.impl.eviction.MapClearExpiredRecordsTask;
import com.hazelcast.spi.merge.DiscardMergePolicy;
import com.hazelcast.spi.merge.PutIfAbsentMergePolicy;
import com.hazelcast.spi.properties.ClusterProperty;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionOn;

/**
 * The configuration of a member that stores sessions. {@code docs/hazelcast.md} has the
 * same in YAML for separate servers; a test compares the two.
 */
final class MemberConfig {

	static final String MAJORITY = "campanile-majority";

	private MemberConfig() {
	}

	static Config of(HazelcastStorageProperties properties) {
		Config config = new Config();
		config.setClusterName(properties.clusterName());
		config.setClassLoader(MemberConfig.class.getClassLoader());
		config.setSerializationConfig(Serialization.config());
		config.getMetricsConfig().setEnabled(false);
		config.getManagementCenterConfig().setDataAccessEnabled(false).setConsoleEnabled(false);
		config.addMapConfig(sessions(properties.backupCount()));
		config.addMapConfig(oneTime(properties.backupCount()));
		config.addMapConfig(records(properties.backupCount()));
		config.getMemberAttributeConfig()
			.setAttribute(ClusterSize.ATTRIBUTE, Integer.toString(properties.expectedMembers()));
		config.addSplitBrainProtectionConfig(majority());
		network(config.getNetworkConfig(), properties);
		tune(config, properties);
		return config;
	}

	private static SplitBrainProtectionConfig majority() {
		return new SplitBrainProtectionConfig(MAJORITY, true).setFunctionClassName(Majority.class.getName())
			.setProtectOn(SplitBrainProtectionOn.READ_WRITE);
	}

	private static MapConfig sessions(int backups) {
		return map(HazelcastMaps.SESSIONS, backups, DiscardMergePolicy.class.getName())
			.addIndexConfig(new IndexConfig(IndexType.HASH, "principal"))
			.addIndexConfig(new IndexConfig(IndexType.HASH, "services[any].identifier"));
	}

	private static MapConfig oneTime(int backups) {
		return map(HazelcastMaps.ONE_TIME, backups, PutIfAbsentMergePolicy.class.getName());
	}

	private static MapConfig records(int backups) {
		return map(HazelcastMaps.RECORDS, backups, DiscardMergePolicy.class.getName())
			.addIndexConfig(new IndexConfig(IndexType.HASH, "owner"));
	}

	private static MapConfig map(String name, int backups, String mergePolicy) {
		return new MapConfig(name).setInMemoryFormat(InMemoryFormat.BINARY)
			.setBackupCount(backups)
			.setAsyncBackupCount(0)
			.setReadBackupData(false)
			// This applies only to entries not written by the store, which sets its own
			// expiry for every write.
			.setTimeToLiveSeconds(86_400)
			.setStatisticsEnabled(true)
			.setSplitBrainProtectionName(MAJORITY)
			.setMergePolicyConfig(new MergePolicyConfig().setPolicy(mergePolicy));
	}

	private static void network(NetworkConfig network, HazelcastStorageProperties properties) {
		network.setPort(properties.port()).setPortAutoIncrement(false);
		String address = properties.bindAddress();
		if (address.isBlank() && !properties.onKubernetes()) {
			address = "127.0.0.1";
		}
		if (!address.isBlank()) {
			network.getInterfaces().setEnabled(true).addInterface(address);
		}
		JoinConfig join = network.getJoin();
		join.getAutoDetectionConfig().setEnabled(false);
		join.getMulticastConfig().setEnabled(false);
		if (properties.onKubernetes()) {
			kubernetes(join.getKubernetesConfig(), properties);
		}
		else {
			join.getTcpIpConfig().setEnabled(true).setMembers(properties.members()).setConnectionTimeoutSeconds(2);
		}
	}

	static void kubernetes(KubernetesConfig kubernetes, HazelcastStorageProperties properties) {
		kubernetes.setEnabled(true);
		put(kubernetes, "service-dns", properties.kubernetesServiceDns());
		put(kubernetes, "namespace", properties.kubernetesNamespace());
		put(kubernetes, "service-name", properties.kubernetesServiceName());
	}

	private static void put(KubernetesConfig kubernetes, String key, String value) {
		if (!value.isBlank()) {
			kubernetes.setProperty(key, value);
		}
	}

	/** Sets timeouts and intervals, and disables features. */
	private static void tune(Config config, HazelcastStorageProperties properties) {
		config.setProperty(ClusterProperty.LOGGING_TYPE.getName(), "slf4j");
		config.setProperty(ClusterProperty.PHONE_HOME_ENABLED.getName(), "false");
		config.setProperty(ClusterProperty.SOCKET_BIND_ANY.getName(),
				Boolean.toString(properties.onKubernetes() && properties.bindAddress().isBlank()));
		failing(config, properties);
		starting(config);
		expiring(config);
		stopping(config);
	}

	private static void failing(Config config, HazelcastStorageProperties properties) {
		long timeout = properties.callTimeout().toMillis();
		config.setProperty(ClusterProperty.OPERATION_CALL_TIMEOUT_MILLIS.getName(), Long.toString(timeout));
		// The timeout is below the call timeout, so that a missing copy is reported as
		// such.
		config.setProperty(ClusterProperty.OPERATION_BACKUP_TIMEOUT_MILLIS.getName(), Long.toString(timeout * 2 / 3));
		config.setProperty(ClusterProperty.FAIL_ON_INDETERMINATE_OPERATION_STATE.getName(), "true");
		config.setProperty(ClusterProperty.HEARTBEAT_INTERVAL_SECONDS.getName(), "2");
		config.setProperty(ClusterProperty.MAX_NO_HEARTBEAT_SECONDS.getName(), "10");
		// A killed process is detected by refused connections: 2 of them, 50 ms apart, so
		// that calls waiting for it continue elsewhere before their deadline.
		config.setProperty(ClusterProperty.CONNECTION_MONITOR_INTERVAL.getName(), "50");
		config.setProperty(ClusterProperty.CONNECTION_MONITOR_MAX_FAULTS.getName(), "2");
		// The interval at which its pending calls are retried at its successor; the
		// default, half a second, is most of a deadline.
		config.setProperty(ClusterProperty.INVOCATION_RETRY_PAUSE.getName(), "50");
	}

	private static void starting(Config config) {
		config.setProperty(ClusterProperty.WAIT_SECONDS_BEFORE_JOIN.getName(), "1");
		config.setProperty(ClusterProperty.MAX_JOIN_SECONDS.getName(), "60");
		// Parts that started alone, or were cut off, find each other soon.
		config.setProperty(ClusterProperty.MERGE_FIRST_RUN_DELAY_SECONDS.getName(), "10");
		config.setProperty(ClusterProperty.MERGE_NEXT_RUN_DELAY_SECONDS.getName(), "10");
		// A migrating partition does not answer. The default of ten at once wait for each
		// other at a member that has just started, for seconds if many sessions have to
		// be indexed.
		config.setProperty(ClusterProperty.PARTITION_MAX_PARALLEL_MIGRATIONS.getName(), "2");
		// Otherwise a read during a migration may miss an existing session, and its user
		// is asked for the password; now it waits for the migration.
		config.setProperty(ClusterProperty.DISABLE_STALE_READ_ON_PARTITION_MIGRATION.getName(), "true");
	}

	private static void expiring(Config config) {
		// By default, once a member has died, a copy with more entries than its owner
		// removes a random surplus. Copies keep expired entries longer than owners do, so
		// live sessions were removed. The default is meant for max-idle expiry, which no
		// map of the stores uses.
		config.setProperty(MapClearExpiredRecordsTask.PROP_PRIMARY_DRIVES_BACKUP, "false");
	}

	private static void stopping(Config config) {
		// The application closes the member after draining. A hook would run
		// concurrently, and close the store during running requests.
		config.setProperty(ClusterProperty.SHUTDOWNHOOK_ENABLED.getName(), "false");
		config.setProperty(ClusterProperty.SHUTDOWNHOOK_POLICY.getName(), "GRACEFUL");
		config.setProperty(ClusterProperty.GRACEFUL_SHUTDOWN_MAX_WAIT.getName(), "30");
	}

}
