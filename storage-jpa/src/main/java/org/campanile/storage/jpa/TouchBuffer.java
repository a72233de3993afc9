package org.campanile.storage.jpa;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.session.SessionKey;
import org.campanile.store.StoreUnavailableException;

/**
 * Pending touches, only the latest for each session. Thread-safe.
 */
final class TouchBuffer implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(TouchBuffer.class);

	/** Limits the memory while the store is down; touches may be lost. */
	private static final int CAPACITY = 200_000;

	private static final int BATCH = 500;

	private final ConcurrentHashMap<SessionKey, Instant> pending = new ConcurrentHashMap<>();

	private final ReentrantLock flushing = new ReentrantLock();

	private final Counter dropped;

	private final Database database;

	private final InstantSource clock;

	private final String statement;

	TouchBuffer(Database database, InstantSource clock, CommitMode commitMode, MeterRegistry meters) {
		this.database = database;
		this.clock = clock;
		this.statement = SessionStatements.TOUCH.formatted(commitMode.clause());
		this.dropped = Counter.builder("campanile.store.touches.dropped")
			.description("Uses of sessions that were not written to the store")
			.register(meters);
	}

	void add(SessionKey key, Instant idleExpiresAt) {
		if (pending.mappingCount() >= CAPACITY) {
			dropped.increment();
			return;
		}
		pending.merge(key, idleExpiresAt, (one, other) -> one.isAfter(other) ? one : other);
	}

	void remove(SessionKey key) {
		pending.remove(key);
	}

	/** Writes the pending touches; failed ones stay pending while they are useful. */
	void flush() {
		flushing.lock();
		try {
			List<Map.Entry<SessionKey, Instant>> touches = drain(clock.instant());
			for (int from = 0; from < touches.size(); from += BATCH) {
				int to = Math.min(touches.size(), from + BATCH);
				try {
					Map<SessionKey, Instant> batch = new LinkedHashMap<>();
					touches.subList(from, to).forEach(touch -> batch.put(touch.getKey(), touch.getValue()));
					batch.keySet().retainAll(write(batch));
					batch.forEach(this::add);
				}
				catch (StoreUnavailableException ex) {
					logger.debug("Touches are delayed: {}", ex.getMessage());
					touches.subList(from, touches.size()).forEach(touch -> add(touch.getKey(), touch.getValue()));
					return;
				}
			}
		}
		finally {
			flushing.unlock();
		}
	}

	/** Writes touches; returns the sessions that were locked by others. */
	private Set<SessionKey> write(Map<SessionKey, Instant> batch) throws StoreUnavailableException {
		Instant now = clock.instant();
		return database.query("touching sessions", statement,
				parameters -> parameters.byteArrays(batch.keySet().stream().map(key -> Hex.parse(key.value())))
					.times(batch.values().stream())
					.live(now)
					.live(now),
				rows -> {
					Set<SessionKey> locked = new HashSet<>();
					while (rows.next()) {
						locked.add(new SessionKey(Hex.digits(rows.getBytes(1))));
					}
					return locked;
				});
	}

	private List<Map.Entry<SessionKey, Instant>> drain(Instant now) {
		List<Map.Entry<SessionKey, Instant>> touches = new ArrayList<>();
		for (SessionKey key : pending.keySet()) {
			Instant end = pending.remove(key);
			if (end != null && end.isAfter(now)) {
				touches.add(Map.entry(key, end));
			}
		}
		touches.sort(Map.Entry.comparingByKey());
		return touches;
	}

	/** Writes the pending touches. */
	@Override
	public void close() {
		flush();
	}

}
