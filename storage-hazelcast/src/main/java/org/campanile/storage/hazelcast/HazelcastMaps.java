package org.campanile.storage.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;

/** The names of the maps. */
final class HazelcastMaps {

	static final String SESSIONS = "campanile-sessions";

	static final String ONE_TIME = "campanile-one-time";

	static final String RECORDS = "campanile-records";

	/** The name of the map that briefly holds an example of each form. */
	static final String FORMS = "campanile-forms";

	private HazelcastMaps() {
	}

	/**
	 * Looks the map up each time, because a client that is not connected yet has none.
	 */
	static IMap<String, SessionRecord> sessions(HazelcastInstance hazelcast) {
		return hazelcast.getMap(SESSIONS);
	}

	static IMap<String, OneTimeRecord> oneTime(HazelcastInstance hazelcast) {
		return hazelcast.getMap(ONE_TIME);
	}

	static IMap<String, KeptRecord> records(HazelcastInstance hazelcast) {
		return hazelcast.getMap(RECORDS);
	}

}
