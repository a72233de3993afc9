package org.campanile.web.sso;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.seal.RandomValues;
import org.campanile.session.SsoSession;
import org.campanile.signon.Approval;
import org.campanile.signon.ApprovalCodec;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.page.Responses;
import org.campanile.web.security.BrowserBinding;

/**
 * Shows the approvals of users between the session and the service, and takes their
 * decisions. Thread-safe.
 */
@Component
class ApprovalPages {

	private static final Logger logger = LoggerFactory.getLogger(ApprovalPages.class);

	private static final int NUMBER_BYTES = 16;

	private final Map<String, ApprovalPage> pages;

	private final SignOnExchange exchange;

	private final LoginFlows flows;

	private final LoginAudit audit;

	private final BrowserBinding browserBinding;

	private final SecureRandom random;

	private final String action;

	ApprovalPages(List<ApprovalPage> pages, SignOnExchange exchange, LoginFlows flows, LoginAudit audit,
			BrowserBinding browserBinding, SecureRandom random, IdentityProvider identityProvider) {
		this.pages = pages.stream().collect(Collectors.toUnmodifiableMap(ApprovalPage::kind, Function.identity()));
		this.exchange = exchange;
		this.flows = flows;
		this.audit = audit;
		this.browserBinding = browserBinding;
		this.random = random;
		this.action = identityProvider.contextPath() + LoginController.PATH;
	}

	/** Returns the page of a kind; it exists, as there is an approval of that kind. */
	private ApprovalPage page(String kind) {
		return Objects.requireNonNull(pages.get(kind), kind);
	}

	void show(SignOnOutcome.Pending pending, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		String browserId = browserBinding.browserId(request, response);
		Approval.Page page = pending.page();
		ApprovalCodec.Shown shown = new ApprovalCodec.Shown(
				new Approval.Decision(page.kind(), page.id(), page.fingerprint(), "", page.optional()),
				RandomValues.token(NUMBER_BYTES, random));
		Map<String, String> hidden = new LinkedHashMap<>();
		hidden.put("flow",
				flows.forApproval(new LoginFlows.Approving(pending.request(), pending.progress(), shown), browserId));
		hidden.put("_csrf", browserId);
		page(page.kind()).show(
				new ApprovalPage.Form(pending, action, hidden, again(pending.request(), pending.progress(), browserId)),
				request, response);
	}

	/** Returns the URL at which a GET shows the question again. */
	private String again(SignOnRequest signOn, Approval.Progress progress, String browserId) {
		return action + "?flow=" + flows.forApproval(new LoginFlows.Approving(signOn, progress, null), browserId);
	}

	/**
	 * Stores the user's decision, and continues. A form is used once, in the session in
	 * which it was shown: otherwise nothing is stored, and the user is asked once more if
	 * that is needed. Spring Security has already checked that the form was issued to
	 * this browser.
	 * @return what the user must do next; empty if the answer was sent
	 */
	Optional<SignOnOutcome.Interaction> decide(LoginFlows.Approving approving, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, ServiceGoneException, IOException {
		SignOnRequest signOn = approving.request();
		Approval.Progress progress = approving.progress();
		ApprovalCodec.Shown shown = Objects.requireNonNull(approving.shown());
		ApprovalPage page = pages.get(shown.page().kind());
		ApprovalPage.Declined declined = page == null ? null : page.declined();
		String decision = Objects.requireNonNullElse(request.getParameter(ApprovalPage.DECISION), "");
		try {
			Optional<SsoSession> session = exchange.read(request);
			boolean same = session.filter(current -> current.key().equals(progress.session())).isPresent();
			if (same && declined != null && decision.equals(ApprovalPage.DECLINE)) {
				String user = session.get().principal();
				audit.declined(declined.event(), user, shown.page(), signOn, request);
				exchange.send(signOn, new SignOnOutcome.Refused(declined.refusal()), user, request, response);
				return Optional.empty();
			}
			Approval.Decisions decisions = progress.decisions();
			if (same && page != null && decision.equals(ApprovalPage.ACCEPT)
					&& exchange.isFirstUse(signOn, shown.number())) {
				decisions = new Approval.Decisions(decisions.earlier(), page.decision(shown.page(), request));
			}
			return exchange.approve(signOn, new Approval.Progress(progress.session(), progress.newLogin(), decisions),
					session, request, response);
		}
		catch (StoreUnavailableException ex) {
			// The page that waits shows the question again if it is still open.
			logger.warn("A decision waits for the store: {}", ex.getMessage());
			Responses.seeOther(response, again(signOn, progress, browserBinding.browserId(request, response)));
			return Optional.empty();
		}
	}

}
