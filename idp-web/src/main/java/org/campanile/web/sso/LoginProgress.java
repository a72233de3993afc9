package org.campanile.web.sso;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.attribute.SourceUnavailableException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.FactorKind;
import org.campanile.authn.SilentMethod;
import org.campanile.factor.Enrolments;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.signon.LoginState;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnService;
import org.campanile.signon.SignOnSteps;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreRefusedException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.page.LoginMessage;
import org.campanile.web.security.HostCookie;
import org.campanile.web.security.KnownBrowserCookie;
import org.campanile.web.store.SessionProperties;

/**
 * Carries a login on: to the page of the next step, or to its end, the answer to the
 * service. Thread-safe.
 */
@Component
class LoginProgress {

	private static final Logger logger = LoggerFactory.getLogger(LoginProgress.class);

	private final SignOnExchange exchange;

	private final EnrolledFactors enrolled;

	private final LoginPages loginPages;

	private final Interrupts interrupts;

	private final LoginProblems problems;

	private final LoginAudit audit;

	private final SessionCookie sessionCookie;

	private final KnownBrowserCookie knownBrowser;

	private final SessionProperties sessionProperties;

	LoginProgress(SignOnExchange exchange, EnrolledFactors enrolled, LoginPages loginPages, Interrupts interrupts,
			LoginProblems problems, LoginAudit audit, SessionCookie sessionCookie, KnownBrowserCookie knownBrowser,
			SessionProperties sessionProperties) {
		this.exchange = exchange;
		this.enrolled = enrolled;
		this.loginPages = loginPages;
		this.interrupts = interrupts;
		this.problems = problems;
		this.audit = audit;
		this.sessionCookie = sessionCookie;
		this.knownBrowser = knownBrowser;
		this.sessionProperties = sessionProperties;
	}

	/**
	 * Goes on after the user has proven a factor.
	 * @param user as the state admits
	 */
	void proven(LoginState state, AuthenticatedUser user, FactorKind kind, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		try (Enrolments.Reading reading = enrolled.reading()) {
			goOn(state, new Proof(user, kind, Map.of()), request, response);
		}
	}

	/**
	 * A factor that the user has just proven.
	 *
	 * @param user with the factor as the last
	 * @param details why it was not asked for; empty if it was
	 */
	private record Proof(AuthenticatedUser user, FactorKind kind, Map<String, String> details) {
	}

	/**
	 * Audits a factor and continues with the next step. The line of a login's last factor
	 * names the session, so it is written once that has begun.
	 */
	private void goOn(LoginState before, Proof proof, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		SignOnService.Progress progress;
		Optional<SignOnService.LoginResult> result = Optional.empty();
		try {
			enrolled.noteUse(proof.user());
			progress = exchange.proceed(before.with(proof.user()), false);
			if (progress.step() instanceof SignOnSteps.Step.Respond
					|| progress.step() instanceof SignOnSteps.Step.Refuse) {
				result = Optional.of(begin(progress.state(), request, response));
			}
		}
		finally {
			Optional<SsoSession> begun = result.flatMap(SignOnService.LoginResult::begun)
				.map(Sessions.NewSession::session);
			audit.proven(proof.user(), proof.kind(), proof.details(), begun, before.request(), request);
		}
		if (result.isPresent()) {
			finish(progress.state(), result.get(), request, response);
		}
		else {
			follow(progress, request, response);
		}
	}

	/** Continues with the next step. */
	void goOn(LoginState state, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		follow(exchange.proceed(state, false), request, response);
	}

	/** Shows the page of the next step, or finishes the login. */
	void follow(SignOnService.Progress progress, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		LoginState state = progress.state();
		switch (progress.step()) {
			case SignOnSteps.Step.Ask ask -> {
				if (!silently(state, ask, request, response)) {
					loginPages.show(state, ask, LoginMessage.NONE, request, response);
				}
			}
			case SignOnSteps.Step.Wait wait -> problems.undecided(wait, state, request, response);
			case SignOnSteps.Step.Respond respond -> finish(state, begin(state, request, response), request, response);
			// The service receives the refusal, and the user keeps the session.
			case SignOnSteps.Step.Refuse refuse -> finish(state, begin(state, request, response), request, response);
		}
	}

