package org.campanile.web.logout;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.logout.LogoutOutcome;
import org.campanile.saml.logout.FrontChannelLogout;
import org.campanile.saml.logout.LogoutProgress;
import org.campanile.saml.logout.LogoutRequest;
import org.campanile.saml.logout.LogoutResult;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.Problems;

/**
 * What every logout goes through once the sessions here have ended, whoever asked for it.
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
	 * Goes on after the end of the sessions here: to the services that are left to be
	 * asked, to the result, or at once back to the service that began.
	 * @param initiator the service's request; null if the logout began here
	 */
	void began(LogoutOutcome outcome, @Nullable LogoutRequest initiator, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		String faultCode = outcome.storeFailed()
				? problems.audit(new Problems.Incident(IncidentReason.STORE_UNAVAILABLE,
						"a session could not be ended, only its cookie was cleared",
						initiator == null ? null : initiator.service().entityId()), request)
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
