package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.authn.PasswordWarning;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;
import org.campanile.web.config.SessionProperties;
import org.campanile.web.page.LoginMessage;
import org.campanile.web.page.LoginPage;
import org.campanile.web.page.Pages;
import org.campanile.web.page.PasswordWarningPage;
import org.campanile.web.security.BrowserBinding;

/** Shows the login form, with the sealed flow in it. Thread-safe. */
@Component
class LoginPages {

	private final Pages pages;

	private final Services services;

	private final LoginFlows flows;

	private final BrowserBinding browserBinding;

	private final String action;

	private final boolean sharedComputerOffered;

	private final StageTimers timers;

	LoginPages(Pages pages, Services services, LoginFlows flows, BrowserBinding browserBinding,
			IdentityProvider identityProvider, SessionProperties sessionProperties, StageTimers timers) {
		this.pages = pages;
		this.services = services;
		this.flows = flows;
		this.browserBinding = browserBinding;
		this.action = identityProvider.contextPath() + LoginController.PATH;
		this.sharedComputerOffered = sessionProperties.sharedComputerChoice();
		this.timers = timers;
	}

	/** The empty form. */
	void show(SignOnRequest signOn, SignOnOutcome.LoginRequired loginRequired, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		LoginMessage message = switch (loginRequired.reason()) {
			case NO_SESSION -> LoginMessage.NONE;
			case FORCED -> LoginMessage.FORCED;
			case STRONGER_AUTHENTICATION -> LoginMessage.STRONGER_AUTHENTICATION;
		};
		String browserId = browserBinding.browserId(request, response);
		show(new Form(signOn, flows.forForm(signOn, loginRequired.fixedLoginName(), browserId),
				loginRequired.fixedLoginName(), !loginRequired.fixedLoginName().isEmpty(), message, null), request,
				response);
	}

	/**
	 * The password is right but will expire soon: says so once, with a link that goes on
	 * to the service.
	 */
	void warn(SignOnRequest signOn, PasswordWarning warning, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		pages.passwordWarning(new PasswordWarningPage(services.view(signOn, request), warning, action,
				Map.of("flow", flows.forUrl(signOn.authenticated()))), request, response);
	}

	/**
	 * The form again, after a try.
	 *
	 * @param flow the sealed flow, as the form carried it
	 * @param username as typed
	 * @param usernameFixed whether nobody else may sign in
	 */
	record Form(SignOnRequest signOn, String flow, String username, boolean usernameFixed, LoginMessage message,
			@Nullable Duration retryAfter) {
	}

	void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		Map<String, String> hidden = new LinkedHashMap<>();
		hidden.put("flow", form.flow());
		hidden.put("_csrf", browserBinding.browserId(request, response));
		LoginPage page = new LoginPage(services.view(form.signOn(), request), action, hidden, form.username(),
				form.usernameFixed(), form.message(), form.retryAfter(), sharedComputerOffered);
		timers.time(Stage.RENDER, () -> {
			pages.login(page, request, response);
			return page;
		});
	}

}
