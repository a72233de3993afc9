package org.campanile.web.logout;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutAnswer;
import org.campanile.logout.LogoutOutcome;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.OpenLogoutRequest;
import org.campanile.logout.RequestedLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.SingleLogout;
import org.campanile.store.StoreUnavailableException;

/**
 * Accepts messages from services that a protocol has validated: logout requests, and
 * responses to our requests delivered by the browser. Thread-safe.
 */
@Component
public class LogoutEntry {

	private final SingleLogout singleLogout;

	private final FrontChannelLogout frontChannel;

	private final LogoutExchange exchange;

	private final LogoutViews views;

	private final LogoutSteps steps;

	private final LogoutAudit audit;

	private final LogoutProblems problems;

	private final EndedSessionCookies endedCookies;

	LogoutEntry(SingleLogout singleLogout, FrontChannelLogout frontChannel, LogoutExchange exchange, LogoutViews views,
			LogoutSteps steps, LogoutAudit audit, LogoutProblems problems, EndedSessionCookies endedCookies) {
		this.singleLogout = singleLogout;
		this.frontChannel = frontChannel;
		this.exchange = exchange;
		this.views = views;
		this.steps = steps;
		this.audit = audit;
		this.problems = problems;
		this.endedCookies = endedCookies;
	}

	/**
	 * Handles a front-channel logout request: terminates the service's sessions and sends
	 * the browser to the other services, or back to this one.
	 */
	public void requested(RequestedLogout logout, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		LogoutOutcome outcome = singleLogout.end(logout, true);
		endedCookies.clear(outcome, request, response);
		exchange.began(outcome, logout, request, response);
	}

	/**
	 * Handles a back-channel logout request: terminates the service's sessions and
	 * notifies the other services that support the back channel.
	 * @return the response to the service
	 */
	public LogoutStatus requestedDirectly(RequestedLogout logout, HttpServletRequest request) {
		LogoutOutcome outcome = singleLogout.end(logout, false);
		audit.ended(outcome, logout, request);
		return outcome.storeFailed() && outcome.ended().isEmpty() ? LogoutStatus.FAILED : LogoutStatus.of(outcome);
	}

	/**
	 * Handles a response delivered by the browser: records it, and shows the service's
	 * status in its frame or the result in the whole window.
	 */
	public void answered(LogoutAnswer answer, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		boolean framed = answer.request().presentation() == OpenLogoutRequest.Presentation.FRAME;
		ServiceLogoutState state = answer.state();
		audit.answered(answer, request);
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
			views.redirect(LogoutEndpoints.DONE, answer.request().progressId(), null, response);
		}
	}

}
