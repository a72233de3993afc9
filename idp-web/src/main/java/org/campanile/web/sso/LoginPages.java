package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.FactorKind;
import org.campanile.authn.SilentMethod;
import org.campanile.factor.Credential;
import org.campanile.signon.LoginState;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnSteps;
import org.campanile.web.page.LoginMessage;
import org.campanile.web.page.Responses;
import org.campanile.web.security.BrowserBinding;

/**
 * Shows the next page of a login, on which a factor is proven or enrolled, or an approval
 * is given. Thread-safe.
 */
@Component
class LoginPages {

	/** Carries the user's choice through the forms that follow. */
	static final String SHARED_COMPUTER = "shared_computer";

	private static final FactorKind RECOVERY_CODE = new FactorKind("recovery-code");

	private final Map<FactorKind, FactorPage> pages;

	private final Map<FactorKind, EnrolmentPage> enrolmentPages;

	private final Map<FactorKind, AuthenticationMethod> methods;

	private final EnrolledFactors enrolled;

	private final ServiceViews services;

	private final FactorChoicePage choicePage;

	private final ApprovalPages approvals;

	private final Optional<DeviceMemory> devices;

	private final LoginFlows flows;

	private final LoginProblems problems;

	private final BrowserBinding browserBinding;

	private final String action;

	LoginPages(List<FactorPage> pages, ObjectProvider<EnrolmentPage> enrolmentPages, List<AuthenticationMethod> methods,
			EnrolledFactors enrolled, ServiceViews services, FactorChoicePage choicePage, ApprovalPages approvals,
			LoginFlows flows, LoginProblems problems, BrowserBinding browserBinding, IdentityProvider identityProvider,
			ObjectProvider<DeviceMemory> devices) {
		this.approvals = approvals;
		this.pages = byKind(pages, FactorPage::kind);
		this.enrolmentPages = byKind(enrolmentPages.stream().toList(), EnrolmentPage::kind);
		this.methods = byKind(methods, AuthenticationMethod::kind);
		this.enrolled = enrolled;
		this.services = services;
		this.choicePage = choicePage;
		requirePages();
		this.flows = flows;
		this.devices = Optional.ofNullable(devices.getIfAvailable());
		this.problems = problems;
		this.browserBinding = browserBinding;
		this.action = identityProvider.contextPath() + LoginController.PATH;
	}

	private void requirePages() {
		for (AuthenticationMethod method : methods.values()) {
			boolean asks = method.kind().isSubstitute() || pages.containsKey(method.kind());
			if (!asks || method instanceof EnrolledMethod && !enrolmentPages.containsKey(method.kind())) {
				throw new IllegalStateException("the authentication method " + method.kind() + " has no page");
			}
		}
	}

	private static <T> Map<FactorKind, T> byKind(Collection<T> parts, Function<T, FactorKind> kind) {
		return parts.stream().collect(Collectors.toUnmodifiableMap(kind, Function.identity()));
	}

	/** Shows what comes before the answer to the service. */
	void show(SignOnOutcome.Interaction interaction, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		switch (interaction) {
			case SignOnOutcome.LoginRequired loginRequired -> show(loginRequired, request, response);
			case SignOnOutcome.Pending pending -> approvals.show(pending, request, response);
			case SignOnOutcome.Undecided undecided ->
				problems.undecided(undecided.step(), undecided.state(), request, response);
		}
	}

	/** The page that a login begins with. */
	private void show(SignOnOutcome.LoginRequired loginRequired, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		show(loginRequired.state(), loginRequired.ask(), switch (loginRequired.reason()) {
			case NO_SESSION -> LoginMessage.NONE;
			case FORCED -> LoginMessage.FORCED;
			case STRONGER_AUTHENTICATION -> LoginMessage.STRONGER_AUTHENTICATION;
		}, request, response);
	}

	/** The page of the factor that the user proves or enrols next. */
	void show(LoginState state, SignOnSteps.Step.Ask ask, LoginMessage message, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		if (ask instanceof SignOnSteps.Step.Enrol enrol && enrol.kinds().size() > 1) {
			choose(state, enrol, request, response);
			return;
		}
		show(state, ask, enrolled.lastUsedFirst(ask.kinds(), state.user()).getFirst(), message, request, response);
	}

