package org.campanile.web.sso;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.release.ReleasedAttribute;
import org.campanile.saml.SamlFault;
import org.campanile.saml.assertion.NoEncryptionKeyException;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.binding.OutboundMessage;
import org.campanile.signon.Refusal;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.Pages;
import org.campanile.web.page.RedirectPage;
import org.campanile.web.security.ClientAddress;

/**
 * Sends outcomes to services through the browser, with an audit line each. Thread-safe.
 */
@Component
class SignOnResponder {

	private final ResponseIssuer issuer;

	private final Pages pages;

	private final Services services;

	private final Problems problems;

	private final AuditLog auditLog;

	private final ClientAddress clientAddress;

	private final StageTimers timers;

	SignOnResponder(ResponseIssuer issuer, Pages pages, Services services, Problems problems, AuditLog auditLog,
			ClientAddress clientAddress, StageTimers timers) {
		this.issuer = issuer;
		this.pages = pages;
		this.services = services;
		this.problems = problems;
		this.auditLog = auditLog;
		this.clientAddress = clientAddress;
		this.timers = timers;
	}

	void grant(SignOnRequest signOn, SignOnOutcome.Granted granted, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		ResponseIssuer.Issued issued;
		try {
			issued = issuer.success(signOn, granted);
		}
		catch (NoEncryptionKeyException ex) {
			refuse(signOn, Refusal.NO_ENCRYPTION_KEY, request, response);
			return;
		}
		auditLog.record(new AuditEvent(AuditEvent.Type.SIGN_ON, "OK", fields(signOn, granted, issued, request)));
		send(signOn, issued.message(), request, response);
	}

	void refuse(SignOnRequest signOn, Refusal refusal, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		problems.audit(new Problems.Incident(refusal, "the service was told", signOn.service()), asked(signOn),
				request);
		send(signOn, issuer.refusal(signOn, refusal), request, response);
	}

	/** Tells the service of a fault in its own request. */
	void report(SamlFault fault, SamlFault.ReplyTo replyTo, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		problems.audit(new Problems.Incident(fault.code(), String.valueOf(fault.getMessage()), replyTo.service()),
				request);
		OutboundMessage message = issuer.error(replyTo);
		pages.redirect(new RedirectPage(services.view(replyTo.service(), replyTo.responseUrl(), request), message),
				request, response);
	}

	private void send(SignOnRequest signOn, OutboundMessage message, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		RedirectPage page = new RedirectPage(services.view(signOn, request), message);
		timers.time(Stage.RENDER, () -> {
			pages.redirect(page, request, response);
			return page;
		});
	}

	private Map<String, String> fields(SignOnRequest signOn, SignOnOutcome.Granted granted,
			ResponseIssuer.Issued issued, HttpServletRequest request) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", granted.session().principal());
		fields.put("service", signOn.service());
		fields.put("address", clientAddress.of(request));
		fields.put("nameIdFormat", granted.nameId().format());
		fields.put("nameId", granted.nameId().value());
		fields.put("assertionId", issued.assertionId());
		fields.put("sessionIndex", issued.sessionIndex());
		fields.put("attributes",
				granted.attributes().attributes().stream().map(ReleasedAttribute::id).collect(Collectors.joining(",")));
		fields.putAll(asked(signOn));
		fields.put("authnContext", granted.authnContextClass());
		if (granted.tracking() != SignOnOutcome.Granted.Tracking.RECORDED) {
			fields.put("tracking", granted.tracking().name());
		}
		if (!granted.unavailableSources().isEmpty()) {
			fields.put("sourcesUnavailable", String.join(",", granted.unavailableSources()));
		}
		UserAgent.add(fields, request);
		return fields;
	}

	/** The authentication classes that the service asked for, if it did. */
	private static Map<String, String> asked(SignOnRequest signOn) {
		RequestedAuthnContext asked = signOn.authnContext();
		return asked == null ? Map.of()
				: Map.of("authnContextAsked", asked.comparison() + ":" + String.join(",", asked.classes()));
	}

}
