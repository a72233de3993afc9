package org.campanile.web.gate;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.IdentityProvider;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.consent.ConsentApproval;
import org.campanile.consent.TermsApproval;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateProtocol;
import org.campanile.gate.GateSite;
import org.campanile.gate.GateSites;
import org.campanile.gate.PageAddress;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.seal.RandomValues;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnService;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.Problem;
import org.campanile.web.page.Responses;
import org.campanile.web.security.ClientAddress;
import org.campanile.web.sso.ServiceViews;
import org.campanile.web.sso.SignOnEntry;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Answers web servers whether a request may pass: 204 with the user in headers, 401 or
 * 302 to the login, or 403.
 */
@Controller
class GateController {

	/**
	 * The URL to which the browser must be sent, for web servers that do so themselves;
	 * absent for programs.
	 */
	private static final String LOGIN_HEADER = "X-Gate-Login";

	private static final int MARK_BYTES = 18;

	/** Matches a mark; a cookie that another server has set may hold anything. */
	private static final Pattern MARK = Pattern.compile("[A-Za-z0-9_-]{" + MARK_BYTES / 3 * 4 + "}");

	private final GateProtocol protocol;

	private final GateCookies cookies;

	private final BasicAuthentication basic;

	private final LiveConfiguration live;

	private final Sessions sessions;

	private final SignOnService signOnService;

	private final SignOnEntry entry;

	private final ClientAddress clientAddress;

	private final Problems problems;

	private final GateDenials denials;

	private final GateDecisions decisions;

	private final ServiceViews views;

	private final IdentityProvider identityProvider;

	private final SecureRandom random;

	private final ConsentApproval consent;

	private final TermsApproval terms;

	GateController(GateProtocol protocol, GateCookies cookies, BasicAuthentication basic, LiveConfiguration live,
			Sessions sessions, SignOnService signOnService, SignOnEntry entry, ClientAddress clientAddress,
			Problems problems, GateDenials denials, GateDecisions decisions, ServiceViews views,
			IdentityProvider identityProvider, SecureRandom random, ConsentApproval consent, TermsApproval terms) {
		this.consent = consent;
		this.terms = terms;
		this.protocol = protocol;
		this.cookies = cookies;
		this.basic = basic;
		this.live = live;
		this.sessions = sessions;
		this.signOnService = signOnService;
		this.entry = entry;
		this.clientAddress = clientAddress;
		this.problems = problems;
		this.denials = denials;
		this.decisions = decisions;
		this.views = views;
		this.identityProvider = identityProvider;
		this.random = random;
	}

	/**
	 * The reasons to refuse a request. The name is part of the code on the page and in
	 * the audit line; {@code docs/errors.md} explains each.
	 */
	enum GateFault {

		/**
		 * The request does not come from a trusted proxy, or the proxy does not say which
		 * page was requested.
		 */
		GATE_REQUEST_UNTRUSTED,
		/** The address is of no site, or could be read in two ways. */
		GATE_PAGE_UNKNOWN,
		/** The code is unknown, used or too old, or of another site. */
		GATE_CODE_UNKNOWN,
		/** The values for the site do not fit into headers. */
		GATE_VALUES_TOO_LARGE

	}

	/** A web server asks about a request. */
	@RequestMapping(GateEndpoints.CHECK)
	void check(HttpServletRequest request, HttpServletResponse response) throws IOException {
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		if (!clientAddress.isFromTrustedProxy(request)) {
			forbid(GateFault.GATE_REQUEST_UNTRUSTED, "not from a trusted proxy", request, response);
			return;
		}
		switch (GateRequest.of(request)) {
			case GateRequest.Described.Not not -> forbid(GateFault.GATE_REQUEST_UNTRUSTED,
					"without the method and address of a page, or with two", request, response);
			case GateRequest.Described.Unusable(String address) ->
				forbid(GateFault.GATE_PAGE_UNKNOWN, "could be read in two ways: " + address, request, response);
			case GateRequest.Described.Fully(GateRequest asked) -> check(asked, request, response);
		}
	}

	private void check(GateRequest asked, HttpServletRequest request, HttpServletResponse response) throws IOException {
		Optional<GateSite> site = sites().owner(asked.page());
		if (site.isEmpty()) {
			forbid(GateFault.GATE_PAGE_UNKNOWN, "of no site: " + asked.page().raw(), request, response);
			return;
		}
		try {
			check(site.get(), asked, request, response);
		}
		catch (StoreUnavailableException ex) {
			problems.refuse(IncidentReason.STORE_UNAVAILABLE, String.valueOf(ex.getMessage()), request, response);
		}
	}

