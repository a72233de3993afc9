package org.campanile.web.logout;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.logout.ServiceLogoutState;
import org.campanile.saml.logout.FrontChannelLogout;
import org.campanile.saml.logout.LogoutResponse;
import org.campanile.saml.logout.Presentation;
import org.campanile.store.StoreUnavailableException;

/** Takes what services answer by way of the browser. Thread-safe. */
@Component
class LogoutAnswers {

	private final FrontChannelLogout frontChannel;

	private final LogoutViews views;

	private final LogoutSteps steps;

	private final LogoutAudit audit;

	private final LogoutProblems problems;

	LogoutAnswers(FrontChannelLogout frontChannel, LogoutViews views, LogoutSteps steps, LogoutAudit audit,
			LogoutProblems problems) {
		this.frontChannel = frontChannel;
		this.views = views;
		this.steps = steps;
		this.audit = audit;
		this.problems = problems;
	}

	/**
	 * Notes the answer, and shows where it came to: in its frame what the service said,
	 * in the whole window the result.
	 */
	void received(LogoutResponse answer, HttpServletRequest request, HttpServletResponse response) throws IOException {
		boolean framed = answer.question().presentation() == Presentation.FRAME;
		ServiceLogoutState state = answer.success() ? ServiceLogoutState.ENDED : ServiceLogoutState.REFUSED;
		audit.answered(answer, state, request);
		try {
			frontChannel.answered(answer);
		}
		catch (StoreUnavailableException ex) {
			if (!framed) {
				problems.unavailable(ex, request, response);
				return;
			}
			// The result will not know of it, so the frame does not promise it.
			problems.audit(ex, request);
			state = ServiceLogoutState.NO_ANSWER;
		}
		if (framed) {
			steps.known(state, request, response);
		}
		else {
			views.redirect(LogoutEndpoints.DONE, answer.question().progressId(), null, response);
		}
	}

}
