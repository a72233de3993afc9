package org.campanile.web.validation;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.util.UriUtils;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.KnownBrowser;
import org.campanile.authn.LoginOrigin;
import org.campanile.validation.ValidationClients;
import org.campanile.validation.ValidationClients.Admission;
import org.campanile.validation.ValidationClients.Client;
import org.campanile.validation.ValidationService;
import org.campanile.validation.ValidationService.Request;
import org.campanile.validation.ValidationService.Result;
import org.campanile.validation.ValidationService.ValidationUnavailableException;
import org.campanile.validation.ValidationService.Why;
import org.campanile.web.audit.ErrorCodes;
import org.campanile.web.page.Responses;
import org.campanile.web.validation.ValidationFault.FaultException;

/**
 * {@code /validate/check} with the answers of privacyIDEA 3. Every refusal has the same
 * text, and comes at a multiple of a configured time. Thread-safe.
 */
final class ValidationServlet extends HttpServlet {

	static final String PATH = "/validate/check";

	private static final long serialVersionUID = 1L;

	private static final Logger logger = LoggerFactory.getLogger(ValidationServlet.class);

	/** How long a client waits that could not be answered now. */
	private static final Duration NOT_NOW = Duration.ofSeconds(5);

	private final transient ValidationProperties properties;

	private final transient ValidationService service;

	private final transient ValidationClients clients;

	private final transient Realms realms;

	private final transient AuditLog auditLog;

	private final transient ErrorCodes codes;

	private final transient InstantSource clock;

	private final transient Meter.MeterProvider<Counter> outcomes;

	ValidationServlet(ValidationProperties properties, ValidationService service, ValidationClients clients,
			Realms realms, AuditLog auditLog, ErrorCodes codes, InstantSource clock, MeterRegistry meters) {
		this.properties = properties;
		this.service = service;
		this.clients = clients;
		this.realms = realms;
		this.auditLog = auditLog;
		this.codes = codes;
		this.clock = clock;
		this.outcomes = Counter.builder("campanile.validation")
			.description("Validations for other systems")
			.withRegistry(meters);
	}