	/**
	 * Shows the page of one of the factors that would suffice.
	 * @param kind one of them
	 */
	void show(LoginState state, SignOnSteps.Step.Ask ask, FactorKind kind, LoginMessage message,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		Map<String, String> challenge;
		try {
			challenge = challenge(state, ask, kind);
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			problems.undecided(new SignOnSteps.Step.Wait(kind, String.valueOf(ex.getMessage())), state, request,
					response);
			return;
		}
		LoginFlows.Asked asked = new LoginFlows.Asked(state, kind, challenge, ask instanceof SignOnSteps.Step.Enrol);
		String flow = flows.forForm(asked, browserBinding.browserId(request, response));
		if (ask instanceof SignOnSteps.Step.Enrol enrol) {
			enrol(asked, flow, enrol, null, request, response);
		}
		else {
			again(asked, flow, state.fixedLoginName(), message, null,
					ask.kinds().stream().filter(other -> !other.equals(kind)).toList(), request, response);
		}
	}

	private Map<String, String> challenge(LoginState state, SignOnSteps.Step.Ask ask, FactorKind kind)
			throws AuthenticationMethod.MethodUnavailableException {
		return switch (ask) {
			case SignOnSteps.Step.Prove prove -> method(kind).challenge(state.user());
			case SignOnSteps.Step.Enrol enrol -> enrolledMethod(kind).enrolmentChallenge(state.user().orElseThrow());
		};
	}

	/** Lets the user choose which factor to enrol. */
	private void choose(LoginState state, SignOnSteps.Step.Enrol enrol, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		String browserId = browserBinding.browserId(request, response);
		LoginFlows.Asked asked = new LoginFlows.Asked(state, enrol.kinds().getFirst(), Map.of(), true);
		choicePage.show(services.view(state.request(), request), enrol.kinds(), enrol.skippableUntil(), action,
				hidden(asked, flows.forForm(asked, browserId), browserId, request), request, response);
	}

	/**
	 * The page that enrols a factor, once more after an attempt.
	 * @param flow the sealed flow, as the form carries it
	 * @param errorKey the text that says what was wrong; null for nothing
	 */
	void enrol(LoginFlows.Asked asked, String flow, SignOnSteps.Step.Enrol step, @Nullable String errorKey,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		String browserId = browserBinding.browserId(request, response);
		Objects.requireNonNull(enrolmentPages.get(asked.kind()))
			.show(new EnrolmentPage.Form(asked.state().user().orElseThrow(), asked.challenge(), action,
					hidden(asked, flow, browserId, request), errorKey, services.view(asked.state().request(), request),
					null, step.skippableUntil() != null, step.kinds().size() > 1), request, response);
	}

	/**
	 * The page that enrols a factor, with another challenge after an attempt.
	 * @param errorKey the text that says what was wrong
	 */
	void enrolAnew(LoginFlows.Asked asked, SignOnSteps.Step.Enrol step, String errorKey, HttpServletRequest request,
			HttpServletResponse response) throws AuthenticationMethod.MethodUnavailableException, IOException {
		LoginFlows.Asked next = new LoginFlows.Asked(asked.state(), asked.kind(),
				enrolledMethod(asked.kind()).enrolmentChallenge(asked.state().user().orElseThrow()), true);
		enrol(next, flows.forForm(next, browserBinding.browserId(request, response)), step, errorKey, request,
				response);
	}

	/**
	 * Shows the same form again, after an attempt.
	 * @param flow the sealed flow, as the form carried it
	 * @param loginName as typed
	 * @param others the kinds that would do as well
	 */
	void again(LoginFlows.Asked asked, String flow, String loginName, LoginMessage message,
			@Nullable Duration retryAfter, List<FactorKind> others, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		String browserId = browserBinding.browserId(request, response);
		Objects.requireNonNull(pages.get(asked.kind()))
			.show(new FactorPage.Form(asked.state(), asked.challenge(), action, hidden(asked, flow, browserId, request),
					loginName, message, retryAfter, selfUrl(asked, flow, browserId, request), others,
					mayTrust(asked, request) ? devices.map(DeviceMemory::days).orElse(null) : null), request, response);
	}

