package org.campanile.web.cas;

import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.IdentityProvider;
import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.cas.CasResponses;
import org.campanile.cas.CasTickets;
import org.campanile.cas.ProxyTickets;
import org.campanile.cas.SamlValidateRequest;
import org.campanile.cas.TicketValidation;
import org.campanile.cas.TicketValidation.Code;
import org.campanile.cas.TicketValidation.Result;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.fault.Problems;
import org.campanile.web.security.ClientAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/**
 * Validates tickets for services, and issues tickets to proxies (CAS Protocol 3.0.3, 2.4
 * to 2.8). A failure is part of the answer, whose status is 200; only a store that does
 * not answer causes a 503, so that a proxy tries another node.
 */
@Controller
class TicketController {

	/** The maximum size of an envelope, in bytes; a request has about 500. */
	private static final int MAX_ENVELOPE = 16_384;

	private static final String TARGET = "TARGET";

	private final TicketValidation validation;

	private final ProxyTickets proxyTickets;

	private final Problems problems;

	private final AuditLog auditLog;

	private final IdentityProvider identityProvider;

	private final CasTickets tickets;

	private final ClientAddress clientAddress;

	private final InstantSource clock;

	TicketController(TicketValidation validation, ProxyTickets proxyTickets, Problems problems, AuditLog auditLog,
			IdentityProvider identityProvider, CasTickets tickets, ClientAddress clientAddress, InstantSource clock) {
		this.validation = validation;
		this.proxyTickets = proxyTickets;
		this.problems = problems;
		this.auditLog = auditLog;
		this.identityProvider = identityProvider;
		this.tickets = tickets;
		this.clientAddress = clientAddress;
		this.clock = clock;
	}

	/** Validates a ticket in version 1.0. */
	@RequestMapping(path = CasEndpoints.VALIDATE, method = { RequestMethod.GET, RequestMethod.POST })
	void validate(HttpServletRequest request, HttpServletResponse response) throws IOException, InterruptedException {
		Result result = result(request, null, false, false);
		write(result, CasResponses.text(result), "text/plain;charset=UTF-8", response);
	}

	/** Validates a ticket in version 2.0, without attributes. */
	@RequestMapping(path = { CasEndpoints.SERVICE_VALIDATE, CasEndpoints.PROXY_VALIDATE },
			method = { RequestMethod.GET, RequestMethod.POST })
	void validate2(HttpServletRequest request, HttpServletResponse response) throws IOException, InterruptedException {
		answer(false, request, response);
	}

	/** Validates a ticket in version 3.0, with attributes. */
	@RequestMapping(path = { CasEndpoints.P3_SERVICE_VALIDATE, CasEndpoints.P3_PROXY_VALIDATE },
			method = { RequestMethod.GET, RequestMethod.POST })
	void validate3(HttpServletRequest request, HttpServletResponse response) throws IOException, InterruptedException {
		answer(true, request, response);
	}

	/**
	 * @param artifact the ticket that came in the body; null if it is a parameter
	 */
	private Result result(HttpServletRequest request, @Nullable String artifact, boolean proxies, boolean callbacks)
			throws InterruptedException {
		Result result;
		try {
			result = validation
				.validate(new TicketValidation.Request(artifact == null ? text(request, "ticket") : artifact,
						text(request, artifact == null ? "service" : TARGET), CasFault.flag(request, "renew"), proxies,
						callbacks ? CasFault.parameter(request, "pgtUrl") : null));
		}
		catch (CasFault fault) {
			result = new Result.Invalid(Code.INVALID_REQUEST, String.valueOf(fault.getMessage()), null);
		}
		// Only failures are audited; the sign-on was audited when the ticket was issued.
		if (result instanceof Result.Invalid invalid) {
			problems.audit(new Problems.Incident(invalid.code(), invalid.detail(), invalid.service()), request);
		}
		return result;
	}

	private static String text(HttpServletRequest request, String name) throws CasFault {
		String value = CasFault.parameter(request, name);
		return value == null ? "" : value;
	}

