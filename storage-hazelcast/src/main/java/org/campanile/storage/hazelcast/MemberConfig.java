package org.campanile.storage.hazelcast;

import java.time.Duration;
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
import com.hazelcast.spi.merge.DiscardMergePolicy;
import com.hazelcast.spi.merge.PutIfAbsentMergePolicy;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionOn;

/**
 * A member that holds sessions. {@code docs/hazelcast.md} says the same in YAML, for
 * servers that are started by themselves; a test holds the two together.
 */
final class MemberConfig {

	/**
	 * Two heartbeats and a half; with the call timeout it is less than the time after
	 * which a member is given up, so that nothing begun before ends after.
	 */
	private static final Duration HEARD_WITHIN = Duration.ofSeconds(5);

	private static final String MAJORITY = "campanile-majority";

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
		// The protection looks when a second member comes; a single one would never pass.
		if (properties.majority() > 1) {
			config.addSplitBrainProtectionConfig(majority(properties.majority(), HEARD_WITHIN));
			config.getMapConfigs().values().forEach(map -> map.setSplitBrainProtectionName(MAJORITY));
		}
		network(config.getNetworkConfig(), properties);
		MemberTuning.apply(config, properties);
		return config;
	}

	/**
	 * A member that is silent counts no more, though it is given up later: two that fall
	 * silent together are given up one after the other, and in between the one left would
	 * see a majority.
	 */
	static SplitBrainProtectionConfig majority(int members, Duration heardWithin) {
		return SplitBrainProtectionConfig
			.newRecentlyActiveSplitBrainProtectionConfigBuilder(MAJORITY, members,
					Math.toIntExact(heardWithin.toMillis()))
			.enabled(true)
			.build()
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

	private static MapConfig map(String name, int backups, String mergePolicy) {
		return new MapConfig(name).setInMemoryFormat(InMemoryFormat.BINARY)
			.setBackupCount(backups)
			.setAsyncBackupCount(0)
			.setReadBackupData(false)
			// Only for what should come in past the store: every write of ours says its
			// own.
			.setTimeToLiveSeconds(86_400)
			.setStatisticsEnabled(true)
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

}
