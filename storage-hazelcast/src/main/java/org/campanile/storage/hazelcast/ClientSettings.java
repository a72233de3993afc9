package org.campanile.storage.hazelcast;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.config.ClientConnectionStrategyConfig.ReconnectMode;
import com.hazelcast.client.config.ClientNetworkConfig;
import com.hazelcast.client.properties.ClientProperty;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleListener;
import org.jspecify.annotations.Nullable;

/** A node that reaches a cluster which holds the sessions. */
final class ClientSettings {

	private ClientSettings() {
	}

	static ClientConfig of(HazelcastStorageProperties properties) {
		ClientConfig config = new ClientConfig();
		config.setClusterName(properties.clusterName());
		config.setClassLoader(ClientSettings.class.getClassLoader());
		config.setSerializationConfig(Serialization.config());
		config.getMetricsConfig().setEnabled(false);
		// The servers wait for their copies and then answer. Were copies acknowledged to
		// the
		// client, those made before it is connected to every server would be missed.
		config.setBackupAckToClientEnabled(false);
		config.addListenerConfig(new ListenerConfig(new FormsOnConnection()));
		// Starts without its servers, and goes on looking for them; calls fail meanwhile.
		config.getConnectionStrategyConfig().setAsyncStart(true).setReconnectMode(ReconnectMode.ASYNC);
		config.getConnectionStrategyConfig()
			.getConnectionRetryConfig()
			.setInitialBackoffMillis(200)
			.setMaxBackoffMillis(2_000)
			.setClusterConnectTimeoutMillis(Long.MAX_VALUE);
		ClientNetworkConfig network = config.getNetworkConfig();
		network.setConnectionTimeout(2_000);
		if (properties.onKubernetes()) {
			MemberConfig.kubernetes(network.getKubernetesConfig(), properties);
		}
		else {
			network.setAddresses(properties.members());
		}
		config.setProperty("hazelcast.logging.type", "slf4j");
		config.setProperty(ClientProperty.INVOCATION_TIMEOUT_SECONDS.getName(),
				Long.toString(Math.max(1, properties.callTimeout().toSeconds())));
		// Of a deadline that is shorter than the default, a second.
		config.setProperty(ClientProperty.INVOCATION_RETRY_PAUSE_MILLIS.getName(), "50");
		config.setProperty(ClientProperty.HEARTBEAT_INTERVAL.getName(), "2000");
		config.setProperty(ClientProperty.HEARTBEAT_TIMEOUT.getName(), "10000");
		config.setProperty(ClientProperty.FAIL_ON_INDETERMINATE_OPERATION_STATE.getName(), "true");
		return config;
	}

	/** Makes our forms known to a cluster as soon as a client has reached it. */
	private static final class FormsOnConnection implements LifecycleListener, HazelcastInstanceAware {

		private volatile @Nullable HazelcastInstance client;

		@Override
		public void setHazelcastInstance(HazelcastInstance instance) {
			this.client = instance;
		}

		@Override
		public void stateChanged(LifecycleEvent event) {
			HazelcastInstance connected = client;
			if (event.getState() == LifecycleState.CLIENT_CONNECTED && connected != null) {
				// Not here: the client tells of its connection before it goes on.
				Thread.ofVirtual().start(() -> HazelcastCluster.announceForms(connected));
			}
		}

	}

}
