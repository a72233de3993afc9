package org.campanile.storage.memory;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limits of the memory store: the number of sessions, and their share of the heap,
 * since a session with many services takes several times the memory of a new one. Warns
 * once at four fifths of the share, and again only after it fell below half. Thread-safe.
 */
final class SessionCapacity implements MeterBinder {

	/**
	 * The size of a session's objects and index entry without its sealed state, in bytes
	 * ({@code SessionFootprint}).
	 */
	private static final long SESSION = 400;

	/** The size of a service without its sealed state, in bytes. */
	private static final long SERVICE = 85;

	private static final Logger logger = LoggerFactory.getLogger(SessionCapacity.class);

	private final long sessions;

	private final long bytes;

	private final LongAdder held = new LongAdder();

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * @param sessions how many are kept at most
	 * @param bytes how much of the heap they take at most
	 */
	SessionCapacity(long sessions, long bytes) {
		this.sessions = sessions;
		this.bytes = bytes;
	}

	long sessions() {
		return sessions;
	}

	/** The approximate heap use of the sessions in bytes. */
	long held() {
		return held.sum();
	}

	void added(Session session) {
		held.add(size(session));
	}

	void removed(Session session) {
		held.add(-size(session));
	}

	void replaced(Session before, Session after) {
		held.add(size(after) - size(before));
	}

	private static long size(Session session) {
		long size = SESSION + session.state().length;
		for (ServiceEntry service : session.services()) {
			size += SERVICE + service.size();
		}
		return size;
	}

	/**
	 * Returns by how many sessions the limits are exceeded, at the average size; called
	 * often.
	 * @param count the number of sessions
	 */
	long excess(long count) {
		long size = held();
		warn(size, count);
		long tooLarge = size <= bytes ? 0 : Math.ceilDiv((size - bytes) * count, size);
		return Math.max(tooLarge, count - sessions);
	}

	private void warn(long size, long count) {
		if (size > bytes / 5 * 4) {
			if (!warned.getAndSet(true)) {
				logger.warn("{} sessions take {} of the {} MB of the heap that they may use; beyond that, the sessions "
						+ "that expire soonest are evicted. Raise the heap (CAMPANILE_JAVA_OPTS=-Xmx…), shorten "
						+ "campanile.session.idle-timeout, or choose another campanile.storage.type", count, size >> 20,
						bytes >> 20);
			}
		}
		else if (size < bytes / 2) {
			warned.set(false);
		}
	}

	@Override
	public void bindTo(MeterRegistry meters) {
		Gauge.builder("campanile.store.sessions.size", this::held)
			.baseUnit("bytes")
			.description("Heap that the sessions of the memory store take, estimated, in bytes")
			.register(meters);
		Gauge.builder("campanile.store.sessions.limit", () -> bytes)
			.baseUnit("bytes")
			.description("Heap that the sessions of the memory store may take, in bytes")
			.register(meters);
	}

}
