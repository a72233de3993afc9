package org.campanile.web.security;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.context.event.EventListener;
import org.springframework.security.authentication.event.AbstractAuthenticationEvent;
import org.springframework.security.authentication.event.AbstractAuthenticationFailureEvent;
import org.springframework.security.authentication.event.AuthenticationSuccessEvent;
import org.springframework.stereotype.Component;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.web.audit.UserAgent;

/** Turns Spring Security's authentication events into audit lines, one for each try. */
@Component
class AuthenticationAudit {

	private final AuditLog auditLog;

	AuthenticationAudit(AuditLog auditLog) {
		this.auditLog = auditLog;
	}

	@EventListener
	void onSuccess(AuthenticationSuccessEvent event) {
		String principal = event.getAuthentication().getPrincipal() instanceof AuthenticatedUser user ? user.principal()
				: event.getAuthentication().getName();
		Map<String, String> fields = fields(event, principal);
		addUserAgent(event, fields);
		auditLog.record(new AuditEvent(AuditEvent.Type.LOGIN, "OK", fields));
	}

	@EventListener
	void onFailure(AbstractAuthenticationFailureEvent event) {
		Map<String, String> fields = fields(event, event.getAuthentication().getName());
		fields.put("detail", String.valueOf(event.getException().getMessage()));
		addUserAgent(event, fields);
		LoginFailure failure = LoginFailure.of(event.getException());
		String code = event.getAuthentication().getDetails() instanceof LoginDetails details
				? failure.code(details.reference()) : failure.name();
		auditLog.record(new AuditEvent(AuditEvent.Type.LOGIN_REFUSED, code, fields));
	}

	private static Map<String, String> fields(AbstractAuthenticationEvent event, String user) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", user);
		if (event.getAuthentication().getDetails() instanceof LoginDetails details) {
			fields.put("service", details.service());
			fields.put("address", details.origin().address());
		}
		return fields;
	}

	private static void addUserAgent(AbstractAuthenticationEvent event, Map<String, String> fields) {
		if (event.getAuthentication().getDetails() instanceof LoginDetails details) {
			UserAgent.add(fields, details.userAgent());
		}
	}

}
