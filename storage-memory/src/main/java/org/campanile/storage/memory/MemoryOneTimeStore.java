package org.campanile.storage.memory;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;

import org.campanile.onetime.OneTimeStore;
import org.campanile.session.StoreUnavailableException;

/**
 * One-time marks in the memory of one node. Bounded, but never by forgetting: when full
 * it refuses, because a forgotten mark could be set twice. Keys are kept as their digest,
 * so that a mark takes the same room however long its key. Thread-safe.
 */
public final class MemoryOneTimeStore implements OneTimeStore {

	private final InstantSource clock;

	private final long capacity;

	private final Cache<Mark, Instant> marks;

	/**
	 * @param kind the mark's kind
	 * @param digest SHA-256 of its key; never read from, so that it stays equal
	 */
	private record Mark(String kind, ByteBuffer digest) {
	}

	/**
	 * @param capacity how many marks are kept at most, but for the few being set at the
	 * moment it is reached
	 */
	public MemoryOneTimeStore(InstantSource clock, long capacity) {
		this.clock = clock;
		this.capacity = capacity;
		this.marks = Caffeine.newBuilder()
			.ticker(new ClockTicker(clock))
			.expireAfter(Expiry.writing((Mark mark, Instant expiresAt) -> Duration.between(clock.instant(), expiresAt)))
			.build();
	}

	@Override
	public boolean mark(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		byte[] octets = key.getBytes(StandardCharsets.UTF_8);
		if (octets.length > MAX_KEY) {
			throw new IllegalArgumentException("a mark's key has at most " + MAX_KEY + " octets");
		}
		requireRoom();
		Mark mark = new Mark(kind, digest(octets));
		Instant now = clock.instant();
		boolean[] first = { false };
		marks.asMap().compute(mark, (same, present) -> {
			if (present != null && now.isBefore(present)) {
				return present;
			}
			first[0] = true;
			return expiresAt;
		});
		return first[0];
	}

	private void requireRoom() throws StoreUnavailableException {
		if (marks.estimatedSize() < capacity) {
			return;
		}
		marks.cleanUp();
		if (marks.estimatedSize() >= capacity) {
			throw new StoreUnavailableException("the memory store holds " + capacity
					+ " marks and takes no more; raise campanile.storage.memory.max-marks");
		}
	}

	private static ByteBuffer digest(byte[] octets) {
		try {
			return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(octets));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("the JDK lacks SHA-256", ex);
		}
	}

}
