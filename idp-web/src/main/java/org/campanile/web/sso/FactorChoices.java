package org.campanile.web.sso;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.attribute.SourceUnavailableException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.FactorKind;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnService;
import org.campanile.signon.SignOnSteps;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.page.LoginMessage;

/**
 * Handles the alternatives to proving the factor that the page asks for: users choose
 * another, enrol one, or postpone that. Thread-safe.
 */
@Component
class FactorChoices {

	private final SignOnExchange exchange;

	private final FactorAttempts attempts;

	private final LoginProgress login;

	private final LoginPages loginPages;

	private final LoginProblems problems;

	private final LoginAudit audit;

	FactorChoices(SignOnExchange exchange, FactorAttempts attempts, LoginProgress login, LoginPages loginPages,
			LoginProblems problems, LoginAudit audit) {
		this.exchange = exchange;
		this.attempts = attempts;
		this.login = login;
		this.loginPages = loginPages;
		this.problems = problems;
		this.audit = audit;
	}

	/**
	 * Lets the user choose another factor than the page asks for, enrol one, or postpone
	 * that. The next step is determined anew, as it may have changed meanwhile.
	 * @param other the kind that the user chose; empty for that of the page
	 */
	void choose(LoginFlows.Asked asked, String flow, String other, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		SignOnService.Progress progress = exchange.proceed(asked.state(), request.getParameter("skip") != null);
		if (!(progress.step() instanceof SignOnSteps.Step.Ask ask) || loginPages.silent(ask).isPresent()) {
			login.follow(progress, request, response);
			return;
		}
		Optional<FactorKind> chosen = ask.kinds().stream().filter(kind -> kind.code().equals(other)).findFirst();
		if (chosen.isPresent()) {
			loginPages.show(progress.state(), ask, chosen.get(), LoginMessage.NONE, request, response);
		}
		else if (other.isEmpty() && ask instanceof SignOnSteps.Step.Enrol enrol && asked.enrolling()
				&& enrol.kinds().contains(asked.kind()) && !asked.challenge().isEmpty()) {
			enrol(asked, flow, enrol, request, response);
		}
		else {
			loginPages.show(progress.state(), ask, LoginMessage.NONE, request, response);
		}
	}

	private void enrol(LoginFlows.Asked asked, String flow, SignOnSteps.Step.Enrol enrol, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, StoreUnavailableException,
			ServiceGoneException, SourceUnavailableException, IOException {
		AuthenticatedUser user = asked.state().user().orElseThrow();
		FactorKind kind = asked.kind();
		try {
			switch (loginPages.enrolledMethod(kind)
				.enrol(user, attempts.submission(asked, user.loginName(), request))) {
				case EnrolledMethod.EnrolmentVerdict.Enrolled(String id, String name, var proven, boolean added) -> {
					if (added) {
						audit.enrolled(user, kind, id, name, asked.state().request(), request);
					}
					if (proven.isPresent()) {
						login.proven(asked.state(), user.with(proven.get()), kind, request, response);
					}
					else {
						login.goOn(asked.state(), request, response);
					}
				}
				case EnrolledMethod.EnrolmentVerdict.Rejected(String messageKey, String detail, boolean anew) -> {
					audit.notEnrolled(user, kind, detail, asked.state().request(), request);
					if (anew) {
						loginPages.enrolAnew(asked, enrol, messageKey, request, response);
					}
					else {
						loginPages.enrol(asked, flow, enrol, messageKey, request, response);
					}
				}
			}
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			problems.undecided(new SignOnSteps.Step.Wait(kind, String.valueOf(ex.getMessage())), asked.state(), request,
					response);
		}
	}

}
