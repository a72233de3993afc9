package org.campanile.web.management;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.explain.Explanation;
import org.campanile.explain.SignOnExplainer;
import org.campanile.explain.UnexplainedException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * {@code /actuator/explain}: what would be released to a service about a user, and why.
 * Each access is recorded in the audit log. Thread-safe.
 */
@WebEndpoint(id = "explain")
class ExplainEndpoint {

	private final SignOnExplainer explainer;

	private final AuditLog auditLog;

	ExplainEndpoint(SignOnExplainer explainer, AuditLog auditLog) {
		this.explainer = explainer;
		this.auditLog = auditLog;
	}

	/**
	 * @param user the name as a user would type it at the login, or the canonical one
	 * @param service the id of the service
	 * @param by the administrator
	 */
	@ReadOperation
	WebEndpointResponse<Object> explain(@Nullable String user, @Nullable String service, @Nullable String by) {
		if (user == null || user.isBlank() || service == null || service.isBlank()) {
			return Answers.refused("user, service: missing; give a username and the id of a service");
		}
		try {
			Explanation explanation = explainer.explain(user, service);
			String principal = explanation.person().principal();
			auditLog.record(Administrator.event(AuditEvent.Type.PERSON_VIEWED, principal, service, by));
			return Answers.ok(explanation);
		}
		catch (UnexplainedException ex) {
			return Answers.unexplained(ex);
		}
	}

}
