package org.campanile.web.logout;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutOutcome;
import org.campanile.logout.LogoutProgress;
import org.campanile.logout.LogoutResult;
import org.campanile.logout.RequestedLogout;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.Problems;

/**
 * The common steps of every logout after the local sessions have been terminated.
 */
@Component
class LogoutExchange {

	private static final Logger logger = LoggerFactory.getLogger(LogoutExchange.class);

	private final FrontChannelLogout frontChannel;

	private final LogoutBrowser browser;

	private final LogoutViews views;

	private final LogoutSender sender;

	private final LogoutAudit audit;

	private final Problems problems;

	LogoutExchange(FrontChannelLogout frontChannel, LogoutBrowser browser, LogoutViews views, LogoutSender sender,
			LogoutAudit audit, Problems problems) {
		this.frontChannel = frontChannel;
		this.browser = browser;
		this.views = views;
		this.sender = sender;
		this.audit = audit;
		this.problems = problems;
	}

	/**
	 * Continues after the local sessions have been terminated: with the remaining
	 * services, with the result, or directly back to the initiating service.
	 * @param initiator the service's request; null if the logout began here
	 */
	void began(LogoutOutcome outcome, @Nullable RequestedLogout initiator, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		String faultCode = outcome.storeFailed()
				? problems.audit(new Problems.Incident(IncidentReason.STORE_UNAVAILABLE,
						"a session could not be ended, only its cookie was cleared",
						initiator == null ? null : initiator.service()), request)
				: null;
		audit.ended(outcome, initiator, request);
		boolean tellsMore = outcome.needsFrontChannel() || !outcome.complete() || initiator == null;
		if (!outcome.services().isEmpty() && tellsMore) {
			try {
				// Kept, so that the page can be loaded again and on any node.
				LogoutProgress progress = frontChannel.start(outcome, initiator);
				boolean asks = !progress.toAsk().isEmpty();
				if (!asks) {
					audit.complete(progress.id());
				}
				browser.remember(progress.id(), response);
				views.redirect(asks ? LogoutEndpoints.PROGRESS : LogoutEndpoints.DONE, progress.id(), faultCode,
						response);
				return;
			}
			catch (StoreUnavailableException ex) {
				logger.warn("Services that are asked by way of the browser were not asked to log out, "
						+ "the store did not answer: {}", ex.getMessage());
			}
		}
		LogoutResult result = frontChannel.finishNow(outcome.withoutFrontChannel(), initiator);
		if (!sender.sendIfAllIsSaid(result, faultCode, request, response)) {
			views.result(result, null, faultCode, request, response);
		}
	}

}
