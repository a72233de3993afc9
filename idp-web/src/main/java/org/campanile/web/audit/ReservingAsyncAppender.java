package org.campanile.web.audit;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Queues log lines for a writer thread and never waits for it. Half of the queue is
 * reserved for audit lines of successful events, so that a flood of refusals, which
 * anybody can cause, does not displace them. Lines that do not fit are counted.
 * Thread-safe.
 */
public final class ReservingAsyncAppender extends AsyncAppender {

	/** Marks the audit lines that the reserved half is for. */
	static final Marker SUCCESS = MarkerFactory.getMarker("AUDIT_SUCCESS");

	/** Marks the lines that report lost lines, which may use that half too. */
	static final Marker REPORT = MarkerFactory.getMarker("LOST_LINES");

	private final ReentrantLock queueing = new ReentrantLock();

	private final AtomicLong lostSuccesses = new AtomicLong();

	private final AtomicLong lostOthers = new AtomicLong();

	private final AtomicLong lostReports = new AtomicLong();

	private @Nullable AuditFileAppender file;

	/** Remembers files of the audit log, to count their lost lines as well. */
	@Override
	public void addAppender(Appender<ILoggingEvent> appender) {
		super.addAppender(appender);
		if (appender instanceof AuditFileAppender auditFile) {
			file = auditFile;
		}
	}

	/** Returns the number of audit lines of successes lost since the start. */
	long lostSuccesses() {
		return lostSuccesses.get() + (file == null ? 0 : file.lostSuccesses());
	}

	/** Returns the number of other lines lost since the start. */
	long lostOthers() {
		return lostOthers.get() + (file == null ? 0 : file.lostOthers());
	}

	/** Returns the number of lines about lost ones that were lost since the start. */
	long lostReports() {
		return lostReports.get();
	}

	static boolean isSuccess(ILoggingEvent event) {
		return event.getMarkerList() != null && event.getMarkerList().contains(SUCCESS);
	}

	@Override
	protected void append(ILoggingEvent event) {
		boolean success = isSuccess(event);
		boolean report = event.getMarkerList() != null && event.getMarkerList().contains(REPORT);
		preprocess(event);
		// One thread at a time queues an event: otherwise two could take the last free
		// slot, and one line would be lost without being counted.
		queueing.lock();
		try {
			if (getRemainingCapacity() <= (success || report ? 0 : getQueueSize() / 2)) {
				(success ? lostSuccesses : report ? lostReports : lostOthers).incrementAndGet();
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