	/** Asks the user, if there is something to ask. */
	void ask(Optional<SignOnOutcome.Interaction> interaction, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		try (Enrolments.Reading reading = enrolled.reading()) {
			if (interaction.isPresent() && !(interaction.get() instanceof SignOnOutcome.LoginRequired loginRequired
					&& silently(loginRequired.state(), loginRequired.ask(), request, response))) {
				loginPages.show(interaction.get(), request, response);
			}
		}
	}

	/**
	 * Continues without a page if the user can prove a required factor without being
	 * asked.
	 * @return false if a page is needed
	 */
	private boolean silently(LoginState state, SignOnSteps.Step.Ask ask, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		Optional<SilentMethod> method = loginPages.silent(ask);
		if (method.isEmpty()) {
			return false;
		}
		String failure = "it could be proven a moment ago, and no longer can";
		try {
			AuthenticatedUser user = state.user().orElseThrow();
			Optional<SilentMethod.Proof> proof = method.get().prove(user);
			if (proof.isPresent()) {
				goOn(state, new Proof(user.with(proof.get().factor()), method.get().kind(), proof.get().details()),
						request, response);
				return true;
			}
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			failure = String.valueOf(ex.getMessage());
		}
		problems.undecided(new SignOnSteps.Step.Wait(method.get().kind(), failure), state, request, response);
		return true;
	}

	/** Begins the session of a user who has proven the last factor. */
	private SignOnService.LoginResult begin(LoginState state, HttpServletRequest request, HttpServletResponse response)
			throws StoreUnavailableException, ServiceGoneException, SourceUnavailableException {
		boolean sharedComputer = state.sharedComputer() || request.getParameter(LoginPages.SHARED_COMPUTER) != null;
		if (!sharedComputer) {
			knownBrowser.write(request, response, state.user().orElseThrow());
		}
		SignOnService.LoginResult result = exchange.login(state, sharedComputer, request, response);
		if (!result.token().isEmpty()) {
			boolean keep = sessionProperties.sharedComputerChoice() && !sharedComputer;
			sessionCookie.write(response, result.token(),
					keep ? sessionProperties.lifetime() : HostCookie.UNTIL_CLOSED);
		}
		return result;
	}

	private void finish(LoginState state, SignOnService.LoginResult result, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		AuthenticatedUser user = state.user().orElseThrow();
		SignOnRequest signOn = state.request();
		switch (result.outcome()) {
			case SignOnOutcome.LoginRequired loginRequired -> {
				if (loginRequired.reason() == SignOnOutcome.LoginRequired.Reason.NO_SESSION) {
					// The session for the step-up has ended meanwhile. If another tab has
					// raised it too, the browser brings the session of that.
					loginPages.goOn(signOn, loginRequired, request, response);
					return;
				}
				// An access rule demands more.
				ask(Optional.of(loginRequired), request, response);
				return;
			}
			case SignOnOutcome.Pending pending -> {
				if (!interrupts.show(signOn, user, pending.granted().session().key(), request, response)) {
					loginPages.show(pending, request, response);
				}
				return;
			}
			case SignOnOutcome.Undecided undecided -> {
				problems.undecided(undecided.step(), state, request, response);
				return;
			}
			default -> {
			}
		}
		if (result.token().isEmpty()) {
			exchange.sendNow(signOn, result.outcome(), user.principal(), request, response);
			return;
		}
		if (result.outcome() instanceof SignOnOutcome.Granted granted
				&& interrupts.show(signOn, user, granted.session().key(), request, response)) {
			return;
		}
		try {
			exchange.send(signOn, result.outcome(), user.principal(), request, response);
		}
		catch (StoreRefusedException ex) {
			logger.warn("A sign-on waits for the store: {}", ex.getMessage());
			loginPages.goOn(signOn, result.outcome(), request, response);
		}
	}

}
