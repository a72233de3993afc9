package org.campanile.storage.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;

/** The maps' names. */
final class HazelcastMaps {

	static final String SESSIONS = "campanile-sessions";

	static final String ONE_TIME = "campanile-one-time";

	/** Takes an example of each form, for a moment. */
	static final String FORMS = "campanile-forms";

	private HazelcastMaps() {
	}

	/** Asked for each time, because a client that is not connected yet has none. */
	static IMap<String, SessionRecord> sessions(HazelcastInstance hazelcast) {
		return hazelcast.getMap(SESSIONS);
	}

	static IMap<String, OneTimeRecord> oneTime(HazelcastInstance hazelcast) {
		return hazelcast.getMap(ONE_TIME);
	}

}
