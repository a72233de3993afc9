package org.campanile.web.fault;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.web.audit.ErrorCodes;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ProblemPage;
import org.campanile.web.page.ServiceView;
import org.campanile.web.security.ClientAddress;

/**
 * Reports a failure to the user and to the audit log under the same code. Thread-safe.
 */
@Component
public class Problems {

	/** The Retry-After of a short outage. */
	private static final Duration PASSES = Duration.ofSeconds(5);

	private final Pages pages;

	private final AuditLog auditLog;

	private final ErrorCodes codes;

	private final ClientAddress clientAddress;

	private final InstantSource clock;

	private final ProblemLinks links;

	private final ScannerRequests strayRequests;

	Problems(Pages pages, AuditLog auditLog, ErrorCodes codes, ClientAddress clientAddress, InstantSource clock,
			ProblemLinks links, ScannerRequests strayRequests) {
		this.pages = pages;
		this.auditLog = auditLog;
		this.codes = codes;
		this.clientAddress = clientAddress;
		this.clock = clock;
		this.links = links;
		this.strayRequests = strayRequests;
	}

	/**
	 * A failure, for the audit line.
	 *
	 * @param reason upper-case words joined by underscores
	 * @param detail details for an administrator; may quote hostile input
	 * @param service the entityID of the service concerned; null if unknown
	 */
	public record Incident(String reason, String detail, @Nullable String service) {

		/**
		 * @param reason of an enumeration that {@code docs/errors.md} explains
		 */
		public Incident(Enum<?> reason, String detail, @Nullable String service) {
			this(reason.name(), detail, service);
		}

	}

	/** Writes the audit line and the page of a reason that concerns no service. */
	public void refuse(IncidentReason reason, String detail, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		refuse(reason.problem(), new Incident(reason, detail, null), null, request, response);
	}

	/** Writes the audit line and the page. */
	public void refuse(Problem problem, Incident incident, @Nullable ServiceView service, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		String code = audit(incident, request);
		boolean passing = problem == Problem.STORE_DOWN || problem == Problem.TRY_LATER;
		show(problem, code, incident.service(), service, passing ? PASSES : null, request, response);
	}

	/**
	 * Writes only the audit line; the failure is reported to the service instead of the
	 * user.
	 */
	public String audit(Incident incident, HttpServletRequest request) {
		return audit(incident, Map.of(), request);
	}

	/**
	 * Audits like {@link #audit(Incident, HttpServletRequest)}.
	 * @param more fields that follow those of every refusal
	 */
	public String audit(Incident incident, Map<String, String> more, HttpServletRequest request) {
		boolean stray = strayRequests.isStray(incident.reason(), request);
		// By default there is no audit line to find, so the reason alone is enough.
		String code = stray ? incident.reason() : codes.next(incident.reason());
		Map<String, String> fields = new LinkedHashMap<>();
		if (incident.service() != null) {
			fields.put("service", incident.service());
		}
		fields.put("address", clientAddress.of(request));
		fields.put("path", ScannerRequests.uri(request));
		fields.put("detail", incident.detail());
		fields.putAll(more);
		UserAgent.add(fields, request);
		auditLog.record(
				new AuditEvent(stray ? AuditEvent.Type.UNKNOWN_PATH : AuditEvent.Type.REQUEST_REFUSED, code, fields));
		return code;
	}

	/** Writes the audit line and a page that tries again by itself. */
	public void waiting(Incident incident, @Nullable ServiceView service, Duration pause, ProblemPage.Again again,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		pages.problem(new ProblemPage(Problem.STORE_WAITING, audit(incident, request), service, clock.instant(), pause,
				again, null), request, response);
	}

	/**
	 * Shows the page, for a failure already audited under that code.
	 * @param entityId of the service; null if unknown
	 */
	public void show(Problem problem, String code, @Nullable String entityId, @Nullable ServiceView service,
			@Nullable Duration retryAfter, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Instant now = clock.instant();
		String selfUrl = "GET".equals(request.getMethod()) ? null : link(problem, code, entityId, service, now, null);
		pages.problem(new ProblemPage(problem, code, service, now, retryAfter, null, selfUrl), request, response);
	}

	/**
	 * Shows the page of a sign-on that is refused, already audited under that code. Its
	 * request counts as answered, so the language links never repeat it.
	 * @param entityId of the service
	 * @param denial what an access rule says to the user; null for another refusal
	 */
	public void refused(Problem problem, String code, String entityId, ServiceView service,
			ProblemPage.@Nullable Denial denial, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Instant now = clock.instant();
		String selfUrl = link(problem, code, entityId, service, now, denial);
		pages.problem(new ProblemPage(problem, code, service, now, null, null, selfUrl, denial), request, response);
	}

	private String link(Problem problem, String code, @Nullable String entityId, @Nullable ServiceView service,
			Instant time, ProblemPage.@Nullable Denial denial) {
		return links.to(new ProblemLinks.Shown(problem, code, time,
				service == null ? "" : Objects.requireNonNullElse(entityId, ""),
				service == null ? "" : Objects.requireNonNullElse(service.startUrl(), ""), denial));
	}

	/**
	 * Shows the page of a request that access rules do not let through to a site, for a
	 * denial already audited under that code.
	 * @param missing which access is missing, as the rule says; null if it does not
	 * @param contact whom to ask; null if the rule does not say
	 */
	public void denied(String code, @Nullable String missing, @Nullable String contact, @Nullable ServiceView service,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		pages.problem(new ProblemPage(Problem.NOT_ALLOWED, code, service, clock.instant(), null)
			.with(new ProblemPage.Denial(missing, contact)), request, response);
	}

	/** Shows a page that was shown before. */
	public void showAgain(ProblemLinks.Shown page, @Nullable ServiceView service, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		pages.problem(
				new ProblemPage(page.problem(), page.code(), service, page.time(), null, null, null, page.denial()),
				HttpServletResponse.SC_OK, request, response);
	}

}
