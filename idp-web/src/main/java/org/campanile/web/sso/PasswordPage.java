package org.campanile.web.sso;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.authn.FactorKind;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;
import org.campanile.web.page.LoginPage;
import org.campanile.web.page.Pages;
import org.campanile.web.store.SessionProperties;

/** The form for username and password. Thread-safe. */
@Component
class PasswordPage implements FactorPage {

	private final Pages pages;

	private final ServiceViews services;

	private final boolean sharedComputerOffered;

	private final StageTimers timers;

	PasswordPage(Pages pages, ServiceViews services, SessionProperties sessionProperties, StageTimers timers) {
		this.pages = pages;
		this.services = services;
		this.sharedComputerOffered = sessionProperties.sharedComputerChoice();
		this.timers = timers;
	}

	@Override
	public FactorKind kind() {
		return FactorKind.PASSWORD;
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		LoginPage page = new LoginPage(services.view(form.state().request(), request), form.action(),
				form.hiddenFields(), form.loginName(), !form.state().fixedLoginName().isEmpty(), form.message(),
				form.retryAfter(), sharedComputerOffered, form.selfUrl());
		timers.time(Stage.RENDER, () -> {
			pages.login(page, request, response);
			return page;
		});
	}

}
