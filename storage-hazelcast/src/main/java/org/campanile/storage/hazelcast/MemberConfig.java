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
import com.hazelcast.spi.merge.DiscardMergePolicy;
import com.hazelcast.spi.merge.PutIfAbsentMergePolicy;
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
		MemberTuning.apply(config, properties);
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

}
