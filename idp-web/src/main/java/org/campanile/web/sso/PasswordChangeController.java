package org.campanile.web.sso;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import org.campanile.IdentityProvider;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.PasswordChange;
import org.campanile.authn.PasswordChange.Outcome;
import org.campanile.authn.Verdict;
import org.campanile.session.SsoSession;
import org.campanile.signon.LoginState;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnSteps;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.audit.ErrorCodes;
import org.campanile.web.page.LoginMessage;
import org.campanile.web.page.PasswordChangePage;
import org.campanile.web.page.PasswordChangePage.Message;
import org.campanile.web.page.Responses;
import org.campanile.web.security.BrowserBinding;
import org.campanile.web.security.ClientAddress;
import org.campanile.web.security.KnownBrowserCookie;

/**
 * Serves the form on which users choose a new password on their way to a service: instead
 * of one that has expired or must be changed, in the middle of a login, which then goes
 * on; or after a warning, with the session that the login began.
 */
@Controller
class PasswordChangeController {

	static final String PATH = LoginController.PATH + "/password";

	private final PasswordChange passwordChange;

	private final PasswordChanges forms;

	private final LoginProgress login;

	private final LoginPages loginPages;

	private final Interrupts interrupts;

	private final SignOnExchange exchange;

	private final LoginFlows flows;

	private final LoginProblems problems;

	private final LoginAudit audit;

	private final ErrorCodes codes;

	private final BrowserBinding browserBinding;

	private final ClientAddress clientAddress;

	private final KnownBrowserCookie knownBrowser;

	private final IdentityProvider identityProvider;

	private final StageTimers timers;

	PasswordChangeController(PasswordChange passwordChange, PasswordChanges forms, LoginProgress login,
			LoginPages loginPages, Interrupts interrupts, SignOnExchange exchange, LoginFlows flows,
			LoginProblems problems, LoginAudit audit, ErrorCodes codes, BrowserBinding browserBinding,
			ClientAddress clientAddress, KnownBrowserCookie knownBrowser, IdentityProvider identityProvider,
			StageTimers timers) {
		this.passwordChange = passwordChange;
		this.forms = forms;
		this.login = login;
		this.loginPages = loginPages;
		this.interrupts = interrupts;
		this.exchange = exchange;
		this.flows = flows;
		this.problems = problems;
		this.audit = audit;
		this.codes = codes;
		this.browserBinding = browserBinding;
		this.clientAddress = clientAddress;
		this.knownBrowser = knownBrowser;
		this.identityProvider = identityProvider;
		this.timers = timers;
	}

