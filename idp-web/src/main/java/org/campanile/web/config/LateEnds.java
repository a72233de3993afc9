package org.campanile.web.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.scheduling.annotation.Scheduled;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.logout.SingleLogout;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;

/** Ends, once the store is back, what could not be ended before. Thread-safe. */
class LateEnds {

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
		if (sessions.pendingEnds() > 0 && busy.compareAndSet(false, true)) {
			try {
				List<SsoSession> ended = new ArrayList<>();
				sessions.endPending(ended::add);
				// All have ended before a service, which may be slow, is asked.
				ended.forEach(this::record);
				ended.forEach(singleLogout::afterEnd);
			}
			finally {
				busy.set(false);
			}
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
