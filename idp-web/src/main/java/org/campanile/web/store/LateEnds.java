package org.campanile.web.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.logout.SingleLogout;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Ends, once the store is back, what could not be ended before; a last time when the node
 * stops, for what waits is known to this node alone. Thread-safe.
 */
class LateEnds implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LateEnds.class);

	/** How long a node that stops waits for services; the store is open until then. */
	private static final Duration LAST_WORDS = Duration.ofSeconds(5);

	private final Sessions sessions;

	private final SingleLogout singleLogout;

	private final AuditLog auditLog;

	/**
	 * What has ended is told here, so that what waits after it does not wait for
	 * services.
	 */
	private final ExecutorService telling = Executors.newVirtualThreadPerTaskExecutor();

	private final ReentrantLock lock = new ReentrantLock();

	LateEnds(Sessions sessions, SingleLogout singleLogout, AuditLog auditLog, MeterRegistry registry) {
		this.sessions = sessions;
		this.singleLogout = singleLogout;
		this.auditLog = auditLog;
		Gauge.builder("campanile.session.pending.ends", sessions::pendingEnds)
			.description("Sessions that wait to be ended because the store could not be reached")
			.register(registry);
	}

	@Scheduled(initialDelay = 5, fixedRate = 5, timeUnit = TimeUnit.SECONDS)
	void look() {
		if (sessions.pendingEnds() > 0 && lock.tryLock()) {
			try {
				end();
			}
			finally {
				lock.unlock();
			}
		}
	}

	private void end() {
		List<SsoSession> ended = new ArrayList<>();
		try {
			sessions.endPending(ended::add);
		}
		finally {
			ended.forEach(this::record);
			if (!ended.isEmpty()) {
				telling.execute(() -> singleLogout.afterEnd(ended));
			}
		}
	}

	@Override
	public void close() {
		lock.lock();
		try {
			end();
		}
		finally {
			lock.unlock();
		}
		int left = sessions.pendingEnds();
		if (left > 0) {
			logger.error("{} sessions whose people logged out could not be ended, the store does not answer; "
					+ "they live until they run out. End them at the management port by user: see LOGOUT in the "
					+ "audit log", left);
		}
		telling.shutdown();
		try {
			if (!telling.awaitTermination(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
				logger.warn("Not all services of sessions that ended late could be told before the stop");
				telling.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			telling.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}

	private void record(SsoSession session) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", session.principal());
		fields.put("services", Integer.toString(session.services().size()));
		fields.put("detail", "late, the store could not be reached before");
		auditLog.record(new AuditEvent(AuditEvent.Type.LOGOUT, "OK", fields));
	}

}
