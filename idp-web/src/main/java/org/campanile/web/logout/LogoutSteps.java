package org.campanile.web.logout;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.protocol.Answer;
import org.campanile.web.page.LogoutStepPage;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.Services;

/** Shows the content of the frame in which one service is logged out. Thread-safe. */
@Component
class LogoutSteps {

	private final Pages pages;

	private final Services services;

	LogoutSteps(Pages pages, Services services) {
		this.pages = pages;
		this.services = services;
	}

	void lead(FrontChannelLogout.Request asked, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		String name = services.name(asked.service(), pages.locale(request));
		pages.logoutStep(switch (asked.message()) {
			case Answer.Redirect redirect -> new LogoutStepPage.Leads(name, redirect.url());
			case Answer.Post post -> new LogoutStepPage.Carries(name, post);
		}, request, response);
	}

	void known(ServiceLogoutState state, HttpServletRequest request, HttpServletResponse response) throws IOException {
		pages.logoutStep(new LogoutStepPage.Known(LogoutViews.state(state)), request, response);
	}

}
