package org.campanile.onetime.contract;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import org.campanile.onetime.OneTimeStore;

/** The plainest store that keeps the contract: a map behind one lock. Thread-safe. */
public final class HeapOneTimeStore implements OneTimeStore {

	private final InstantSource clock;

	private final Map<List<String>, Instant> backend;

	/**
	 * @param backend where marks are kept; also the lock
	 */
	public HeapOneTimeStore(InstantSource clock, Map<List<String>, Instant> backend) {
		this.clock = clock;
		this.backend = backend;
	}

	@Override
	public boolean mark(String kind, String key, Instant expiresAt) {
		if (key.getBytes(StandardCharsets.UTF_8).length > MAX_KEY) {
			throw new IllegalArgumentException("a mark's key has at most " + MAX_KEY + " octets");
		}
		synchronized (backend) {
			Instant present = backend.get(List.of(kind, key));
			if (present != null && clock.instant().isBefore(present)) {
				return false;
			}
			backend.put(List.of(kind, key), expiresAt);
			return true;
		}
	}

}