	@Override
	protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
		check(request, response);
	}

	@Override
	protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
		check(request, response);
	}

	/**
	 * Codes of audit lines of requests that were not checked; {@code docs/errors.md}
	 * explains each. Those that were are refused with a {@link Why}.
	 */
	private enum Unchecked {

		CLIENT_UNKNOWN, BADLY_ENCODED, JSON_MALFORMED, VALIDATION_BUSY, VALIDATION_UNAVAILABLE

	}

	private void check(HttpServletRequest request, HttpServletResponse response) throws IOException {
		long start = System.nanoTime();
		if (request.getCharacterEncoding() == null) {
			request.setCharacterEncoding(StandardCharsets.UTF_8.name());
		}
		try {
			Client client = admitted(request, response);
			Asked asked = asked(request, client);
			answer(asked, response, start);
		}
		catch (FaultException ex) {
			ValidationFault fault = ex.fault();
			count(fault.name().toLowerCase(Locale.ROOT), "");
			write(response, fault.status(), PrivacyIdeaJson.error(fault.code(), fault.message(), clock));
		}
	}

	private Client admitted(HttpServletRequest request, HttpServletResponse response) throws FaultException {
		Optional<ClientCredentials> credentials = ClientCredentials.of(request);
		Admission admission = credentials.isEmpty() ? new Admission.Unknown("no token")
				: clients.admit(credentials.get().name(), credentials.get().token(), request.getRemoteAddr());
		return switch (admission) {
			case Admission.Admitted admitted -> admitted.client();
			case Admission.Unknown(String reason) -> {
				refused(Unchecked.CLIENT_UNKNOWN.name(), Map.of("address", request.getRemoteAddr(), "detail", reason));
				response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"campanile validation\"");
				throw new FaultException(ValidationFault.NO_CLIENT);
			}
			case Admission.TooMany(Client client, Duration retryAfter) -> {
				// There is no warning for each: campanile.validation counts them.
				logger.debug("The validation client {} sends more than its requests-per-minute", client.name());
				Responses.retryAfter(response, retryAfter);
				throw new FaultException(ValidationFault.TOO_MANY);
			}
		};
	}

	/**
	 * A request that can be checked.
	 *
	 * @param address where the client is
	 */
	private record Asked(Client client, Request request, String address) {
	}

	private Asked asked(HttpServletRequest request, Client client) throws FaultException, IOException {
		CheckParameters fields = parameters(request, client);
		String user = typed(fields, "user", client);
		String pass = typed(fields, "pass", client);
		if (user.isBlank()) {
			throw new FaultException(ValidationFault.NO_USER);
		}
		if (!fields.has("pass")) {
			throw new FaultException(ValidationFault.NO_PASS);
		}
		Realms.Located located = realms.locate(user, fields.text("realm"), client)
			.filter(found -> client.mayAsk(found.realm().name()))
			.orElseThrow(() -> new FaultException(ValidationFault.WRONG_REALM));
		String transaction = fields.text("transaction_id");
		return new Asked(client,
				new Request(client.name(), located.realm(), located.loginName(), pass,
						transaction.isEmpty() ? fields.text("state") : transaction,
						new LoginOrigin(origin(fields, client, user))),
				request.getRemoteAddr());
	}

	private CheckParameters parameters(HttpServletRequest request, Client client) throws FaultException, IOException {
		try {
			return CheckParameters.of(request);
		}
		catch (JsonParameters.MalformedJsonException ex) {
			throw malformed(ValidationFault.JSON_MALFORMED, Unchecked.JSON_MALFORMED, client, request,
					String.valueOf(ex.getMessage()));
		}
	}

	/** Records a fault in how the client asks, which only its administrator can mend. */
	private FaultException malformed(ValidationFault fault, Unchecked code, Client client, HttpServletRequest request,
			String detail) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("client", client.name());
		fields.put("address", request.getRemoteAddr());
		fields.put("detail", detail);
		refused(code.name(), fields);
		return new FaultException(fault);
	}

	/**
	 * Returns the origin at which attempts are counted besides the user. All users of a
	 * client come from its address, so if nothing else is known, each user counts alone.
	 */
	private static String origin(CheckParameters fields, Client client, String user) throws FaultException {
		String given = fields.text("client");
		if (client.namesAddress() && !given.isEmpty() && given.length() <= 45) {
			try {
				return InetAddress.ofLiteral(given).getHostAddress();
			}
			catch (IllegalArgumentException ex) {
				logger.debug("The client {} names an address that is none", client.name(), ex);
			}
		}
		return "validation " + client.name() + ' ' + KnownBrowser.comparable(user);
	}

	/** Returns what the user typed. Like at privacyIDEA, JSON is never encoded twice. */
	private String typed(CheckParameters fields, String name, Client client) throws FaultException {
		String value = fields.text(name);
		ValidationProperties.ClientProperties settings = properties.clients().get(client.name());
		if (settings == null || !settings.encodesTwice() || fields.json().containsKey(name)) {
			return value;
		}
		try {
			return UriUtils.decode(value, StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			// The fault has no cause, as that would quote what the user typed.
			throw malformed(ValidationFault.BADLY_ENCODED, Unchecked.BADLY_ENCODED, client, fields.request(),
					name + " cannot be decoded twice, as encodes-twice says");
		}
	}

	private void answer(Asked asked, HttpServletResponse response, long start) throws IOException, FaultException {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", asked.request().loginName());
		fields.put("realm", asked.request().realm().name());
		fields.put("client", asked.client().name());
		fields.put("address", asked.address());
		try {
			switch (service.check(asked.request())) {
				case Result.Accepted accepted -> accepted(asked, accepted, fields, response);
				case Result.Challenged challenged -> challenged(asked, challenged, fields, response);
				case Result.Rejected(Why why, String detail) -> {
					fields.put("detail", detail);
					refused(why.name(), fields);
					count(why.name().toLowerCase(Locale.ROOT), asked.request().realm().name());
					holdSince(start);
					write(response, HttpServletResponse.SC_OK, PrivacyIdeaJson.rejected(clock));
				}
				case Result.Busy(String detail) ->
					throw notNow(ValidationFault.BUSY, Unchecked.VALIDATION_BUSY, detail, fields, response);
			}
		}
		catch (ValidationUnavailableException ex) {
			throw notNow(ValidationFault.UNAVAILABLE, Unchecked.VALIDATION_UNAVAILABLE, String.valueOf(ex.getMessage()),
					fields, response);
		}
	}

	private FaultException notNow(ValidationFault fault, Unchecked code, String detail, Map<String, String> fields,
			HttpServletResponse response) {
		fields.put("detail", detail);
		refused(code.name(), fields);
		Responses.retryAfter(response, NOT_NOW);
		return new FaultException(fault);
	}

	private void accepted(Asked asked, Result.Accepted accepted, Map<String, String> fields,
			HttpServletResponse response) throws IOException {
		List<String> kinds = accepted.factors().stream().map(Factor::kind).map(FactorKind::code).toList();
		fields.put("user", accepted.principal());
		fields.put("factor", String.join("+", kinds));
		audit(AuditEvent.Type.VALIDATION, "OK", fields);
		count("accepted", asked.request().realm().name());
		Map<String, Object> user = new LinkedHashMap<>();
		List<String> attributes = Optional.ofNullable(properties.clients().get(asked.client().name()))
			.map(ValidationProperties.ClientProperties::attributes)
			.orElse(List.of());
		if (!attributes.isEmpty()) {
			user.put("username", accepted.user().principal());
			user.put("realm", asked.request().realm().name());
			attributes.forEach(name -> {
				List<String> values = accepted.user().values().texts(name);
				if (!values.isEmpty()) {
					user.put(name, values.size() == 1 ? values.getFirst() : new ArrayList<>(values));
				}
			});
		}
		write(response, HttpServletResponse.SC_OK, PrivacyIdeaJson.accepted(accepted.factors().getLast(),
				asked.request().realm().codeDigits(), user, clock));
	}

	private void challenged(Asked asked, Result.Challenged challenged, Map<String, String> fields,
			HttpServletResponse response) throws IOException {
		fields.put("user", challenged.principal());
		fields.put("factor", challenged.proven().code());
		audit(AuditEvent.Type.VALIDATION, "CHALLENGE", fields);
		count("challenged", asked.request().realm().name());
		write(response, HttpServletResponse.SC_OK, PrivacyIdeaJson.challenged(challenged.transaction(), clock));
	}

	private void refused(String reason, Map<String, String> fields) {
		audit(AuditEvent.Type.VALIDATION_REFUSED, codes.next(reason), fields);
	}

	private void audit(AuditEvent.Type type, String code, Map<String, String> fields) {
		auditLog.record(new AuditEvent(type, code, fields));
	}

	private void count(String outcome, String realm) {
		outcomes.withTags("outcome", outcome, "realm", realm).increment();
	}

	/** Waits until the next multiple of the step since then. */
	private void holdSince(long start) {
		long step = properties.failureStep().toNanos();
		if (step == 0) {
			return;
		}
		long end = start + ((System.nanoTime() - start) / step + 1) * step;
		// Parking may return early, and at once where the thread is interrupted.
		for (long left = end - System.nanoTime(); left > 0
				&& !Thread.currentThread().isInterrupted(); left = end - System.nanoTime()) {
			LockSupport.parkNanos(left);
		}
	}

	private static void write(HttpServletResponse response, int status, byte[] body) throws IOException {
		response.setStatus(status);
		response.setContentType(MediaType.APPLICATION_JSON_VALUE);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		response.setContentLength(body.length);
		response.getOutputStream().write(body);
	}

}
