package org.campanile.web.overload;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.web.fault.IncidentReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Reports the number of refused requests to the audit log, in at most one line every ten
 * seconds: thousands of lines a second would add to the overload.
 */
final class OverloadWatch {

	private static final Logger logger = LoggerFactory.getLogger(OverloadWatch.class);

	private final Admission admission;

	private final OverloadMetrics metrics;

	private final AuditLog auditLog;

	private final Map<RequestKind, Long> reported = new EnumMap<>(RequestKind.class);

	private boolean overloaded;

	OverloadWatch(Admission admission, OverloadMetrics metrics, AuditLog auditLog) {
		this.admission = admission;
		this.metrics = metrics;
		this.auditLog = auditLog;
	}

	@Scheduled(fixedDelayString = "PT10S")
	synchronized void report() {
		long sum = 0;
		StringJoiner kinds = new StringJoiner(",");
		for (RequestKind kind : RequestKind.values()) {
			long refused = metrics.refused(kind);
			Long before = reported.put(kind, refused);
			long since = refused - (before == null ? 0 : before);
			if (since > 0) {
				sum += since;
				kinds.add(kind.label() + ':' + since);
			}
		}
		if (sum > 0) {
			audit(sum, kinds.toString());
			if (!overloaded) {
				logger.warn("Overload: {} requests were refused within 10 s", sum);
			}
		}
		else if (overloaded) {
			logger.info("Overload is over; every request is served again");
		}
		overloaded = sum > 0;
	}

	private void audit(long refused, String kinds) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("refused", Long.toString(refused));
		fields.put("kinds", kinds);
		fields.put("places", "work:" + admission.limit(Priority.WORK) + ",login:" + admission.limit(Priority.LOGIN));
		auditLog.record(new AuditEvent(AuditEvent.Type.REQUEST_REFUSED, IncidentReason.OVERLOADED.name(), fields));
	}

}
