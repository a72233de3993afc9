package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.signon.LoginState;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnSteps;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ProblemPage;

/** Shows and audits faults of a login. Thread-safe. */
@Component
class LoginProblems {

	/** The time between two attempts of the waiting page. */
	private static final Duration PAUSE = Duration.ofSeconds(3);

	private final Problems problems;

	private final ServiceViews services;

	LoginProblems(Problems problems, ServiceViews services) {
		this.problems = problems;
		this.services = services;
	}

	/**
	 * The form or address is too old, or was shown to another browser: the user starts
	 * again at the service.
	 */
	void stale(LoginFlows.Stale stale, HttpServletRequest request, HttpServletResponse response) throws IOException {
		IncidentReason reason = stale.otherBrowser() ? IncidentReason.LOGIN_OF_ANOTHER_BROWSER
				: IncidentReason.LOGIN_EXPIRED;
		String detail = stale.otherBrowser() ? "the sign-in was begun in another browser"
				: "the login was begun at " + stale.request().receivedAt();
		problems.refuse(reason.problem(), new Problems.Incident(reason, detail, stale.request().service()),
				services.view(stale.request(), request), request, response);
	}

	/**
	 * The store does not respond and the browser has a session: the page retries by
	 * itself.
	 */
	void waiting(SignOnRequest signOn, StoreUnavailableException ex, ProblemPage.Again again,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		problems.waiting(
				new Problems.Incident(IncidentReason.STORE_WAITING, String.valueOf(ex.getMessage()), signOn.service()),
				services.view(signOn, request), PAUSE, again, request, response);
	}

	/**
	 * Handles the login page's own address, bookmarked or typed: there is no service to
	 * continue to.
	 */
	void noFlow(HttpServletRequest request, HttpServletResponse response) throws IOException {
		problems.refuse(IncidentReason.LOGIN_WITHOUT_SERVICE, "the form or link was not made by this server", request,
				response);
	}

	/** Whether or how the user of a login can prove a factor is not known just now. */
	void undecided(SignOnSteps.Step.Wait step, LoginState state, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		SignOnRequest signOn = state.request();
		LoginFailure failure = LoginFailure.unavailable(step.kind());
		String code = problems.audit(
				new Problems.Incident(failure, step.kind() + ": " + step.detail(), signOn.service()),
				state.user().map(user -> Map.of("user", user.principal())).orElse(Map.of()), request);
		problems.show(failure == LoginFailure.FACTOR_UNAVAILABLE ? Problem.FACTOR_DOWN : Problem.DIRECTORY_DOWN, code,
				signOn.service(), services.view(signOn, request), null, request, response);
	}

	/**
	 * Shows that the password could not be checked, or is correct but cannot be used.
	 * Already audited under the same code.
	 * @param signedIn whether the browser has a live session all the same
	 */
	void loginFailed(LoginFailure failure, String code, SignOnRequest signOn, boolean signedIn,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		Problem problem = switch (failure) {
			case PASSWORD_EXPIRED -> Problem.PASSWORD_EXPIRED;
			case PASSWORD_MUST_CHANGE -> Problem.PASSWORD_MUST_CHANGE;
			case ACCOUNT_LOCKED -> Problem.ACCOUNT_LOCKED;
			case ACCOUNT_DISABLED -> Problem.ACCOUNT_DISABLED;
			case DIRECTORY_UNAVAILABLE -> signedIn ? Problem.DIRECTORY_DOWN_SIGNED_IN : Problem.DIRECTORY_DOWN;
			case FACTOR_UNAVAILABLE -> Problem.FACTOR_DOWN;
			case PASSWORD_CHANGE_UNCERTAIN -> Problem.PASSWORD_CHANGE_UNCERTAIN;
			case BAD_CREDENTIALS, OTHER_USER, THROTTLED ->
				throw new IllegalArgumentException(failure + " is shown on the login page itself");
		};
		problems.show(problem, code, signOn.service(), services.view(signOn, request), null, request, response);
	}

}
