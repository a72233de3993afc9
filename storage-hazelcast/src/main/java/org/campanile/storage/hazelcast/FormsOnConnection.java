package org.campanile.storage.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleListener;
import org.jspecify.annotations.Nullable;

/** Makes our forms known to a cluster as soon as a client has reached it. */
final class FormsOnConnection implements LifecycleListener, HazelcastInstanceAware {

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