	private void check(GateSite site, GateRequest asked, HttpServletRequest request, HttpServletResponse response)
			throws StoreUnavailableException, IOException {
		Optional<GatePass> pass = current(site, request, response);
		if (pass.isEmpty() && BasicAuthentication.isSent(request) && decisions.offersBasic(site, asked, request)) {
			switch (basic.verify(site, request)) {
				case BasicAuthentication.Result.Right(GatePass right) -> pass = Optional.of(right);
				case BasicAuthentication.Result.Wrong wrong -> {
					challenge(site, response);
					return;
				}
				case BasicAuthentication.Result.Later(int status, Duration retryAfter) -> {
					response.setStatus(status);
					Responses.retryAfter(response, retryAfter);
					return;
				}
			}
		}
		if (pass.isEmpty()) {
			login(site, asked, GateProtocol.Demand.NONE, request, response);
			return;
		}
		GatePass user = pass.get();
		if (!user.isPresentable()) {
			forbid(GateFault.GATE_VALUES_TOO_LARGE, "the values for " + site.id() + ", of " + user.principal(), request,
					response);
			return;
		}
		Decision decision = decisions.decide(site, asked, user, request);
		if (decision instanceof Decision.StepUp stepUp) {
			GatePass spared = decisions.spared(site, asked, user, stepUp, request);
			if (!spared.equals(user)) {
				// The cookie is not written again beside one that was just renewed: some
				// web servers forward only one. A program gets none.
				if (!user.session().isEmpty() && cookies.pass(site, request)
					.filter(sent -> sent.checkedAt().equals(spared.checkedAt()))
					.isPresent()) {
					cookies.write(site, spared, response);
				}
				user = spared;
				decision = decisions.decide(site, asked, user, request);
			}
		}
		answer(site, asked, user, decision, request, response);
	}

	private void answer(GateSite site, GateRequest asked, GatePass user, Decision decision, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		switch (decision) {
			case Decision.Permit permit -> GateDecisions.permit(user, response);
			case Decision.Deny deny -> deny(site, user, deny, asked, request, response);
			// A program cannot prove a further factor.
			case Decision.StepUp stepUp when user.session().isEmpty() ->
				deny(site, user, new Decision.Deny(stepUp.rule(), null, null), asked, request, response);
			case Decision.StepUp stepUp -> login(
					site, asked, new GateProtocol.Demand(stepUp.rule(), asked.method(), stepUp.classes(),
							stepUp.maxAge() != null, stepUp.unequipped() == Decision.StepUp.Unequipped.ENROL),
					request, response);
		}
	}

	/**
	 * Returns the browser's pass, renewed from the session if that is due; empty if the
	 * session has ended, or the user must be asked: about new terms, attributes that have
	 * changed, or those for which consent was withdrawn. The sign-on that follows asks.
	 */
	private Optional<GatePass> current(GateSite site, HttpServletRequest request, HttpServletResponse response)
			throws StoreUnavailableException {
		Optional<GatePass> pass = cookies.pass(site, request);
		if (pass.isEmpty() || protocol.isFresh(site, pass.get())) {
			return pass;
		}
		Optional<SsoSession> found = sessions.find(pass.get().sessionKey());
		Optional<SsoSession> session = found.isEmpty() ? found : signOnService.current(found.get());
		if (session.isEmpty() || !terms.areAccepted(session.get().principal(), site, session.get().attributes())) {
			return Optional.empty();
		}
		String principal = session.get().principal();
		Optional<ReleasedAttributes> released = consent.permitted(principal, site, Optional.of(principal),
				live.current()
					.get(DefaultReleasePolicy.class)
					.release(session.get().attributes(), site, RequestedAttributes.NONE));
		if (released.isEmpty()) {
			return Optional.empty();
		}
		GatePass renewed = protocol.pass(site, session.get(), released.get()).sparedAtLogin(pass.get().sparedAtLogin());
		if (!site.fresh().isZero()) {
			cookies.write(site, renewed, response);
		}
		return Optional.of(renewed);
	}

	private void login(GateSite site, GateRequest asked, GateProtocol.Demand demand, HttpServletRequest request,
			HttpServletResponse response) {
		if (!GateRequest.isForPage(request)) {
			if (!GateRequest.isFromBrowser(request) && decisions.offersBasic(site, asked, request)) {
				challenge(site, response);
			}
			else {
				response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
			}
			return;
		}
		List<String> known = cookies.marks(site, request).stream().filter(MARK.asMatchPredicate()).toList();
		// Of several, the browser might send another one with the code.
		boolean marked = known.size() == 1;
		String mark = marked ? known.getFirst() : RandomValues.token(MARK_BYTES, random);
		if (!marked) {
			cookies.mark(site, mark, response);
		}
		String page = site.returning(asked.page());
		StringBuilder url = new StringBuilder(identityProvider.baseUrl()).append(GateEndpoints.LOGIN)
			.append("?url=")
			.append(URLEncoder.encode(page, StandardCharsets.UTF_8))
			.append("&browser=")
			.append(mark);
		if (!demand.equals(GateProtocol.Demand.NONE)) {
			url.append("&demand=").append(protocol.sealed(demand, page, mark));
		}
		if (asked.forwarded()) {
			response.setStatus(HttpServletResponse.SC_FOUND);
			response.setHeader(HttpHeaders.LOCATION, url.toString());
		}
		else {
			response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
			response.setHeader(LOGIN_HEADER, url.toString());
		}
	}

