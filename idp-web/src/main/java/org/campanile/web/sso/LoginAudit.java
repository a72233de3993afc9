package org.campanile.web.sso;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.FactorKind;
import org.campanile.session.SsoSession;
import org.campanile.signon.Approval;
import org.campanile.signon.SignOnRequest;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.security.ClientAddress;

/** Writes one audit line for each attempt to prove a factor. Thread-safe. */
@Component
class LoginAudit {

	private final AuditLog auditLog;

	private final ClientAddress clientAddress;

	LoginAudit(AuditLog auditLog, ClientAddress clientAddress) {
		this.auditLog = auditLog;
		this.clientAddress = clientAddress;
	}

	/**
	 * Audits a factor that may have been proven without asking.
	 * @param user with the factor as the last
	 * @param details why it was not asked for; empty if it was
	 * @param begun the session that began with it; empty if the login goes on, or failed
	 */
	void proven(AuthenticatedUser user, FactorKind kind, Map<String, String> details, Optional<SsoSession> begun,
			SignOnRequest signOn, HttpServletRequest request) {
		Map<String, String> fields = fields(user.principal(), kind, signOn, request);
		String credential = user.factors().getLast().credential();
		if (!credential.isEmpty()) {
			fields.put("credential", credential);
		}
		new TreeMap<>(details).forEach(fields::put);
		begun.ifPresent(session -> fields.put("session", session.reference()));
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(AuditEvent.Type.LOGIN, "OK", fields));
	}

	/**
	 * @param code with its reference, as the page shows it
	 * @param user the username as typed
	 */
	void failed(String code, String user, String detail, FactorKind kind, SignOnRequest signOn,
			HttpServletRequest request) {
		Map<String, String> fields = fields(user, kind, signOn, request);
		fields.put("detail", detail);
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(AuditEvent.Type.LOGIN_REFUSED, code, fields));
	}

	/** Audits that a user has declined what a page asked. */
	void declined(AuditEvent.Type type, String user, Approval.Decision page, SignOnRequest signOn,
			HttpServletRequest request) {
		Map<String, String> fields = fields(user, FactorKind.PASSWORD, signOn, request);
		if (type == AuditEvent.Type.TERMS_DECLINED) {
			fields.put("terms", page.id());
			fields.put("version", page.fingerprint());
		}
		auditLog.record(new AuditEvent(type, "OK", fields));
	}

	/**
	 * @param user the canonical name; as typed where it is not known
	 */
	void passwordChanged(String user, SignOnRequest signOn, HttpServletRequest request) {
		Map<String, String> fields = fields(user, FactorKind.PASSWORD, signOn, request);
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(AuditEvent.Type.PASSWORD_CHANGED, "OK", fields));
	}

	/**
	 * @param code with its reference, as a page may show it
	 * @param user as for {@link #passwordChanged}
	 */
	void passwordNotChanged(String code, String user, String detail, SignOnRequest signOn, HttpServletRequest request) {
		Map<String, String> fields = fields(user, FactorKind.PASSWORD, signOn, request);
		fields.put("detail", detail);
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(AuditEvent.Type.PASSWORD_CHANGE_REFUSED, code, fields));
	}

	/** A user could not enrol a factor on the way to a service. */
	void notEnrolled(AuthenticatedUser user, FactorKind kind, String detail, SignOnRequest signOn,
			HttpServletRequest request) {
		Map<String, String> fields = fields(user.principal(), kind, signOn, request);
		fields.put("detail", detail);
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(AuditEvent.Type.FACTOR_REFUSED, "NOT_CONFIRMED", fields));
	}

	/**
	 * A user has enrolled a factor on the way to a service.
	 * @param credential its id
	 */
	void enrolled(AuthenticatedUser user, FactorKind kind, String credential, String name, SignOnRequest signOn,
			HttpServletRequest request) {
		Map<String, String> fields = fields(user.principal(), kind, signOn, request);
		fields.put("credential", credential);
		fields.put("name", name);
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(AuditEvent.Type.FACTOR_ADDED, "OK", fields));
	}

	private Map<String, String> fields(String user, FactorKind kind, SignOnRequest signOn, HttpServletRequest request) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", user);
		fields.put("service", signOn.service());
		fields.put("address", clientAddress.of(request));
		if (!kind.equals(FactorKind.PASSWORD)) {
			fields.put("factor", kind.code());
		}
		return fields;
	}

}
