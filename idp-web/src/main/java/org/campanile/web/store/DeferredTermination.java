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
 * Terminates sessions that could not be terminated while the store was unreachable, as
 * soon as it responds again. Audits these and the sessions that a login has terminated
 * without continuing them, and notifies their services. Tries a last time when the node
 * stops, because pending terminations are known only to this node. Thread-safe.
 */
class DeferredTermination implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(DeferredTermination.class);

	/**
	 * The time for which a stopping node waits for services; the store is open until
	 * then.
	 */
	private static final Duration NOTIFICATION_TIMEOUT = Duration.ofSeconds(5);

	private final Sessions sessions;

	private final SingleLogout singleLogout;

	private final AuditLog auditLog;

	/**
	 * Notifies the services on separate threads, so that pending terminations do not wait
	 * for them.
	 */
	private final ExecutorService notifications = Executors.newVirtualThreadPerTaskExecutor();

	private final ReentrantLock lock = new ReentrantLock();

	DeferredTermination(Sessions sessions, SingleLogout singleLogout, AuditLog auditLog, MeterRegistry registry) {
		this.sessions = sessions;
		this.singleLogout = singleLogout;
		this.auditLog = auditLog;
		Gauge.builder("campanile.session.pending.ends", sessions::pendingEnds)
			.description("Sessions whose termination, or the notification of their services, is pending")
			.register(registry);
	}

	@Scheduled(initialDelay = 5, fixedRate = 5, timeUnit = TimeUnit.SECONDS)
	void run() {
		if (sessions.pendingEnds() > 0 && lock.tryLock()) {
			try {
				terminate();
			}
			finally {
				lock.unlock();
			}
		}
	}

	private void terminate() {
		List<SsoSession> terminated = new ArrayList<>();
		try {
			sessions.endPending(terminated::add);
		}
		finally {
			terminated.forEach(this::record);
			if (!terminated.isEmpty()) {
				notifications.execute(() -> singleLogout.afterEnd(terminated));
			}
		}
	}

	@Override
	public void close() {
		lock.lock();
		try {
			terminate();
		}
		finally {
			lock.unlock();
		}
		int left = sessions.pendingEnds();
		if (left > 0) {
			logger.error("{} terminations of sessions are pending, the store does not answer. Sessions still stored "
					+ "remain until they expire; services of those that a login ended are not notified. Terminate "
					+ "sessions at the management port by user: the audit log has the address or the nameId in "
					+ "STORE_UNAVAILABLE and LOGOUT code=FAILED, and the user of either in SIGN_ON", left);
		}
		notifications.shutdown();
		try {
			if (!notifications.awaitTermination(NOTIFICATION_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
				logger.warn("Not all services of sessions terminated late could be notified before the stop");
				notifications.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			notifications.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}

	private void record(SsoSession session) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", session.principal());
		fields.put("services", Integer.toString(session.services().size()));
		fields.put("detail", "late, because a login ended it or the store could not be reached before");
		fields.put("session", session.reference());
		auditLog.record(new AuditEvent(AuditEvent.Type.LOGOUT, "OK", fields));
	}

}
