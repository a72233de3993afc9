package org.campanile.web.logout;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.logout.LogoutAnswer;
import org.campanile.logout.LogoutOutcome;
import org.campanile.logout.LogoutResult;
import org.campanile.logout.RequestedLogout;
import org.campanile.logout.ServiceLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.security.ClientAddress;

/**
 * Records a logout in the audit log and in the counter {@code campanile.logout.services},
 * by state: one line when sessions are terminated, one for each response delivered by the
 * browser, and one when the result is first shown. Thread-safe.
 */
@Component
class LogoutAudit {

	private static final Logger logger = LoggerFactory.getLogger(LogoutAudit.class);

	private static final String SHOWN = "logout-shown";

	private static final Duration REMEMBERED = Duration.ofMinutes(10);

	private final AuditLog auditLog;

	private final MeterRegistry registry;

	private final ClientAddress clientAddress;

	private final OneTimeStore replayKeys;

	private final InstantSource clock;

	LogoutAudit(AuditLog auditLog, MeterRegistry registry, ClientAddress clientAddress, OneTimeStore replayKeys,
			InstantSource clock) {
		this.auditLog = auditLog;
		this.registry = registry;
		this.clientAddress = clientAddress;
		this.replayKeys = replayKeys;
		this.clock = clock;
	}

	/**
	 * Sessions have been terminated. If there was none, a line is written only for a
	 * service that asked for it.
	 * @param initiator the request of the initiating service; null if the logout began
	 * here
	 * @param goesOn the id of the logout if the browser has services to ask
	 */
	void ended(LogoutOutcome outcome, @Nullable RequestedLogout initiator, Optional<String> goesOn,
			HttpServletRequest request) {
		for (ServiceLogout service : outcome.services()) {
			if (service.state() != ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL) {
				count(service.state());
			}
		}
		if (initiator == null && outcome.ended().isEmpty()) {
			return;
		}
		Map<String, String> fields = new LinkedHashMap<>();
		if (!outcome.ended().isEmpty()) {
			fields.put("user",
					outcome.ended().stream().map(SsoSession::principal).distinct().collect(Collectors.joining(",")));
		}
		if (initiator != null) {
			fields.put("service", initiator.service());
		}
		fields.put("address", clientAddress.of(request));
		if (initiator != null) {
			fields.putAll(initiator.audit());
		}
		fields.put("sessions", Integer.toString(outcome.ended().size()));
		fields.put("services", states(outcome.services()));
		if (!outcome.ended().isEmpty()) {
			fields.put("session",
					outcome.ended().stream().map(SsoSession::reference).distinct().collect(Collectors.joining(",")));
		}
		goesOn.ifPresent(id -> fields.put("logout", reference(id)));
		write(code(outcome), fields, request);
	}

	private static String code(LogoutOutcome outcome) {
		if (!outcome.ended().isEmpty()) {
			return "OK";
		}
		return outcome.storeFailed() ? "FAILED" : "NO_SESSION";
	}

	/** A service answered through the browser. */
	void answered(LogoutAnswer answer, HttpServletRequest request) {
		count(answer.state());
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("logout", reference(answer.request().progressId()));
		fields.put("service", answer.service());
		fields.put("address", clientAddress.of(request));
		fields.put("state", answer.state().name());
		fields.put("status", answer.status());
		write("ANSWER", fields, request);
	}

	/**
	 * Completes a logout; no further audit lines follow those of its terminated sessions.
	 * @return false if that had already been recorded
	 */
	boolean complete(String id) {
		try {
			return replayKeys.setReplayKey(SHOWN, id, clock.instant().plus(REMEMBERED));
		}
		catch (StoreUnavailableException ex) {
			logger.warn("The result of a logout may be audited twice, the store did not answer: {}", ex.getMessage());
			return true;
		}
	}

	/** The result is shown; written only the first time. */
	void finished(String id, LogoutResult result, HttpServletRequest request) {
		if (!complete(id)) {
			return;
		}
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("logout", reference(id));
		if (result.initiator() != null) {
			fields.put("service", String.valueOf(result.initiator()));
		}
		fields.put("address", clientAddress.of(request));
		fields.put("result", result.status().name());
		fields.put("services", states(result.services()));
		write("RESULT", fields, request);
		result.services()
			.stream()
			.filter(service -> service.ticket() != null && service.state() == ServiceLogoutState.NO_ANSWER)
			.forEach(service -> count(service.state()));
	}

	private static String states(List<ServiceLogout> services) {
		return services.stream()
			.map(service -> service.service() + '=' + service.state())
			.collect(Collectors.joining(" "));
	}

	/** Correlates the audit lines of one logout; gives no access to it. */
	static String reference(String id) {
		return OneTimeKey.of("logout-reference", id).hex().substring(0, 12);
	}

	private void write(String code, Map<String, String> fields, HttpServletRequest request) {
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(AuditEvent.Type.LOGOUT, code, fields));
	}

	private void count(ServiceLogoutState state) {
		Counter.builder("campanile.logout.services")
			.description("Services to be notified of a logout, by result")
			.tag("state", state.name())
			.register(registry)
			.increment();
	}

}
