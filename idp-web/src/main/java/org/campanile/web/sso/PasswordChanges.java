package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.authn.PasswordChange;
import org.campanile.authn.Verdict;
import org.campanile.session.SessionKey;
import org.campanile.signon.SignOnRequest;
import org.campanile.web.page.PasswordChangePage;
import org.campanile.web.page.PasswordChangePage.Cause;
import org.campanile.web.page.PasswordChangePage.Message;
import org.campanile.web.page.Pages;
import org.campanile.web.security.BrowserBinding;

/** Shows the form on which users choose a new password during a login. Thread-safe. */
@Component
public class PasswordChanges {

	/**
	 * The maximum length in a URL, in characters; servers and proxies accept a URL of
	 * this length.
	 */
	static final int LONGEST_IN_URL = 4_000;

	private final PasswordChange passwordChange;

	private final Pages pages;

	private final ServiceViews services;

	private final LoginFlows flows;

	private final BrowserBinding browserBinding;

	private final String login;

	private final String action;

	PasswordChanges(PasswordChange passwordChange, Pages pages, ServiceViews services, LoginFlows flows,
			BrowserBinding browserBinding, IdentityProvider identityProvider) {
		this.passwordChange = passwordChange;
		this.pages = pages;
		this.services = services;
		this.flows = flows;
		this.browserBinding = browserBinding;
		this.login = identityProvider.contextPath() + LoginController.PATH;
		this.action = identityProvider.contextPath() + PasswordChangeController.PATH;
	}

	/**
	 * Returns the URL at which a signed-in user changes the password, and then continues
	 * to a service.
	 * @param session the session that the user has in this browser
	 * @return empty if it is not changed here
	 */
	public Optional<String> url(SignOnRequest signOn, SessionKey session, HttpServletRequest request,
			HttpServletResponse response) {
		return passwordChange.isOffered()
				? Optional.of(action + PasswordChangeController.query(Map.of("flow",
						flows.forUrlAfterLogin(signOn, session, browserBinding.browserId(request, response)))))
				: Optional.empty();
	}

	/** Whether users can change the password here. */
	public boolean isOffered() {
		return passwordChange.isOffered();
	}

	/**
	 * Whether a login refused for that reason can continue after the password is changed.
	 */
	boolean isOfferedAfter(Verdict.Reason reason) {
		return passwordChange.isOfferedAfter(reason);
	}

	/**
	 * Shows the form to a user whose password is right but has expired or must be
	 * changed.
	 */
	void ask(LoginFlows.Changing changing, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		ask(changing, flows.forPasswordChange(changing, browserBinding.browserId(request, response)), Message.NONE,
				null, request, response);
	}

	/**
	 * Shows the same form again, after an attempt.
	 * @param flow the sealed flow, as the form carried it
	 */
	void ask(LoginFlows.Changing changing, String flow, Message message, @Nullable Duration retryAfter,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		SignOnRequest signOn = changing.state().request();
		Map<String, String> hidden = new LinkedHashMap<>();
		hidden.put("flow", flow);
		// A login that has come far may be too long for an address; it starts again.
		String again = login + "?flow=" + flows.forUrl(signOn, browserBinding.browserId(request, response))
				+ "&instead=true";
		if (request.getParameter(LoginPages.SHARED_COMPUTER) != null) {
			hidden.put(LoginPages.SHARED_COMPUTER, "true");
			again += '&' + LoginPages.SHARED_COMPUTER + "=true";
		}
		String self = flow.length() > LONGEST_IN_URL ? again : action + PasswordChangeController.query(hidden);
		show(signOn, switch (changing.reason()) {
			case PASSWORD_MUST_CHANGE -> Cause.MUST_CHANGE;
			default -> Cause.EXPIRED;
		}, changing.loginName(), hidden, message, retryAfter, again, self, request, response);
	}

	/**
	 * Shows the form to a user who is signed in and was warned.
	 * @param hidden what leads on to the service
	 */
	void offer(SignOnRequest signOn, String loginName, Map<String, String> hidden, Message message,
			@Nullable Duration retryAfter, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		String query = PasswordChangeController.query(hidden);
		show(signOn, Cause.WISHED, loginName, hidden, message, retryAfter, login + query, action + query, request,
				response);
	}

	private void show(SignOnRequest signOn, Cause cause, String loginName, Map<String, String> hidden, Message message,
			@Nullable Duration retryAfter, String elsewhere, String self, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Map<String, String> posted = new LinkedHashMap<>(hidden);
		posted.put("_csrf", browserBinding.browserId(request, response));
		pages.passwordChange(new PasswordChangePage(services.view(signOn, request), cause, loginName, action, posted,
				message, retryAfter, elsewhere, self), request, response);
	}

}
