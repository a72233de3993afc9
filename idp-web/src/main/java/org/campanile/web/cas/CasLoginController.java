package org.campanile.web.cas;

import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.IdentityProvider;
import org.campanile.cas.CasRequest;
import org.campanile.cas.CasService;
import org.campanile.cas.CasServices;
import org.campanile.cas.ServiceUrl;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.web.cas.CasFault.Code;
import org.campanile.web.fault.Problems;
import org.campanile.web.home.OwnPages;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Problem;
import org.campanile.web.security.BrowserBinding;
import org.campanile.web.sso.ServiceViews;
import org.campanile.web.sso.SignOnEntry;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/** Begins a sign-on (CAS Protocol 3.0.3, 2.1). */
@Controller
class CasLoginController {

	static final OwnPages.Page HOME = new OwnPages.Page(CasEndpoints.LOGIN);

	private final CasServices services;

	private final SignOnEntry entry;

	private final OwnPages ownPages;

	private final WarnCookie warnCookie;

	private final BrowserBinding browserBinding;

	private final IdentityProvider identityProvider;

	private final Pages pages;

	private final Problems problems;

	private final ServiceViews views;

	private final InstantSource clock;

	CasLoginController(CasServices services, SignOnEntry entry, OwnPages ownPages, WarnCookie warnCookie,
			BrowserBinding browserBinding, IdentityProvider identityProvider, Pages pages, Problems problems,
			ServiceViews views, InstantSource clock) {
		this.services = services;
		this.entry = entry;
		this.ownPages = ownPages;
		this.warnCookie = warnCookie;
		this.browserBinding = browserBinding;
		this.identityProvider = identityProvider;
		this.pages = pages;
		this.problems = problems;
		this.views = views;
		this.clock = clock;
	}

	/** Handles a login. Without a service, the user signs in to this server alone. */
	@GetMapping(CasEndpoints.LOGIN)
	void login(HttpServletRequest request, HttpServletResponse response)
			throws CasFault, UnanswerableRequestException, ServiceGoneException, IOException {
		warnCookie.keep(request, response);
		if (CasFault.parameter(request, "service") == null && CasFault.parameter(request, "TARGET") == null) {
			home(request, response);
			return;
		}
		SignOnRequest signOn = signOn(request);
		boolean asks = signOn.demand().force() || signOn.demand().passive();
		if (!asks && warnCookie.isSet(request) && entry.session(request).isPresent()) {
			warn(signOn, request, response);
			return;
		}
		entry.beginHere(signOn, request, response);
	}

	/** Continues past the warning; Spring Security has checked that the form is ours. */
	@PostMapping(CasEndpoints.LOGIN)
	void warned(HttpServletRequest request, HttpServletResponse response)
			throws CasFault, UnanswerableRequestException, ServiceGoneException, IOException {
		entry.beginHere(signOn(request), request, response);
	}

	private void home(HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, ServiceGoneException, IOException {
		Optional<SsoSession> session = entry.session(request);
		if (session.isPresent()) {
			pages.signedIn(session.get().loginName(), identityProvider.contextPath() + CasEndpoints.LOGOUT, request,
					response);
		}
		else {
			entry.beginHere(ownPages.request(HOME), request, response);
		}
	}

	private void warn(SignOnRequest signOn, HttpServletRequest request, HttpServletResponse response)
			throws CasFault, IOException {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("_csrf", browserBinding.browserId(request, response));
		for (String name : List.of("service", "TARGET", "method", "authn_method")) {
			String value = CasFault.parameter(request, name);
			if (value != null) {
				fields.put(name, value);
			}
		}
		pages.warned(views.view(signOn, request), identityProvider.contextPath() + CasEndpoints.LOGIN, fields, request,
				response);
	}

	private SignOnRequest signOn(HttpServletRequest request) throws CasFault {
		String service = CasFault.parameter(request, "service");
		String target = CasFault.parameter(request, "TARGET");
		if (service != null && target != null) {
			throw new CasFault(Code.PARAMETER_UNUSABLE, "both service and TARGET are given", null);
		}
		String address = service != null ? service : target;
		if (address == null) {
			throw new CasFault(Code.PARAMETER_UNUSABLE, "no service", null);
		}
		ServiceUrl url = ServiceUrl.of(address)
			.orElseThrow(() -> new CasFault(Code.SERVICE_URL_MALFORMED, address, null));
		CasService owner = services.owner(url)
			.orElseThrow(() -> new CasFault(Code.SERVICE_URL_UNKNOWN, url.value(), null));
		if (!owner.enabled()) {
			throw new CasFault(Code.SERVICE_URL_DISABLED, url.value(), owner.id());
		}
		String named = CasFault.parameter(request, "method");
		Optional<CasRequest.Method> method = CasRequest.Method.of(named == null ? "GET" : named);
		if (method.isEmpty()) {
			throw new CasFault(Code.PARAMETER_UNUSABLE, "method is " + named, owner.id());
		}
		return new CasRequest(method.get(), service == null).signOn(owner, url, CasFault.flag(request, "renew"),
				CasFault.flag(request, "gateway"), context(request), clock.instant());
	}

	/**
	 * Returns the classes requested by {@code authn_method}: a class of the
	 * configuration, or two factors by any of the names that begin with {@code mfa}.
	 */
	private static @Nullable RequestedAuthnContext context(HttpServletRequest request) throws CasFault {
		String wanted = CasFault.parameter(request, "authn_method");
		if (wanted == null || wanted.isEmpty()) {
			return null;
		}
		String authnClass = wanted.equals("mfa") || wanted.startsWith("mfa-") ? AuthnContexts.REFEDS_MFA : wanted;
		RequestedAuthnContext context = new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT,
				List.of(authnClass));
		if (!context.fitsIntoAddress()) {
			throw new CasFault(Code.PARAMETER_UNUSABLE, "authn_method is too long", null);
		}
		return context;
	}

	@ExceptionHandler
	void onFault(CasFault fault, HttpServletRequest request, HttpServletResponse response) throws IOException {
		problems.refuse(switch (fault.code()) {
			case SERVICE_URL_UNKNOWN, SERVICE_URL_DISABLED -> Problem.UNKNOWN_SERVICE;
			case SERVICE_URL_MALFORMED, PARAMETER_UNUSABLE -> Problem.REQUEST_REFUSED;
		}, new Problems.Incident(fault.code(), String.valueOf(fault.getMessage()), fault.service()),
				fault.service() == null ? null : views.view(CasService.PROTOCOL, fault.service(), request), request,
				response);
	}

}
