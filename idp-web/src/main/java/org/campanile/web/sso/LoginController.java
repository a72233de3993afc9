package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.IdentityProvider;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.LoginOrigin;
import org.campanile.saml.SamlFault;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnService;
import org.campanile.store.StorePatience;
import org.campanile.store.StoreRefusedException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.audit.ErrorCodes;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.config.SessionProperties;
import org.campanile.web.page.LoginMessage;
import org.campanile.web.page.ProblemPage;
import org.campanile.web.security.BrowserBinding;
import org.campanile.web.security.ClientAddress;
import org.campanile.web.security.HostCookie;
import org.campanile.web.security.KnownBrowserCookie;
import org.campanile.web.security.LoginDetails;
import org.campanile.web.security.LoginFailure;
import org.campanile.web.security.ThrottledException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The login page and what is typed into it. */
@Controller
class LoginController {

	static final String PATH = "/login";

	private static final Logger logger = LoggerFactory.getLogger(LoginController.class);

	/**
	 * How long the page tries again by itself before the form comes: as long as another
	 * PostgreSQL takes to become the primary.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

	private final AuthenticationManager authenticationManager;

	private final SignOnService signOnService;

	private final SignOnExchange exchange;

	private final LoginFlows flows;

	private final LoginPages loginPages;

	private final LoginProblems problems;

	private final SessionCookie sessionCookie;

	private final BrowserBinding browserBinding;

	private final ClientAddress clientAddress;

	private final KnownBrowserCookie knownBrowser;

	private final ErrorCodes codes;

	private final SessionProperties sessionProperties;

	private final IdentityProvider identityProvider;

	private final InstantSource clock;

	LoginController(AuthenticationManager authenticationManager, SignOnService signOnService, SignOnExchange exchange,
			LoginFlows flows, LoginPages loginPages, LoginProblems problems, SessionCookie sessionCookie,
			BrowserBinding browserBinding, ClientAddress clientAddress, KnownBrowserCookie knownBrowser,
			ErrorCodes codes, SessionProperties sessionProperties, IdentityProvider identityProvider,
			InstantSource clock) {
		this.authenticationManager = authenticationManager;
		this.signOnService = signOnService;
		this.exchange = exchange;
		this.flows = flows;
		this.loginPages = loginPages;
		this.problems = problems;
		this.sessionCookie = sessionCookie;
		this.browserBinding = browserBinding;
		this.clientAddress = clientAddress;
		this.knownBrowser = knownBrowser;
		this.codes = codes;
		this.sessionProperties = sessionProperties;
		this.identityProvider = identityProvider;
		this.clock = clock;
	}

	/**
	 * Goes on with a request: answers the service if the person is signed in by now,
	 * shows the form if not.
	 * @throws SamlFault if the request was answered before, or whether it was is not
	 * known
	 */
	@GetMapping(PATH)
	void form(@RequestParam(defaultValue = "") String flow, @RequestParam(defaultValue = "") String since,
			@RequestParam(defaultValue = "false") String instead, @RequestParam(defaultValue = "") String warning,
			HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, StoreUnavailableException, ServiceGoneException, IOException {
		switch (flows.fromUrl(flow, browserBinding.presentId(request))) {
			case LoginFlows.Flow.Live(SignOnRequest signOn, String fixedLoginName) ->
				goOn(new Way(signOn, flow, Optional.empty(), since(since), "true".equals(instead)),
						session -> exchange.attempt(signOn, session, request, response), request, response);
			case LoginFlows.Flow.SignedIn(SignOnRequest signOn, SessionKey begun) -> {
				if (!loginPages.warnAgain(signOn, flow, warning, request, response)) {
					goOn(new Way(signOn, flow, Optional.of(begun), since(since), "true".equals(instead)),
							session -> exchange.resume(signOn, begun, session, request, response), request, response);
				}
			}
			case LoginFlows.Flow.Stale stale -> problems.stale(stale, request, response);
			case LoginFlows.Flow.Unreadable unreadable -> problems.noFlow(request, response);
		}
	}

	/** Not protected: who changes it only changes their own wait. */
	private Instant since(String parameter) {
		return parameter.matches("[0-9]{1,11}") ? Instant.ofEpochSecond(Long.parseLong(parameter)) : clock.instant();
	}

	/**
	 * @param begun the session that began for this request, if one did
	 * @param since when the page that waits was asked for first
	 * @param password whether the user would rather sign in with a password than wait
	 */
	private record Way(SignOnRequest signOn, String flow, Optional<SessionKey> begun, Instant since, boolean password) {
	}

	private interface Attempt {

		Optional<SignOnOutcome.LoginRequired> make(Optional<SsoSession> session)
				throws SamlFault, StoreUnavailableException, ServiceGoneException, IOException;

	}

	/**
	 * Answers the service if the store responds by now; if not, shows a page that tries
	 * again by itself, and after {@link #LONGEST_WAIT} the form.
	 */
	private void goOn(Way way, Attempt attempt, HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, StoreUnavailableException, ServiceGoneException, IOException {
		SignOnRequest signOn = way.signOn();
		if (way.password()) {
			ask(signOn, withoutWaiting(signOn, attempt, request, response), request, response);
			return;
		}
		if (!clock.instant().isBefore(way.since().plus(LONGEST_WAIT)) || signOn.demand().passive()
				|| !exchange.bringsSession(request)) {
			ask(signOn, exchange.answer(signOn, way.begun(), request, response), request, response);
			return;
		}
		try {
			ask(signOn, attempt.make(exchange.read(request)), request, response);
		}
		catch (StoreUnavailableException ex) {
			String self = identityProvider.contextPath() + PATH + "?flow=" + way.flow();
			problems.waiting(signOn, ex,
					new ProblemPage.Again(self + "&since=" + way.since().getEpochSecond(), self + "&instead=true"),
					request, response);
		}
	}

	/**
	 * From the session if it can be read at once, as when the user reloads the page and
	 * the store is back; otherwise without one.
	 */
	private Optional<SignOnOutcome.LoginRequired> withoutWaiting(SignOnRequest signOn, Attempt attempt,
			HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, StoreUnavailableException, ServiceGoneException, IOException {
		Optional<SsoSession> session;
		try {
			session = StorePatience.impatiently(() -> exchange.read(request));
		}
		catch (StoreUnavailableException ex) {
			return exchange.answerWithoutSession(signOn, request, response);
		}
		return attempt.make(session);
	}

	private void ask(SignOnRequest signOn, Optional<SignOnOutcome.LoginRequired> loginRequired,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		if (loginRequired.isPresent()) {
			loginPages.show(signOn, loginRequired.get(), request, response);
		}
	}

	/**
	 * Takes name and password. Spring Security has checked by now that the form is ours
	 * and this browser's.
	 * @throws SamlFault as {@link #form}; the person is signed in all the same
	 */
	@PostMapping(PATH)
	void submit(HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, StoreUnavailableException, ServiceGoneException, SourceUnavailableException, IOException {
		// Not by @RequestParam, which takes j_password[] where j_password is missing.
		String flow = parameter(request, "flow");
		String username = parameter(request, "j_username");
		String password = parameter(request, "j_password");
		String sharedComputer = request.getParameter("shared_computer");
		switch (flows.fromForm(flow, browserBinding.browserId(request, response))) {
			case LoginFlows.Flow.Live(SignOnRequest signOn, String fixedLoginName) -> {
				// Who must sign in again cannot change the name; one that differs was
				// altered.
				boolean fixed = !fixedLoginName.isEmpty();
				Try attempt = new Try(signOn, flow, fixed ? fixedLoginName : username, fixed, codes.reference());
				try {
					AuthenticatedUser user = authenticate(attempt, password, request);
					if (sharedComputer == null) {
						knownBrowser.write(request, response, user);
					}
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

	private static String parameter(HttpServletRequest request, String name) {
		return Objects.requireNonNullElse(request.getParameter(name), "");
	}

	private record Try(SignOnRequest signOn, String flow, String username, boolean usernameFixed, String reference) {
	}

	private AuthenticatedUser authenticate(Try attempt, String password, HttpServletRequest request) {
		UsernamePasswordAuthenticationToken token = UsernamePasswordAuthenticationToken
			.unauthenticated(attempt.username(), password);
		LoginOrigin origin = new LoginOrigin(clientAddress.of(request), knownBrowser.read(request));
		token.setDetails(
				new LoginDetails(origin, attempt.signOn().service(), attempt.reference(), UserAgent.of(request)));
		if (authenticationManager.authenticate(token).getPrincipal() instanceof AuthenticatedUser user) {
			return user;
		}
		throw new IllegalStateException("an authentication without an authenticated user");
	}

	private void signOn(Try attempt, AuthenticatedUser user, boolean sharedComputer, HttpServletRequest request,
			HttpServletResponse response)
			throws SamlFault, StoreUnavailableException, ServiceGoneException, SourceUnavailableException, IOException {
		SignOnRequest signOn = attempt.signOn();
		SignOnService.LoginResult result = exchange.login(signOn, user, request, response);
		if (result.token().isEmpty()) {
			exchange.sendNow(signOn, result.outcome(), request, response);
			return;
		}
		boolean keep = sessionProperties.sharedComputerChoice() && !sharedComputer;
		sessionCookie.write(response, result.token(), keep ? sessionProperties.lifetime() : HostCookie.UNTIL_CLOSED);
		if (user.warning().isPresent() && result.outcome() instanceof SignOnOutcome.Granted granted) {
			loginPages.warn(signOn, granted.session().key(), user.warning().get(), request, response);
			return;
		}
		try {
			exchange.send(signOn, result.outcome(), request, response);
		}
		catch (StoreRefusedException ex) {
			logger.warn("A sign-on waits for the store: {}", ex.getMessage());
			loginPages.goOn(signOn, result.outcome(), request, response);
		}
	}

	private void refuse(Try attempt, AuthenticationException ex, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		LoginFailure failure = LoginFailure.of(ex);
		switch (failure) {
			case BAD_CREDENTIALS -> again(attempt, LoginMessage.BAD_CREDENTIALS, null, request, response);
			case THROTTLED -> again(attempt, LoginMessage.THROTTLED,
					ex instanceof ThrottledException throttled ? throttled.retryAfter() : null, request, response);
			default -> problems.loginFailed(failure, failure.code(attempt.reference()), attempt.signOn(),
					failure == LoginFailure.DIRECTORY_UNAVAILABLE && exchange.isSignedIn(request), request, response);
		}
	}

	private void again(Try attempt, LoginMessage message, @Nullable Duration retryAfter, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		loginPages.show(new LoginPages.Form(attempt.signOn(), attempt.flow(), attempt.username(),
				attempt.usernameFixed(), message, retryAfter), request, response);
	}

}
