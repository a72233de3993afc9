package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.attribute.SourceUnavailableException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.throttle.LoginThrottle;
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
import org.campanile.web.security.ClientAddress;
import org.campanile.web.security.KnownBrowserCookie;

/** Verifies the factors that users submit. Thread-safe. */
@Component
class FactorAttempts {

	private final SignOnSteps steps;

	private final LoginThrottle throttle;

	private final LoginProgress progress;

	private final LoginPages loginPages;

	private final LoginProblems problems;

	private final PasswordChanges passwordChanges;

	private final SignOnExchange exchange;

	private final LoginAudit audit;

	private final ErrorCodes codes;

	private final ClientAddress clientAddress;

	private final KnownBrowserCookie knownBrowser;

	private final StageTimers timers;

	FactorAttempts(SignOnSteps steps, LoginThrottle throttle, LoginProgress progress, LoginPages loginPages,
			LoginProblems problems, PasswordChanges passwordChanges, SignOnExchange exchange, LoginAudit audit,
			ErrorCodes codes, ClientAddress clientAddress, KnownBrowserCookie knownBrowser, StageTimers timers) {
		this.steps = steps;
		this.throttle = throttle;
		this.progress = progress;
		this.loginPages = loginPages;
		this.problems = problems;
		this.passwordChanges = passwordChanges;
		this.exchange = exchange;
		this.audit = audit;
		this.codes = codes;
		this.clientAddress = clientAddress;
		this.knownBrowser = knownBrowser;
		this.timers = timers;
	}

	/**
	 * @param loginName as typed, or as it is fixed
	 * @param reference makes the code of a failure unique
	 */
	private record Try(LoginFlows.Asked asked, String flow, String loginName, String reference) {

		SignOnRequest signOn() {
			return asked.state().request();
		}

	}

	/**
	 * Verifies a submission and continues, or shows the form again.
	 * @param flow the sealed flow, as the form carried it
	 */
	void prove(LoginFlows.Asked asked, String flow, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, StoreUnavailableException, ServiceGoneException,
			SourceUnavailableException, IOException {
		// The username of a reauthentication is fixed; a different one was altered.
		String fixed = asked.state().fixedLoginName();
		Try attempt = new Try(asked, flow, fixed.isEmpty() ? LoginController.parameter(request, "j_username") : fixed,
				codes.reference());
		FactorKind kind = asked.kind();
		Verdict verdict;
		try {
			verdict = verify(attempt, request);
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			fail(attempt, LoginFailure.unavailable(kind), String.valueOf(ex.getMessage()), request, response);
			return;
		}
		switch (verdict) {
			case Verdict.Proven(AuthenticatedUser user) when !asked.state().admits(user) ->
				fail(attempt, LoginFailure.OTHER_USER, "the proof is of " + user.principal(), request, response);
			case Verdict.Proven(AuthenticatedUser user) -> {
				loginPages.trust(asked, user, request, response)
					.ifPresent(device -> audit.enrolled(user, device.kind(), device.id(), device.name(),
							attempt.signOn(), request));
				progress.proven(asked.state(), user, kind, request, response);
			}
			case Verdict.Rejected rejected when FactorKind.PASSWORD.equals(kind)
					&& passwordChanges.isOfferedAfter(rejected.reason()) -> {
				failed(attempt, LoginFailure.of(rejected), rejected.detail(), request);
				passwordChanges.ask(new LoginFlows.Changing(asked.state(), attempt.loginName(), rejected.reason()),
						request, response);
			}
			case Verdict.Continued(Map<String, String> challenge) ->
				loginPages.further(asked, challenge, attempt.loginName(), others(attempt), request, response);
			case Verdict.Rejected rejected ->
				fail(attempt, LoginFailure.of(rejected), rejected.detail(), request, response);
			case Verdict.Throttled(Duration retryAfter) -> {
				failed(attempt, LoginFailure.THROTTLED, "too many tries", request);
				loginPages.again(asked, flow, attempt.loginName(), LoginMessage.THROTTLED, retryAfter, others(attempt),
						request, response);
			}
		}
	}

	/** Shows the form once more, in another language. */
	void show(LoginFlows.Asked asked, String flow, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Try attempt = new Try(asked, flow, asked.state().fixedLoginName(), "");
		loginPages.again(asked, flow, attempt.loginName(), LoginMessage.NONE, null, others(attempt), request, response);
	}

	private Verdict verify(Try attempt, HttpServletRequest request)
			throws AuthenticationMethod.MethodUnavailableException {
		AuthenticationMethod.Submission submission = submission(attempt.asked(), attempt.loginName(), request);
		Optional<AuthenticatedUser> user = attempt.asked().state().user();
		AuthenticationMethod method = loginPages.method(attempt.asked().kind());
		LoginThrottle.Check<AuthenticationMethod.MethodUnavailableException> check = () -> timers
			.time(Stage.AUTHENTICATE, () -> method.verify(user, submission));
		// Wrong attempts at a further factor count for its user and separately from those
		// at the password, which anyone who gets that far already knows.
		return user.isEmpty() || method.identifies() ? check.verify()
				: throttle.begin(submission.origin(), method.kind(), user.get().principal()).verify(check);
	}

	/** Returns the submission of a form of that page. */
	AuthenticationMethod.Submission submission(LoginFlows.Asked asked, String loginName, HttpServletRequest request) {
		Map<String, String> fields = new HashMap<>();
		request.getParameterMap().forEach((name, values) -> fields.put(name, values[0]));
		return new AuthenticationMethod.Submission(loginName, fields, asked.challenge(),
				new LoginOrigin(clientAddress.of(request), knownBrowser.read(request)));
	}

	/** Returns the other kinds that would suffice. */
	private List<FactorKind> others(Try attempt) {
		LoginState state = attempt.asked().state();
		return steps.next(state) instanceof SignOnSteps.Step.Prove prove ? prove.kinds()
			.stream()
			.filter(kind -> !kind.equals(attempt.asked().kind()) && !kind.isSubstitute())
			.toList() : List.of();
	}

	private void fail(Try attempt, LoginFailure failure, String detail, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		failed(attempt, failure, detail, request);
		if (failure == LoginFailure.BAD_CREDENTIALS || failure == LoginFailure.OTHER_USER) {
			loginPages.again(attempt.asked(), attempt.flow(), attempt.loginName(),
					failure == LoginFailure.OTHER_USER ? LoginMessage.OTHER_USER : LoginMessage.BAD_CREDENTIALS, null,
					others(attempt), request, response);
			return;
		}
		problems.loginFailed(failure, failure.code(attempt.reference()), attempt.signOn(),
				failure == LoginFailure.DIRECTORY_UNAVAILABLE && exchange.isSignedIn(request), request, response);
	}

	private void failed(Try attempt, LoginFailure failure, String detail, HttpServletRequest request) {
		String user = attempt.asked().state().user().map(AuthenticatedUser::principal).orElseGet(attempt::loginName);
		audit.failed(failure.code(attempt.reference()), user, detail, attempt.asked().kind(), attempt.signOn(),
				request);
	}

}
