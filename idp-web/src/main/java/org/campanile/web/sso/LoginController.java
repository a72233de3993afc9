package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.store.StoreUnavailableException;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnService;
import org.campanile.web.audit.ErrorCodes;
import org.campanile.web.config.SessionProperties;
import org.campanile.web.page.LoginMessage;
import org.campanile.web.security.BrowserBinding;
import org.campanile.web.security.ClientAddress;
import org.campanile.web.security.LoginDetails;
import org.campanile.web.security.LoginFailure;
import org.campanile.web.security.ThrottledException;

/** The login page and what is typed into it. */
@Controller
class LoginController {

	static final String PATH = "/login";

	private final AuthenticationManager authenticationManager;

	private final SignOnService signOnService;

	private final SignOnExchange exchange;

	private final LoginFlows flows;

	private final LoginPages loginPages;

	private final LoginProblems problems;

	private final SessionCookie sessionCookie;

	private final BrowserBinding browserBinding;

	private final ClientAddress clientAddress;

	private final ErrorCodes codes;

	private final SessionProperties sessionProperties;

	LoginController(AuthenticationManager authenticationManager, SignOnService signOnService, SignOnExchange exchange,
			LoginFlows flows, LoginPages loginPages, LoginProblems problems, SessionCookie sessionCookie,
			BrowserBinding browserBinding, ClientAddress clientAddress, ErrorCodes codes,
			SessionProperties sessionProperties) {
		this.authenticationManager = authenticationManager;
		this.signOnService = signOnService;
		this.exchange = exchange;
		this.flows = flows;
		this.loginPages = loginPages;
		this.problems = problems;
		this.sessionCookie = sessionCookie;
		this.browserBinding = browserBinding;
		this.clientAddress = clientAddress;
		this.codes = codes;
		this.sessionProperties = sessionProperties;
	}

	/**
	 * Goes on with a request: answers the service if the person is signed in by now,
	 * shows the form if not.
	 */
	@GetMapping(PATH)
	void form(@RequestParam(defaultValue = "") String flow, HttpServletRequest request, HttpServletResponse response)
			throws StoreUnavailableException, ServiceGoneException, IOException {
		switch (flows.fromUrl(flow)) {
			case LoginFlows.Flow.Live(SignOnRequest signOn, String fixedLoginName) -> {
				Optional<SignOnOutcome.LoginRequired> loginRequired = exchange.answer(signOn, request, response);
				if (loginRequired.isPresent()) {
					loginPages.show(signOn, loginRequired.get(), request, response);
				}
			}
			case LoginFlows.Flow.Stale stale -> problems.stale(stale, request, response);
			case LoginFlows.Flow.Unreadable unreadable -> problems.noFlow(request, response);
		}
	}

	/**
	 * Takes name and password. Spring Security has checked by now that the form is ours
	 * and this browser's.
	 */
	@PostMapping(PATH)
	void submit(@RequestParam(defaultValue = "") String flow,
			@RequestParam(name = "j_username", defaultValue = "") String username,
			@RequestParam(name = "j_password", defaultValue = "") String password,
			@RequestParam(name = "shared_computer", required = false) @Nullable String sharedComputer,
			HttpServletRequest request, HttpServletResponse response)
			throws StoreUnavailableException, ServiceGoneException, IOException {
		switch (flows.fromForm(flow, browserBinding.browserId(request, response))) {
			case LoginFlows.Flow.Live(SignOnRequest signOn, String fixedLoginName) -> {
				// Where a known person must sign in again the name was sealed with the
				// form;
				// whatever else the form says was altered.
				boolean fixed = !fixedLoginName.isEmpty();
				Try attempt = new Try(signOn, flow, fixed ? fixedLoginName : username, fixed, codes.reference());
				try {
					AuthenticatedUser user = authenticate(attempt, password, request);
					signOn(attempt, user, sharedComputer != null, request, response);
				}
				catch (AuthenticationException ex) {
					refuse(attempt, ex, request, response);
				}
			}
			case LoginFlows.Flow.Stale stale -> problems.stale(stale, request, response);
			case LoginFlows.Flow.Unreadable unreadable -> problems.noFlow(request, response);
		}
	}

	private record Try(SignOnRequest signOn, String flow, String username, boolean usernameFixed, String reference) {
	}

	private AuthenticatedUser authenticate(Try attempt, String password, HttpServletRequest request) {
		UsernamePasswordAuthenticationToken token = UsernamePasswordAuthenticationToken
			.unauthenticated(attempt.username(), password);
		token.setDetails(new LoginDetails(clientAddress.of(request), attempt.signOn().service(), attempt.reference()));
		if (authenticationManager.authenticate(token).getPrincipal() instanceof AuthenticatedUser user) {
			return user;
		}
		throw new IllegalStateException("an authentication without an authenticated user");
	}

	private void signOn(Try attempt, AuthenticatedUser user, boolean sharedComputer, HttpServletRequest request,
			HttpServletResponse response) throws StoreUnavailableException, ServiceGoneException, IOException {
		SignOnService.LoginResult result = exchange.login(attempt.signOn(), user, request);
		if (result.token().isEmpty()) {
			// What the browser has is no session of this person's.
			sessionCookie.read(request).ifPresent(token -> sessionCookie.clear(response));
			exchange.send(attempt.signOn(), result.outcome(), request, response);
			return;
		}
		boolean keep = sessionProperties.sharedComputerChoice() && !sharedComputer;
		sessionCookie.write(response, result.token(), keep ? sessionProperties.lifetime() : Duration.ofSeconds(-1));
		if (user.warning().isPresent()) {
			loginPages.warn(attempt.signOn(), user.warning().get(), request, response);
		}
		else {
			exchange.send(attempt.signOn(), result.outcome(), request, response);
		}
	}

	private void refuse(Try attempt, AuthenticationException ex, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		LoginFailure failure = LoginFailure.of(ex);
		switch (failure) {
			case BAD_CREDENTIALS -> again(attempt, LoginMessage.BAD_CREDENTIALS, null, request, response);
			case THROTTLED -> again(attempt, LoginMessage.THROTTLED,
					ex instanceof ThrottledException throttled ? throttled.retryAfter() : null, request, response);
			default ->
				problems.loginFailed(failure, failure.code(attempt.reference()), attempt.signOn(), request, response);
		}
	}

	private void again(Try attempt, LoginMessage message, @Nullable Duration retryAfter, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		loginPages.show(new LoginPages.Form(attempt.signOn(), attempt.flow(), attempt.username(),
				attempt.usernameFixed(), message, retryAfter), request, response);
	}

}
