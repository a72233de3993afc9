package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import com.hazelcast.map.ExtendedMapEntry;

/**
 * Writes entries together with their time to live. A plain {@code Map.Entry.setValue}
 * would reset it to the map's default.
 */
final class MapEntries {

	private MapEntries() {
	}

	/**
	 * The time for which a value stays in the map after its expiry. The map counts whole
	 * seconds, and the nodes' clocks may differ: a value written by a node with a fast
	 * clock must still be there for a slow one. Exceeds the largest difference of the
	 * clocks of two nodes that get requests, each of which may be off by five minutes.
	 */
	private static final Duration SLACK = Duration.ofMinutes(11);

	/**
	 * Sets a value that the map removes some time after its expiry; the expiry inside is
	 * authoritative.
	 */
	static <V> void set(Map.Entry<String, V> entry, V value, long end, long now) {
		setFor(entry, value, Duration.ofMillis(Math.max(0, end - now)).plus(SLACK));
	}

	/** Sets a value that the map removes after a time. */
	static <V> void setFor(Map.Entry<String, V> entry, V value, Duration time) {
		((ExtendedMapEntry<String, V>) entry).setValue(value, time.toSeconds(), TimeUnit.SECONDS);
	}

	/** Sets a value and keeps the entry's time to live. */
	static <V> void change(Map.Entry<String, V> entry, V value) {
		((ExtendedMapEntry<String, V>) entry).setValueWithoutChangingExpiryTime(value);
	}

}
