package org.campanile.web.sso;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

import org.campanile.access.AccessPolicy;
import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.protocol.Answer;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ReleasedAttribute;
import org.campanile.signon.Refusal;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ProblemPage;
import org.campanile.web.page.RedirectPage;
import org.campanile.web.page.Responses;
import org.campanile.web.security.ClientAddress;

/**
 * Sends outcomes to services through the browser, with an audit line each. Thread-safe.
 */
@Component
class SignOnResponder {

	private final Map<ProtocolId, SignOnProtocol> protocols;

	private final Pages pages;

	private final ServiceViews services;

	private final Problems problems;

	private final AuditLog auditLog;

	private final ClientAddress clientAddress;

	private final StageTimers timers;

	private final Map<ProtocolId, Counter> signOns;

	SignOnResponder(List<SignOnProtocol> protocols, Pages pages, ServiceViews services, Problems problems,
			AuditLog auditLog, ClientAddress clientAddress, StageTimers timers, MeterRegistry meters) {
		this.protocols = protocols.stream()
			.collect(Collectors.toUnmodifiableMap(SignOnProtocol::id, Function.identity()));
		this.pages = pages;
		this.services = services;
		this.problems = problems;
		this.auditLog = auditLog;
		this.clientAddress = clientAddress;
		this.timers = timers;
		this.signOns = protocols.stream()
			.map(SignOnProtocol::id)
			.collect(Collectors.toUnmodifiableMap(Function.identity(),
					id -> Counter.builder("campanile.sign.ons")
						.description("Sign-ons granted to services")
						.tag("protocol", id.code())
						.register(meters)));
	}

	/**
	 * @throws StoreUnavailableException if the protocol could not store what its answer
	 * refers to
	 */
	void grant(SignOnRequest signOn, SignOnOutcome.Granted granted, HttpServletRequest request,
			HttpServletResponse response) throws StoreUnavailableException, IOException {
		SignOnProtocol.Issued issued;
		try {
			issued = protocol(signOn).grant(signOn, granted);
		}
		catch (SignOnProtocol.NotGrantedException ex) {
			refuse(signOn, new SignOnOutcome.Refused(ex.refusal()), Optional.of(granted.session().principal()), request,
					response);
			return;
		}
		auditLog.record(new AuditEvent(AuditEvent.Type.SIGN_ON, "OK", fields(signOn, granted, issued, request)));
		Objects.requireNonNull(signOns.get(protocol(signOn).id())).increment();
		send(signOn, issued.answer(), request, response);
	}

	/**
	 * Informs the service, or the user if the protocol has no such answer. What access
	 * rules deny or demand is for the user to read, unless nothing may be shown.
	 * @param user the canonical name, if it is known
	 */
	void refuse(SignOnRequest signOn, SignOnOutcome.Refused refused, Optional<String> user, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Refusal refusal = refused.refusal();
		AccessPolicy.Decision.Deny denial = refused.denial();
		boolean forUser = denial != null || refusal == Refusal.TERMS_DECLINED
				|| refusal == Refusal.FACTOR_MISSING && !signOn.demand().required().isEmpty();
		Optional<Answer> answer = forUser && !signOn.demand().passive() ? Optional.empty()
				: protocol(signOn).refuse(signOn, refusal);
		String detail = answer.isPresent() ? "the service was informed" : "the user was informed";
		Map<String, String> more = new LinkedHashMap<>();
		user.ifPresent(name -> more.put("user", name));
		more.putAll(asked(signOn));
		if (denial != null) {
			more.put("rule", denial.rule());
		}
		String code = problems.audit(new Problems.Incident(refusal.code(), detail, signOn.service()), more, request);
		if (answer.isPresent()) {
			send(signOn, answer.get(), request, response);
			return;
		}
		Problem problem = switch (refusal) {
			case ACCESS_DENIED, REQUEST_DENIED -> Problem.NOT_ALLOWED;
			case CONSENT_DECLINED -> Problem.CONSENT_DECLINED;
			case TERMS_DECLINED -> Problem.TERMS_DECLINED;
			case FACTOR_MISSING -> Problem.FACTOR_MISSING;
			default -> Problem.REQUEST_REFUSED;
		};
		problems.refused(problem, code, signOn.service(), services.view(signOn, request),
				denial == null ? null : new ProblemPage.Denial(denial.missing(), denial.contact()), request, response);
	}

	private void send(SignOnRequest signOn, Answer answer, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		switch (answer) {
			case Answer.Post post -> {
				RedirectPage page = new RedirectPage(services.view(signOn, request), post);
				timers.time(Stage.RENDER, () -> {
					pages.redirect(page, request, response);
					return page;
				});
			}
			case Answer.Redirect redirect -> Responses.seeOther(response, redirect.url());
			case Answer.Headers headers -> {
				headers.headers().forEach(response::setHeader);
				response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
			}
		}
	}

	/** Whether the answer to a request says if the login was for it. */
	boolean statesNewLogin(SignOnRequest signOn) {
		return protocol(signOn).statesNewLogins();
	}

	/** Returns the protocol; it exists, as the request came by it. */
	private SignOnProtocol protocol(SignOnRequest signOn) {
		return Objects.requireNonNull(protocols.get(signOn.protocol()));
	}

	private Map<String, String> fields(SignOnRequest signOn, SignOnOutcome.Granted granted,
			SignOnProtocol.Issued issued, HttpServletRequest request) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", granted.session().principal());
		fields.put("service", signOn.service());
		fields.put("address", clientAddress.of(request));
		fields.putAll(issued.audit());
		fields.put("attributes",
				granted.attributes().attributes().stream().map(ReleasedAttribute::id).collect(Collectors.joining(",")));
		fields.putAll(asked(signOn));
		fields.put("authnContext", granted.authn().contextClass());
		if (granted.tracking() != SignOnOutcome.Granted.Tracking.RECORDED) {
			fields.put("tracking", granted.tracking().name());
		}
		if (!granted.unavailableSources().isEmpty()) {
			fields.put("sourcesUnavailable", String.join(",", granted.unavailableSources()));
		}
		if (granted.tracking() != SignOnOutcome.Granted.Tracking.NO_SESSION) {
			fields.put("session", granted.session().reference());
		}
		UserAgent.add(fields, request);
		return fields;
	}

	/** Returns the authentication classes that the service requested, if any. */
	private static Map<String, String> asked(SignOnRequest signOn) {
		RequestedAuthnContext asked = signOn.demand().context();
		return asked == null ? Map.of()
				: Map.of("authnContextAsked", asked.comparison() + ":" + String.join(",", asked.classes()));
	}

}
