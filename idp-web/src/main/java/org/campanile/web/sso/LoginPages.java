package org.campanile.web.sso;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.authn.PasswordWarning;
import org.campanile.session.SessionKey;
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

	/** Seconds left, logins left, or neither. */
	private static final Pattern WARNING = Pattern.compile("([sn])([0-9]{1,9})|soon");

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
	 * @param session the session that has just begun
	 */
	void warn(SignOnRequest signOn, SessionKey session, PasswordWarning warning, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		warn(signOn, flows.forUrlAfterLogin(signOn, session, browserBinding.browserId(request, response)), warning,
				request, response);
	}

	/**
	 * Sends the browser on to where the page that waits tries again by itself, with the
	 * session that has just begun.
	 */
	void goOn(SignOnRequest signOn, SignOnOutcome outcome, HttpServletRequest request, HttpServletResponse response) {
		String browserId = browserBinding.browserId(request, response);
		String flow = outcome instanceof SignOnOutcome.Granted granted
				? flows.forUrlAfterLogin(signOn, granted.session().key(), browserId) : flows.forUrl(signOn, browserId);
		response.setStatus(HttpServletResponse.SC_SEE_OTHER);
		response.setHeader(HttpHeaders.LOCATION, action + "?flow=" + flow);
	}

	/**
	 * As {@link #warn}, once more, for an address that says so.
	 * @param flow as in the link that goes on to the service
	 * @param warning as the address of the page says it
	 * @return false if the address says nothing of a warning
	 */
	boolean warnAgain(SignOnRequest signOn, String flow, String warning, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Matcher parts = WARNING.matcher(warning);
		if (!parts.matches()) {
			return false;
		}
		Optional<Integer> number = Optional.ofNullable(parts.group(2)).map(Integer::valueOf);
		boolean time = "s".equals(parts.group(1));
		warn(signOn, flow, new PasswordWarning(time ? number.map(Duration::ofSeconds) : Optional.empty(),
				time ? Optional.empty() : number), request, response);
		return true;
	}

	private void warn(SignOnRequest signOn, String flow, PasswordWarning warning, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		String said = warning.timeLeft()
			.map(left -> "s" + left.toSeconds())
			.or(() -> warning.graceLoginsLeft().map(left -> "n" + left))
			.orElse("soon");
		pages.passwordWarning(new PasswordWarningPage(services.view(signOn, request), warning, action,
				Map.of("flow", flow), action + "?flow=" + flow + "&warning=" + said), request, response);
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
		// After a POST the form in another language has an address of its own.
		String selfUrl = "POST".equals(request.getMethod()) ? action + "?flow="
				+ flows.forUrl(form.signOn(), browserBinding.browserId(request, response)) + "&instead=true" : null;
		LoginPage page = new LoginPage(services.view(form.signOn(), request), action, hidden, form.username(),
				form.usernameFixed(), form.message(), form.retryAfter(), sharedComputerOffered, selfUrl);
		timers.time(Stage.RENDER, () -> {
			pages.login(page, request, response);
			return page;
		});
	}

}