	/**
	 * Shows the form of the same factor with another challenge.
	 * @param others the kinds that would do as well
	 */
	void further(LoginFlows.Asked asked, Map<String, String> challenge, String loginName, List<FactorKind> others,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		LoginFlows.Asked next = new LoginFlows.Asked(asked.state(), asked.kind(), challenge);
		again(next, flows.forForm(next, browserBinding.browserId(request, response)), loginName, LoginMessage.NONE,
				null, others, request, response);
	}

	/** Whether a GET may ask the method again. */
	boolean waits(LoginFlows.Asked asked) {
		FactorPage page = pages.get(asked.kind());
		return page != null && !asked.enrolling() && page.waits(asked.challenge());
	}

	/**
	 * The method that proves one of these factors without a page; the first of several.
	 */
	Optional<SilentMethod> silent(SignOnSteps.Step.Ask ask) {
		return ask.kinds()
			.stream()
			.map(methods::get)
			.filter(SilentMethod.class::isInstance)
			.map(SilentMethod.class::cast)
			.findFirst();
	}

	/**
	 * Remembers the device, if the user who has just proven a factor chose that.
	 * @return the device as it is enrolled; empty if it is not remembered
	 */
	Optional<Credential> trust(LoginFlows.Asked asked, AuthenticatedUser user, HttpServletRequest request,
			HttpServletResponse response) {
		return mayTrust(asked, request) && request.getParameter(DeviceMemory.FIELD) != null
				? devices.flatMap(memory -> memory.remember(user, request, response)) : Optional.empty();
	}

	/**
	 * Whether the device may be trusted: not after a password, nor after a recovery code,
	 * which is for emergencies.
	 */
	private static boolean mayTrust(LoginFlows.Asked asked, HttpServletRequest request) {
		return asked.state().user().isPresent() && !asked.state().sharedComputer()
				&& request.getParameter(SHARED_COMPUTER) == null && !asked.kind().equals(FactorKind.PASSWORD)
				&& !asked.kind().equals(RECOVERY_CODE);
	}

	private static Map<String, String> hidden(LoginFlows.Asked asked, String flow, String browserId,
			HttpServletRequest request) {
		Map<String, String> hidden = new LinkedHashMap<>();
		hidden.put("flow", flow);
		hidden.put("_csrf", browserId);
		// The form for the password has a box for it.
		if (!asked.kind().equals(FactorKind.PASSWORD) && request.getParameter(SHARED_COMPUTER) != null) {
			hidden.put(SHARED_COMPUTER, "true");
		}
		return hidden;
	}

	/**
	 * Returns the address of the form in another language, which a page after a POST
	 * needs. A first form, or one that is too long for an address, begins the login
	 * again.
	 */
	private @Nullable String selfUrl(LoginFlows.Asked asked, String flow, String browserId,
			HttpServletRequest request) {
		if (!"POST".equals(request.getMethod())) {
			return null;
		}
		String shared = request.getParameter(SHARED_COMPUTER) == null ? "" : '&' + SHARED_COMPUTER + "=true";
		if (asked.state().user().isEmpty() || flow.length() > PasswordChanges.LONGEST_IN_URL) {
			return action + "?flow=" + flows.forUrl(asked.state().request(), browserId) + "&instead=true" + shared;
		}
		return action + "?step=" + flow + shared;
	}

	boolean serves(LoginFlows.Asked asked) {
		return asked.enrolling() ? methods.get(asked.kind()) instanceof EnrolledMethod
				: pages.containsKey(asked.kind()) && methods.containsKey(asked.kind());
	}

	EnrolledMethod enrolledMethod(FactorKind kind) {
		return (EnrolledMethod) method(kind);
	}

	AuthenticationMethod method(FactorKind kind) {
		return Objects.requireNonNull(methods.get(kind));
	}

	/**
	 * Sends the browser on to where the page that waits tries again by itself, with the
	 * session that it has by then.
	 */
	void goOn(SignOnRequest signOn, SignOnOutcome outcome, HttpServletRequest request, HttpServletResponse response) {
		String browserId = browserBinding.browserId(request, response);
		String flow = outcome instanceof SignOnOutcome.Granted granted
				? flows.forUrlAfterLogin(signOn, granted.session().key(), browserId) : flows.forUrl(signOn, browserId);
		Responses.seeOther(response, action + "?flow=" + flow);
	}

}