	/** The query of an address with these parameters. */
	static String query(Map<String, String> parameters) {
		return parameters.entrySet()
			.stream()
			.map(each -> each.getKey() + '=' + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
			.collect(Collectors.joining("&", "?", ""));
	}

	/** Shows the form, as for another language or after a warning. */
	@GetMapping(PATH)
	void form(HttpServletRequest request, HttpServletResponse response) throws StoreUnavailableException, IOException {
		String flow = LoginController.parameter(request, "flow");
		switch (flows.fromPasswordChange(flow, browserBinding.presentIds(request))) {
			case LoginFlows.Changing changing -> forms.ask(changing, flow, Message.NONE, null, request, response);
			case LoginFlows.Stale stale -> problems.stale(stale, request, response);
			case LoginFlows.Unreadable unreadable -> {
				Optional<SignedIn> signedIn = signedIn(flow, request, response);
				if (signedIn.isPresent()) {
					forms.offer(signedIn.get().signOn(), signedIn.get().session().loginName(),
							interrupts.onwards(request), Message.NONE, null, request, response);
				}
			}
		}
	}

	/**
	 * Changes the password. Spring Security has already checked that the form was issued
	 * by this server to this browser.
	 * @throws UnanswerableRequestException as {@link LoginController#submit}
	 */
	@PostMapping(PATH)
	void submit(HttpServletRequest request, HttpServletResponse response) throws UnanswerableRequestException,
			StoreUnavailableException, ServiceGoneException, SourceUnavailableException, IOException {
		String flow = LoginController.parameter(request, "flow");
		switch (flows.fromPasswordChange(flow, browserBinding.presentIds(request))) {
			case LoginFlows.Changing changing -> submit(changing, flow, request, response);
			case LoginFlows.Stale stale -> problems.stale(stale, request, response);
			case LoginFlows.Unreadable unreadable -> {
				Optional<SignedIn> signedIn = signedIn(flow, request, response);
				if (signedIn.isPresent()) {
					submit(signedIn.get(), request, response);
				}
			}
		}
	}

	/**
	 * A user with the session that began with the login for that request.
	 */
	private record SignedIn(SignOnRequest signOn, SsoSession session) {
	}

	/**
	 * Returns the user for whom such an address was made.
	 * @return empty if it leads no further; then a page was shown
	 */
	private Optional<SignedIn> signedIn(String flow, HttpServletRequest request, HttpServletResponse response)
			throws StoreUnavailableException, IOException {
		switch (flows.fromUrl(flow, browserBinding.presentIds(request))) {
			case LoginFlows.Flow.SignedIn(SignOnRequest signOn, var begun) -> {
				Optional<SsoSession> session = exchange.read(request).filter(live -> live.key().equals(begun));
				if (session.isPresent() && passwordChange.isOffered()) {
					return Optional.of(new SignedIn(signOn, session.get()));
				}
				problems.stale(new LoginFlows.Stale(signOn, false), request, response);
			}
			case LoginFlows.Flow.Live(SignOnRequest signOn) ->
				problems.stale(new LoginFlows.Stale(signOn, false), request, response);
			case LoginFlows.Approving approving ->
				problems.stale(new LoginFlows.Stale(approving.request(), false), request, response);
			case LoginFlows.Stale stale -> problems.stale(stale, request, response);
			case LoginFlows.Unreadable unreadable -> problems.noFlow(request, response);
		}
		return Optional.empty();
	}

	private void submit(LoginFlows.Changing changing, String flow, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		LoginState state = changing.state();
		if (!passwordChange.isOfferedAfter(changing.reason())) {
			// Switched off meanwhile.
			problems.stale(new LoginFlows.Stale(state.request(), false), request, response);
			return;
		}
		if (!exchange.factorsCount(state, request)) {
			login.ask(exchange.answer(state.request(), Optional.empty(), request, response), request, response);
			return;
		}
		Optional<Optional<Verdict>> changed = change(state.request(), changing.loginName(), "",
				(message, wait) -> forms.ask(changing, flow, message, wait, request, response), request, response);
		if (changed.isPresent()) {
			goOn(changing, changed.get(), request, response);
		}
	}

	/** Continues as if the new password had been typed on the login page. */
	private void goOn(LoginFlows.Changing changing, Optional<Verdict> verdict, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		LoginState state = changing.state();
		if (verdict.isPresent() && verdict.get() instanceof Verdict.Proven(AuthenticatedUser user)
				&& state.admits(user)) {
			login.proven(state, user, FactorKind.PASSWORD, request, response);
			return;
		}
		// The password is changed, but does not sign this user in: nothing is lost by
		// another attempt.
		loginPages.show(state.anew(), new SignOnSteps.Step.Prove(List.of(FactorKind.PASSWORD)),
				LoginMessage.PASSWORD_CHANGED, request, response);
	}

	private void submit(SignedIn user, HttpServletRequest request, HttpServletResponse response) throws IOException {
		Map<String, String> onwards = interrupts.onwards(request);
		SsoSession session = user.session();
		Optional<Optional<Verdict>> changed = change(user.signOn(), session.loginName(), session.principal(), (message,
				wait) -> forms.offer(user.signOn(), session.loginName(), onwards, message, wait, request, response),
				request, response);
		if (changed.isPresent()) {
			Responses.seeOther(response, identityProvider.contextPath() + LoginController.PATH + query(onwards));
		}
	}

	private interface Again {

		void show(Message message, @Nullable Duration retryAfter) throws IOException;

	}

	/**
	 * Changes the password and writes the audit line.
	 * @param principal the canonical name; empty if it is not known
	 * @param again shows the form once more
	 * @return what a login with it gives; empty if it was not changed, and a page was
	 * shown
	 */
	private Optional<Optional<Verdict>> change(SignOnRequest signOn, String loginName, String principal, Again again,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		String replacement = LoginController.parameter(request, PasswordChangePage.REPLACEMENT);
		if (!replacement.equals(LoginController.parameter(request, PasswordChangePage.REPEATED))) {
			again.show(Message.NOT_REPEATED, null);
			return Optional.empty();
		}
		String user = principal.isEmpty() ? loginName : principal;
		Outcome outcome;
		try {
			outcome = timers.time(Stage.AUTHENTICATE,
					() -> passwordChange.change(loginName,
							LoginController.parameter(request, PasswordChangePage.CURRENT), replacement,
							new LoginOrigin(clientAddress.of(request), knownBrowser.read(request))));
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			fail(LoginFailure.DIRECTORY_UNAVAILABLE, String.valueOf(ex.getMessage()), user, signOn, request, response);
			return Optional.empty();
		}
		switch (outcome) {
			case Outcome.Changed(Optional<Verdict> verdict) -> {
				String known = verdict.isPresent() && verdict.get() instanceof Verdict.Proven(AuthenticatedUser proven)
						? proven.principal() : user;
				audit.passwordChanged(known, signOn, request);
				return Optional.of(verdict);
			}
			case Outcome.NotProven(Verdict verdict) -> notProven(verdict, user, again, signOn, request, response);
			case Outcome.Declined(PasswordChange.Objection objection, String detail) -> {
				audit.passwordNotChanged(codes.next(objection.name()), user, detail, signOn, request);
				again.show(Message.of(objection), null);
			}
			case Outcome.Unknown(String detail) ->
				fail(LoginFailure.PASSWORD_CHANGE_UNCERTAIN, detail, user, signOn, request, response);
		}
		return Optional.empty();
	}

	private void notProven(Verdict verdict, String user, Again again, SignOnRequest signOn, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		switch (verdict) {
			case Verdict.Throttled(Duration retryAfter) -> {
				audit.passwordNotChanged(codes.next(LoginFailure.THROTTLED.name()), user, "too many tries", signOn,
						request);
				again.show(Message.THROTTLED, retryAfter);
			}
			case Verdict.Rejected rejected when rejected.reason() == Verdict.Reason.BAD_CREDENTIALS -> {
				audit.passwordNotChanged(codes.next(LoginFailure.BAD_CREDENTIALS.name()), user, rejected.detail(),
						signOn, request);
				again.show(Message.NOT_CURRENT, null);
			}
			case Verdict.Rejected rejected ->
				fail(LoginFailure.of(rejected), rejected.detail(), user, signOn, request, response);
			case Verdict.Proven proven -> throw new IllegalStateException("what is proven is changed or declined");
			case Verdict.Continued continued -> throw new IllegalStateException("a password is one form");
		}
	}

	/** Shows a page of its own; the password may be unchanged. */
	private void fail(LoginFailure failure, String detail, String user, SignOnRequest signOn,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		String code = failure.code(codes.reference());
		audit.passwordNotChanged(code, user, detail, signOn, request);
		problems.loginFailed(failure, code, signOn,
				failure == LoginFailure.DIRECTORY_UNAVAILABLE && exchange.isSignedIn(request), request, response);
	}

}
