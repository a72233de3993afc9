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

/** The configuration of a node that is a client of a separate cluster. */
final class ClientSettings {

	private ClientSettings() {
	}

	static ClientConfig of(HazelcastStorageProperties properties) {
		ClientConfig config = new ClientConfig();
		config.setClusterName(properties.clusterName());
		config.setClassLoader(ClientSettings.class.getClassLoader());
		config.setSerializationConfig(Serialization.config());
		config.getMetricsConfig().setEnabled(false);
		// The servers wait for their copies and then answer. Copies acknowledged to the
		// client would be missed until it is connected to every server.
		config.setBackupAckToClientEnabled(false);
		config.addListenerConfig(new ListenerConfig(new FormsOnConnection()));
		// Starts without its servers and keeps looking for them; calls fail meanwhile.
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
		// The default pause, a second, is too long for a shorter deadline.
		config.setProperty(ClientProperty.INVOCATION_RETRY_PAUSE_MILLIS.getName(), "50");
		config.setProperty(ClientProperty.HEARTBEAT_INTERVAL.getName(), "2000");
		config.setProperty(ClientProperty.HEARTBEAT_TIMEOUT.getName(), "10000");
		config.setProperty(ClientProperty.FAIL_ON_INDETERMINATE_OPERATION_STATE.getName(), "true");
		return config;
	}

	/**
	 * Announces this server's schemas to a cluster as soon as the client is connected.
	 */
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
				// Runs in another thread: the client notifies listeners before it
				// continues.
				Thread.ofVirtual().start(() -> HazelcastCluster.announceForms(connected));
			}
		}

	}

}
