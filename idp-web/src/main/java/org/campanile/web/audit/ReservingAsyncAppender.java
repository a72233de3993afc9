package org.campanile.web.audit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Queues log lines for a writer thread and never waits for it. Half of the queue is
 * reserved for audit lines of what succeeded, so that a flood of refusals, which anybody
 * can cause, does not push them out. Lines that find no room are counted. Thread-safe.
 */
public final class ReservingAsyncAppender extends AsyncAppender {

	/** Marks the audit lines that the reserved half is for. */
	static final Marker SUCCESS = MarkerFactory.getMarker("AUDIT_SUCCESS");

	private final ReentrantLock queueing = new ReentrantLock();

	private final AtomicLong lostSuccesses = new AtomicLong();

	private final AtomicLong lostOthers = new AtomicLong();

	/** How many audit lines of successes were lost since the start. */
	long lostSuccesses() {
		return lostSuccesses.get();
	}

	/** How many other lines were lost since the start. */
	long lostOthers() {
		return lostOthers.get();
	}

	@Override
	protected void append(ILoggingEvent event) {
		boolean success = event.getMarkerList() != null && event.getMarkerList().contains(SUCCESS);
		preprocess(event);
		// One thread at a time: otherwise two could take the last free place, and one
		// line be lost without being counted.
		queueing.lock();
		try {
			if (getRemainingCapacity() <= (success ? 0 : getQueueSize() / 2)) {
				(success ? lostSuccesses : lostOthers).incrementAndGet();
			}
			else {
				super.append(event);
			}
		}
		finally {
			queueing.unlock();
		}
	}

}
