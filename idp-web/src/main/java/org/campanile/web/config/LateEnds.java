package org.campanile.web.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.logout.SingleLogout;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;

/**
 * Ends, once the store is back, what could not be ended before; a last time when the node
 * stops, for what waits is known to this node alone. Thread-safe.
 */
class LateEnds implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LateEnds.class);

	private final Sessions sessions;

	private final SingleLogout singleLogout;

	private final AuditLog auditLog;

	private final AtomicBoolean busy = new AtomicBoolean();

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
		List<SsoSession> ended = end();
		if (!ended.isEmpty()) {
			// What waits after these does not wait for services, which may be slow.
			Thread.ofVirtual().name("late-ends").start(() -> singleLogout.afterEnd(ended));
		}
	}

	private List<SsoSession> end() {
		List<SsoSession> ended = new ArrayList<>();
		if (sessions.pendingEnds() > 0 && busy.compareAndSet(false, true)) {
			try {
				sessions.endPending(ended::add);
				ended.forEach(this::record);
			}
			finally {
				busy.set(false);
			}
		}
		return ended;
	}

	@Override
	public void close() {
		singleLogout.afterEnd(end());
		int left = sessions.pendingEnds();
		if (left > 0) {
			logger.error("{} sessions whose people logged out could not be ended, the store does not answer; "
					+ "they live until they run out. End them at the management port by user: see LOGOUT in the "
					+ "audit log", left);
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
