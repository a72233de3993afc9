package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import com.hazelcast.map.ExtendedMapEntry;

/**
 * Writes entries together with how long the map keeps them. A plain
 * {@code Map.Entry.setValue} would set that back to the map's own time.
 */
final class MapEntries {

	private MapEntries() {
	}

	/**
	 * How much longer than it lives a value stays in the map. The map counts whole
	 * seconds, and the nodes' clocks may differ: to a slow one a value must still be
	 * there that a fast one placed. More than the clock of a node that gets requests is
	 * off the cluster's.
	 */
	private static final Duration SLACK = Duration.ofMinutes(6);

	/**
	 * Sets a value that the map drops some time after its end; the end inside decides.
	 */
	static <V> void set(Map.Entry<String, V> entry, V value, long end, long now) {
		setFor(entry, value, Duration.ofMillis(Math.max(0, end - now)).plus(SLACK));
	}

	/** Sets a value that the map drops after a time. */
	static <V> void setFor(Map.Entry<String, V> entry, V value, Duration time) {
		((ExtendedMapEntry<String, V>) entry).setValue(value, time.toSeconds(), TimeUnit.SECONDS);
	}

	/** Sets a value that the map drops when it would have dropped the one before. */
	static <V> void change(Map.Entry<String, V> entry, V value) {
		((ExtendedMapEntry<String, V>) entry).setValueWithoutChangingExpiryTime(value);
	}

}
