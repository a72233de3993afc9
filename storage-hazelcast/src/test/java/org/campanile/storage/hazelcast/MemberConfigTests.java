package org.campanile.storage.hazelcast;

import java.util.List;
import java.util.Map;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.KubernetesConfig;
import org.junit.jupiter.api.Test;

import org.campanile.storage.hazelcast.HazelcastStorageProperties.Mode;

import static org.assertj.core.api.Assertions.assertThat;

/** How members are told to find each other, and where to listen. */
class MemberConfigTests {

	@Test
	void whenAKubernetesServiceIsNamedThenItsEndpointsAreAskedForAndNothingElse() {
		Config config = MemberConfig.of(kubernetes("", "", "sso", "campanile-hazelcast"));
		KubernetesConfig kubernetes = only(config);
		assertThat(kubernetes.getProperties())
			.isEqualTo(Map.of("namespace", "sso", "service-name", "campanile-hazelcast"));
	}

	@Test
	void whenAKubernetesServiceHasADnsNameThenItIsAskedForAndNothingElse() {
		Config config = MemberConfig.of(kubernetes("", "campanile-hazelcast.sso.svc.cluster.local", "", ""));
		KubernetesConfig kubernetes = only(config);
		assertThat(kubernetes.getProperties())
			.isEqualTo(Map.of("service-dns", "campanile-hazelcast.sso.svc.cluster.local"));
	}

	/** The address of a pod is unknown before the pod exists. */
	@Test
	void whenOnKubernetesThenItListensAtThePodsAddressUnlessOneIsNamed() {
		Config any = MemberConfig.of(kubernetes("", "", "sso", "campanile-hazelcast"));
		assertThat(any.getNetworkConfig().getInterfaces().isEnabled()).isFalse();
		assertThat(any.getProperty("hazelcast.socket.bind.any")).isEqualTo("true");
		Config one = MemberConfig.of(kubernetes("10.1.2.3", "", "sso", "campanile-hazelcast"));
		assertThat(one.getNetworkConfig().getInterfaces().isEnabled()).isTrue();
		assertThat(one.getNetworkConfig().getInterfaces().getInterfaces()).containsExactly("10.1.2.3");
		assertThat(one.getProperty("hazelcast.socket.bind.any")).isEqualTo("false");
	}

	@Test
	void whenOnKubernetesThenTheSizeIsTheOneThatIsSetAndThePortIsKept() {
		Config config = MemberConfig.of(kubernetes("", "", "sso", "campanile-hazelcast"));
		assertThat(config.getMemberAttributeConfig().getAttribute(ClusterSize.ATTRIBUTE)).isEqualTo("3");
		assertThat(config.getNetworkConfig().getPort()).isEqualTo(5702);
		assertThat(config.getNetworkConfig().isPortAutoIncrement()).isFalse();
	}

	@Test
	void whenMembersAreListedThenTheyAreAskedAndNothingElse() {
		HazelcastStorageProperties properties = properties("10.0.0.11", List.of("10.0.0.11", "10.0.0.12:5703"), "", "",
				"", 0);
		Config config = MemberConfig.of(properties);
		JoinConfig join = config.getNetworkConfig().getJoin();
		assertThat(join.getTcpIpConfig().isEnabled()).isTrue();
		assertThat(join.getTcpIpConfig().getMembers()).containsExactly("10.0.0.11", "10.0.0.12:5703");
		assertThat(join.getKubernetesConfig().isEnabled()).isFalse();
		assertOthersOff(join);
		assertThat(config.getNetworkConfig().getInterfaces().getInterfaces()).containsExactly("10.0.0.11");
	}

	@Test
	void whenNothingIsSetThenALoneMemberOnLoopback() {
		Config config = MemberConfig.of(properties("", List.of(), "", "", "", 0));
		assertThat(config.getNetworkConfig().getInterfaces().getInterfaces()).containsExactly("127.0.0.1");
		assertThat(config.getNetworkConfig().getInterfaces().isEnabled()).isTrue();
		assertThat(config.getProperty("hazelcast.socket.bind.any")).isEqualTo("false");
		assertOthersOff(config.getNetworkConfig().getJoin());
	}

	private static KubernetesConfig only(Config config) {
		JoinConfig join = config.getNetworkConfig().getJoin();
		assertThat(join.getKubernetesConfig().isEnabled()).isTrue();
		assertThat(join.getTcpIpConfig().isEnabled()).isFalse();
		assertOthersOff(join);
		return join.getKubernetesConfig();
	}

	private static void assertOthersOff(JoinConfig join) {
		assertThat(join.getMulticastConfig().isEnabled()).isFalse();
		assertThat(join.getAutoDetectionConfig().isEnabled()).isFalse();
		assertThat(join.getAwsConfig().isEnabled()).isFalse();
		assertThat(join.getAzureConfig().isEnabled()).isFalse();
		assertThat(join.getGcpConfig().isEnabled()).isFalse();
		assertThat(join.getEurekaConfig().isEnabled()).isFalse();
		assertThat(join.getDiscoveryConfig().isEnabled()).isFalse();
	}

	private static HazelcastStorageProperties kubernetes(String bindAddress, String dns, String namespace,
			String service) {
		return properties(bindAddress, List.of(), dns, namespace, service, 3);
	}

	private static HazelcastStorageProperties properties(String bindAddress, List<String> members, String dns,
			String namespace, String service, int clusterSize) {
		return new HazelcastStorageProperties("test", Mode.MEMBER, bindAddress, 5702, members, dns, namespace, service,
				clusterSize, 1, TestCluster.CALL_TIMEOUT, 0);
	}

}
