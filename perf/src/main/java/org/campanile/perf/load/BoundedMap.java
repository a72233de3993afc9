package org.campanile.perf.load;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What is remembered of browsers, by a secret that each holds: the oldest is forgotten
 * for the newest, as most of them never come back. Thread-safe.
 *
 * @param <V> what is remembered
 */
final class BoundedMap<V> {

	/** Twice the sessions of the longest measurement. */
	private static final int MOST = 200_000;

	private final Map<String, V> entries = new LinkedHashMap<>() {

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
			return size() > MOST;
		}

	};

	synchronized void put(String secret, V value) {
		entries.put(secret, value);
	}

	synchronized @Nullable V get(String secret) {
		return entries.get(secret);
	}

	/** Whether it was there; of callers at once it is for one. */
	synchronized boolean remove(String secret) {
		return entries.remove(secret) != null;
	}

}