	private static void challenge(GateSite site, HttpServletResponse response) {
		response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
		response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"" + site.id() + "\", charset=\"UTF-8\"");
	}

	private void deny(GateSite site, GatePass user, Decision.Deny deny, GateRequest asked, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Map<String, String> more = new LinkedHashMap<>();
		more.put("user", user.principal());
		more.put("rule", deny.rule());
		String code = denials.audit(
				new Problems.Incident("ACCESS_DENIED", asked.method() + ' ' + asked.page().raw(), site.id()), more,
				request, response);
		problems.denied(code, deny.missing(), deny.contact(), views.view(GateSite.PROTOCOL, site.id(), request),
				request, response);
	}

	private void forbid(GateFault fault, String detail, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		String code = denials.audit(new Problems.Incident(fault, detail, null), Map.of(), request, response);
		problems.denied(code, null, null, null, request, response);
	}

	/** A browser without a pass. */
	@GetMapping(GateEndpoints.LOGIN)
	void login(@RequestParam(defaultValue = "") String url, @RequestParam(defaultValue = "") String browser,
			@RequestParam(defaultValue = "") String demand, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, ServiceGoneException, IOException {
		Optional<PageAddress> page = PageAddress.of(url);
		Optional<GateSite> site = page.flatMap(sites()::owner);
		if (site.isEmpty() || !MARK.matcher(browser).matches()) {
			problems.refuse(Problem.UNKNOWN_SERVICE, new Problems.Incident(GateFault.GATE_PAGE_UNKNOWN, url, null),
					null, request, response);
			return;
		}
		entry.beginHere(
				protocol.request(site.get(), page.orElseThrow(), browser, protocol.demand(demand, url, browser)),
				request, response);
	}

	/**
	 * Exchanges a browser's code for a pass, on the host of the site: the web server
	 * forwards the request and says so, as it does with a check.
	 */
	@GetMapping(GateEndpoints.HANDOVER)
	void handover(@RequestParam(defaultValue = "") String code, HttpServletRequest request,
			HttpServletResponse response) throws StoreUnavailableException, IOException {
		Optional<GateProtocol.Handover> taken = protocol.take(code);
		Optional<GateSite> site = taken.flatMap(found -> sites().find(found.site()));
		List<String> marks = site.map(own -> cookies.marks(own, request)).orElse(List.of());
		if (taken.isEmpty() || site.isEmpty() || marks.stream().noneMatch(MARK.asMatchPredicate())
				|| !isOn(site.get(), request)) {
			problems.refuse(Problem.LOGIN_EXPIRED,
					new Problems.Incident(GateFault.GATE_CODE_UNKNOWN,
							"the code is unknown, used or too old, or of another site, or the browser has no mark",
							site.map(GateSite::id).orElse(null)),
					null, request, response);
			return;
		}
		// If several tabs begin at once, the browser keeps the mark of one. The page of
		// another is only checked again, as its code may come from an attacker's link.
		if (marks.contains(taken.get().browser())) {
			GatePass pass = taken.get().pass();
			cookies.write(site.get(),
					cookies.pass(site.get(), request)
						.filter(before -> before.session().equals(pass.session()))
						.map(before -> pass.sparedAtLogin(before.sparedAtLogin()))
						.orElse(pass),
					response);
		}
		response.setStatus(HttpServletResponse.SC_FOUND);
		response.setHeader(HttpHeaders.LOCATION, taken.get().url());
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
	}

	/**
	 * Whether the request came through the site's own host, as a cookie for that host
	 * demands.
	 */
	private boolean isOn(GateSite site, HttpServletRequest request) {
		if (site.cookieDomain() != null) {
			return true;
		}
		return clientAddress.isFromTrustedProxy(request) && GateRequest.page(request)
			.filter(asked -> site.addresses().stream().anyMatch(own -> own.origin().equals(asked.origin())))
			.isPresent();
	}

	private GateSites sites() {
		return live.current().get(GateSites.class);
	}

}
