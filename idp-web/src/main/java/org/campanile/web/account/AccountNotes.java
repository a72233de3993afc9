package org.campanile.web.account;

import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Credential;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.session.SsoSession;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.notice.Notice;
import org.campanile.web.notice.Notices;
import org.campanile.web.page.Pages;
import org.campanile.web.security.ClientAddress;

/** Audits what users change, and tells them by mail. Thread-safe. */
final class AccountNotes {

	private final AuditLog auditLog;

	private final Notices notices;

	private final ClientAddress clientAddress;

	private final RequestOrigins origins;

	private final Pages pages;

	AccountNotes(AuditLog auditLog, Notices notices, ClientAddress clientAddress, RequestOrigins origins, Pages pages) {
		this.auditLog = auditLog;
		this.notices = notices;
		this.clientAddress = clientAddress;
		this.origins = origins;
		this.pages = pages;
	}

	void added(SsoSession session, FactorKind kind, String credential, HttpServletRequest request) {
		audit(AuditEvent.Type.FACTOR_ADDED, "OK", Map.of("factor", kind.code(), "credential", credential), session,
				request);
		mail(kind.equals(FactorKind.PIN) ? Notice.Event.PIN_CHANGED
				: kind.equals(RecoveryCodeMethod.KIND) ? Notice.Event.RECOVERY_CODES_MADE : Notice.Event.FACTOR_ADDED,
				session, request);
	}

	void rejected(SsoSession session, FactorKind kind, String detail, HttpServletRequest request) {
		audit(AuditEvent.Type.FACTOR_REFUSED, "NOT_CONFIRMED", Map.of("factor", kind.code(), "detail", detail), session,
				request);
	}

	void renamed(SsoSession session, Credential credential, HttpServletRequest request) {
		audit(AuditEvent.Type.FACTOR_RENAMED, "OK",
				Map.of("factor", credential.kind().code(), "credential", credential.id()), session, request);
	}

	void removed(SsoSession session, Credential credential, HttpServletRequest request) {
		audit(AuditEvent.Type.FACTOR_REMOVED, "OK",
				Map.of("factor", credential.kind().code(), "credential", credential.id()), session, request);
		if (!credential.kind().isSubstitute()) {
			mail(credential.kind().equals(FactorKind.PIN) ? Notice.Event.PIN_CHANGED : Notice.Event.FACTOR_REMOVED,
					session, request);
		}
	}

	void withdrawn(SsoSession session, String service, HttpServletRequest request) {
		audit(AuditEvent.Type.CONSENT_WITHDRAWN, "OK", Map.of("service", service), session, request);
	}

	private void audit(AuditEvent.Type type, String code, Map<String, String> more, SsoSession session,
			HttpServletRequest request) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", session.principal());
		fields.put("service", more.getOrDefault("service", ""));
		fields.put("address", clientAddress.of(request));
		for (String name : new String[] { "factor", "credential", "detail" }) {
			fields.put(name, more.getOrDefault(name, ""));
		}
		fields.values().removeIf(String::isEmpty);
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(type, code, fields));
	}

	private void mail(Notice.Event event, SsoSession session, HttpServletRequest request) {
		notices.send(new Notice(event, session.principal(), notices.address(session.attributes()),
				pages.locale(request), origins.of(request).device()));
	}

}
