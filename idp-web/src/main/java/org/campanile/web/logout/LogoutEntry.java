package org.campanile.web.logout;

import java.io.IOException;
import java.util.Set;
import java.util.Optional;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.web.sso.SessionCookie;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutAnswer;
import org.campanile.logout.LogoutOutcome;
import org.campanile.logout.LogoutProgress;
import org.campanile.logout.LogoutResult;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.OpenLogoutRequest;
import org.campanile.logout.RequestedLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.SingleLogout;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.Problems;

/**
 * Accepts messages from services that a protocol has validated: logout requests, and
 * responses to this server's requests, delivered by the browser. Thread-safe.
 */
@Component
public class LogoutEntry {

	private static final Logger logger = LoggerFactory.getLogger(LogoutEntry.class);

	/** The values of Sec-Fetch-Dest of requests whose response the user sees. */
	private static final Set<String> SEEN = Set.of("document", "iframe", "frame");

	private final SingleLogout singleLogout;

	private final SessionCookie sessionCookie;

	private final FrontChannelLogout frontChannel;

	private final LogoutBrowser browser;

	private final LogoutViews views;

	private final LogoutAudit audit;

	private final LogoutProblems logoutProblems;

	private final Problems problems;

	LogoutEntry(SingleLogout singleLogout, SessionCookie sessionCookie, FrontChannelLogout frontChannel,
			LogoutBrowser browser, LogoutViews views, LogoutAudit audit, LogoutProblems logoutProblems,
			Problems problems) {
		this.singleLogout = singleLogout;
		this.sessionCookie = sessionCookie;
		this.frontChannel = frontChannel;
		this.browser = browser;
		this.views = views;
		this.audit = audit;
		this.logoutProblems = logoutProblems;
		this.problems = problems;
	}

	/**
	 * Handles a front-channel logout request: terminates the service's sessions and sends
	 * the browser to the other services, or back to this one.
	 */
	public void requested(RequestedLogout logout, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		LogoutOutcome outcome = singleLogout.end(logout, true);
		browser.clearEnded(outcome, request, response);
		began(outcome, logout, request, response);
	}

	/**
	 * Handles a logout of the browser's own session that began at a service or by a link:
	 * terminates the session, if there is one, and sends the browser to its services, and
	 * to the result or back.
	 * @param back the service that the browser goes back to; null for none. Of its
	 * request only protocol, service and own entries matter
	 */
	public void ended(@Nullable RequestedLogout back, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Optional<String> token = sessionCookie.read(request);
		if (token.isPresent()) {
			sessionCookie.clear(response);
		}
		LogoutOutcome outcome = token.map(singleLogout::end)
			.orElseGet(() -> new LogoutOutcome(List.of(), List.of(), false));
		began(outcome, back, request, response);
	}

	/**
	 * Whether some page loads the address of a logout unseen, as an image
	 * (<a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata</a>). Redirects on
	 * the way do not hide it. A browser that does not send the header is trusted.
	 */
	public static boolean isUnseen(HttpServletRequest request) {
		String shownIn = request.getHeader("Sec-Fetch-Dest");
		return shownIn != null && !SEEN.contains(shownIn);
	}

	/** Asks the user whether to log out. */
	public void confirm(HttpServletResponse response) {
		views.seeOther(LogoutEndpoints.CONFIRM, response);
	}

	/**
	 * Handles a back-channel logout request: terminates the service's sessions and
	 * notifies the other services that support the back channel.
	 * @return the response to the service
	 */
	public LogoutStatus requestedDirectly(RequestedLogout logout, HttpServletRequest request) {
		LogoutOutcome outcome = singleLogout.end(logout, false);
		if (outcome.storeFailed()) {
			problems.audit(new Problems.Incident(IncidentReason.STORE_UNAVAILABLE,
					"a session could not be read or terminated", logout.service()), request);
		}
		audit.ended(outcome, logout, Optional.empty(), request);
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
				logoutProblems.unavailable(ex, request, response);
				return;
			}
			// The response was not recorded, so the frame must not show it as the result.
			logoutProblems.audit(ex, request);
			state = ServiceLogoutState.NO_ANSWER;
		}
		if (framed) {
			views.known(state, request, response);
		}
		else {
			views.redirect(LogoutEndpoints.DONE, answer.request().progressId(), null, response);
		}
	}

	/**
	 * Continues after the local sessions have been terminated: with the remaining
	 * services, with the result, or directly back to the initiating service.
	 * @param ended what was terminated
	 * @param initiator the service's request; null if the logout began here
	 */
	void began(LogoutOutcome ended, @Nullable RequestedLogout initiator, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		// First, as the audit would otherwise name services that are never asked.
		LogoutOutcome outcome = frontChannel.limitedToStore(ended);
		String failure = null;
		Optional<LogoutProgress> started = Optional.empty();
		boolean moreToReport = outcome.needsFrontChannel() || !outcome.complete() || initiator == null;
		if (!outcome.services().isEmpty() && moreToReport) {
			try {
				// Stored, so that the page can be loaded again and on any node.
				started = Optional.of(frontChannel.start(outcome, initiator));
			}
			catch (StoreUnavailableException ex) {
				logger.warn("A logout could not be stored: {}", ex.getMessage());
				if (outcome.needsFrontChannel()) {
					failure = "services reached through the browser could not be notified";
					outcome = outcome.withoutFrontChannel();
				}
			}
		}
		if (outcome.storeFailed()) {
			failure = "a session could not be terminated, only its cookie was cleared";
		}
		String service = initiator == null ? null : initiator.service();
		String faultCode = failure == null ? null
				: problems.audit(new Problems.Incident(IncidentReason.STORE_UNAVAILABLE, failure, service), request);
		audit.ended(outcome, initiator, started.filter(progress -> !progress.toAsk().isEmpty()).map(LogoutProgress::id),
				request);
		if (started.isPresent()) {
			LogoutProgress progress = started.get();
			boolean asks = !progress.toAsk().isEmpty();
			if (!asks) {
				audit.complete(progress.id());
			}
			browser.remember(progress.id(), response);
			views.redirect(asks ? LogoutEndpoints.PROGRESS : LogoutEndpoints.DONE, progress.id(), faultCode, response);
			return;
		}
		LogoutResult result = frontChannel.finishNow(outcome, initiator);
		if (!views.sendIfComplete(result, faultCode, request, response)) {
			views.result(result, null, faultCode, request, response);
		}
	}

}
