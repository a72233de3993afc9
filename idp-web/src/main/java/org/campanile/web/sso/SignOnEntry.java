package org.campanile.web.sso;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.factor.Enrolments;
import org.campanile.session.SsoSession;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.StoreWaitBudget;
import org.campanile.web.page.Responses;
import org.campanile.web.security.BrowserBinding;

/**
 * Accepts sign-on requests that a protocol has validated: the service is answered at once
 * if the user's session suffices; otherwise the request continues at the login page.
 * Thread-safe.
 */
@Component
public class SignOnEntry {

	private static final Logger logger = LoggerFactory.getLogger(SignOnEntry.class);

	private final SignOnExchange exchange;

	private final LoginPages loginPages;

	private final LoginFlows flows;

	private final EnrolledFactors enrolled;

	private final BrowserBinding browserBinding;

	private final IdentityProvider identityProvider;

	SignOnEntry(SignOnExchange exchange, LoginPages loginPages, LoginFlows flows, EnrolledFactors enrolled,
			BrowserBinding browserBinding, IdentityProvider identityProvider) {
		this.exchange = exchange;
		this.loginPages = loginPages;
		this.flows = flows;
		this.enrolled = enrolled;
		this.browserBinding = browserBinding;
		this.identityProvider = identityProvider;
	}

	/**
	 * Begins for a request by GET. A user who must sign in sees the login page at once if
	 * the request may arrive again until it is answered, for example when the page is
	 * reloaded; otherwise the user continues at an address that can be reloaded.
	 * @throws UnanswerableRequestException if the request was answered before
	 * @throws ServiceGoneException if its service is not known
	 */
	public void begin(SignOnRequest signOn, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, ServiceGoneException, IOException {
		if (signOn.repeatableUntil() != null) {
			beginHere(signOn, request, response);
		}
		else if (attempt(signOn, request, response).isPresent()) {
			continueAtLogin(signOn, request, response);
		}
	}

	/**
	 * Begins like {@link #begin}, for a request that may always arrive again: the login
	 * page is shown at once, if there is one.
	 */
	public void beginHere(SignOnRequest signOn, HttpServletRequest request, HttpServletResponse response)
			throws UnanswerableRequestException, ServiceGoneException, IOException {
		Optional<SignOnOutcome.Interaction> interaction = attempt(signOn, request, response);
		if (interaction.isEmpty()) {
			return;
		}
		if (interaction.get() instanceof SignOnOutcome.LoginRequired required
				&& loginPages.silent(required.ask()).isPresent()) {
			// No page asks for that factor, and the login address does not need it.
			continueAtLogin(signOn, request, response);
		}
		else {
			loginPages.show(interaction.get(), request, response);
		}
	}

	/**
	 * The browser's live session; its use is noted.
	 * @return empty if it has none, or the store does not say so at once
	 */
	public Optional<SsoSession> session(HttpServletRequest request) {
		try {
			return StoreWaitBudget.withoutWaiting(() -> exchange.read(request));
		}
		catch (StoreUnavailableException ex) {
			logger.warn("Whether somebody is signed in is not known: {}", ex.getMessage());
			return Optional.empty();
		}
	}

	/**
	 * Begins for a request that another site posted: the browser does not send our
	 * SameSite=Lax cookies with it; the GET that it is redirected to brings them. Setting
	 * one here would overwrite the browser's own.
	 */
	public void beginByPost(SignOnRequest signOn, HttpServletRequest request, HttpServletResponse response) {
		continueAtLogin(flow(signOn, request), response);
	}

	/**
	 * Returns the flow, bound to the browser if that sent its cookie. Two tabs of a
	 * browser that has none yet are each given one, and the browser keeps the later one;
	 * a tab that is bound to the other could not continue. An address that is not bound
	 * may be opened in any browser, as the request itself may be: it is still answered
	 * only once, the form is bound to the browser that shows it, and authentication that
	 * the request forces is still required.
	 */
	private String flow(SignOnRequest signOn, HttpServletRequest request) {
		return browserBinding.presentId(request)
			.map(browserId -> flows.forUrl(signOn, browserId))
			.orElseGet(() -> flows.forUrl(signOn));
	}

	/**
	 * Answers the service if the store responds. Otherwise the request continues at the
	 * login address, where it can be repeated; here a signed one cannot, as its replay
	 * key was recorded on arrival. If it remains unknown for seconds whether the key was
	 * recorded, the request counts as answered there and the user has to start again.
	 */
	private Optional<SignOnOutcome.Interaction> attempt(SignOnRequest signOn, HttpServletRequest request,
			HttpServletResponse response) throws UnanswerableRequestException, ServiceGoneException, IOException {
		try (Enrolments.Reading reading = enrolled.reading()) {
			// The login address waits for the session.
			Optional<SsoSession> session = StoreWaitBudget.withoutWaiting(() -> exchange.read(request));
			return exchange.attempt(signOn, session, request, response);
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A request waits for the store: {}", ex.getMessage());
		}
		catch (UnanswerableRequestException ex) {
			if (ex.reason() != UnanswerableRequestException.Reason.REPLAY_CHECK_UNAVAILABLE) {
				throw ex;
			}
			logger.warn("A request waits for the store: {}", ex.getMessage());
		}
		continueAtLogin(signOn, request, response);
		return Optional.empty();
	}

	private void continueAtLogin(SignOnRequest signOn, HttpServletRequest request, HttpServletResponse response) {
		String flow = flow(signOn, request);
		browserBinding.browserId(request, response);
		continueAtLogin(flow, response);
	}

	private void continueAtLogin(String flow, HttpServletResponse response) {
		Responses.seeOther(response, identityProvider.baseUrl() + LoginController.PATH + "?flow=" + flow);
	}

}