	private void answer(boolean attributes, HttpServletRequest request, HttpServletResponse response)
			throws IOException, InterruptedException {
		Result result = result(request, null, request.getServletPath().endsWith("/proxyValidate"), true);
		if (isJson(request)) {
			write(result, CasResponses.json(result, attributes), MediaType.APPLICATION_JSON_VALUE, response);
		}
		else {
			write(result, CasResponses.xml(result, attributes), "application/xml;charset=UTF-8", response);
		}
	}

	private static boolean isJson(HttpServletRequest request) {
		return "JSON".equalsIgnoreCase(request.getParameter("format"));
	}

	/**
	 * Issues a ticket for another service to a service with the user's proxy-granting
	 * ticket.
	 */
	@RequestMapping(path = CasEndpoints.PROXY, method = { RequestMethod.GET, RequestMethod.POST })
	void proxy(HttpServletRequest request, HttpServletResponse response) throws IOException {
		ProxyTickets.Outcome outcome;
		try {
			outcome = proxyTickets.issue(text(request, "pgt"), text(request, "targetService"),
					clientAddress.of(request));
		}
		catch (CasFault fault) {
			outcome = new ProxyTickets.Outcome.Refused(Code.INVALID_REQUEST, String.valueOf(fault.getMessage()), null);
		}
		int status = HttpServletResponse.SC_OK;
		switch (outcome) {
			case ProxyTickets.Outcome.Issued issued -> audit(issued, request);
			case ProxyTickets.Outcome.Refused refused -> {
				problems.audit(new Problems.Incident(refused.code(), refused.detail(), refused.service()), request);
				status = status(refused.code());
			}
		}
		boolean json = isJson(request);
		write(status, json ? CasResponses.json(outcome) : CasResponses.xml(outcome),
				json ? MediaType.APPLICATION_JSON_VALUE : "application/xml;charset=UTF-8", response);
	}

	/**
	 * Audits the sign-on that a proxy obtains for the user; the address is the proxy's.
	 */
	private void audit(ProxyTickets.Outcome.Issued issued, HttpServletRequest request) {
		CasTickets.Ticket content = issued.content();
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", issued.session().principal());
		fields.put("service", content.service());
		fields.put("address", clientAddress.of(request));
		fields.put("url", content.url());
		fields.put("name", content.user());
		fields.put("ticket", CasTickets.shown(issued.ticket()));
		// An address contains no space.
		fields.put("proxies", String.join(" ", content.proxies()));
		fields.put("attributes", String.join(",", issued.released()));
		fields.put("authnContext", content.authn().contextClass());
		fields.put("session", issued.session().reference());
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(AuditEvent.Type.SIGN_ON, "OK", fields));
	}

	/** Validates a ticket in SAML 1.1 over SOAP, for old clients. */
	@PostMapping(CasEndpoints.SAML_VALIDATE)
	void samlValidate(HttpServletRequest request, HttpServletResponse response)
			throws IOException, InterruptedException {
		// Parameters come only from the URL: the body is no form.
		Optional<SamlValidateRequest> asked = SamlValidateRequest
			.read(request.getInputStream().readNBytes(MAX_ENVELOPE + 1), MAX_ENVELOPE);
		Result result = result(request, asked.map(SamlValidateRequest::ticket).orElse(""), false, false);
		String target = Objects.requireNonNullElse(request.getParameter(TARGET), "");
		write(result,
				CasResponses.saml11(result, new CasResponses.Saml11(tickets.xmlId(), tickets.xmlId(),
						asked.map(SamlValidateRequest::id).orElse(""), target, identityProvider.id(), clock.instant())),
				"text/xml;charset=UTF-8", response);
	}

	private static void write(Result result, byte[] body, String type, HttpServletResponse response)
			throws IOException {
		write(result instanceof Result.Invalid invalid ? status(invalid.code()) : HttpServletResponse.SC_OK, body, type,
				response);
	}

	private static int status(Code code) {
		return code == Code.INTERNAL_ERROR ? HttpServletResponse.SC_SERVICE_UNAVAILABLE : HttpServletResponse.SC_OK;
	}

	private static void write(int status, byte[] body, String type, HttpServletResponse response) throws IOException {
		response.setStatus(status);
		response.setContentType(type);
		response.setContentLength(body.length);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		response.getOutputStream().write(body);
	}

}
