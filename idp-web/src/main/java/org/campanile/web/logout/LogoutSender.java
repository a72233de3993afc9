package org.campanile.web.logout;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

import org.campanile.logout.LogoutResult;
import org.campanile.logout.LogoutStatus;
import org.campanile.protocol.Answer;
import org.campanile.web.page.Pages;
import org.campanile.web.page.RedirectPage;
import org.campanile.web.page.RedirectPage.Purpose;
import org.campanile.web.sso.Services;

/** Sends messages to services through the whole window. Thread-safe. */
@Component
class LogoutSender {

	private final Pages pages;

	private final Services services;

	LogoutSender(Pages pages, Services services) {
		this.pages = pages;
		this.services = services;
	}

	/**
	 * Sends the response to the initiating service, unless there is something to report
	 * to the user here.
	 * @param faultCode what failed here; null for nothing
	 * @return whether it was sent
	 */
	boolean sendIfAllIsSaid(LogoutResult result, @Nullable String faultCode, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Optional<Answer> answer = result.answer();
		String initiator = result.initiator();
		boolean said = result.status() == LogoutStatus.SUCCESS || result.status() == LogoutStatus.UNKNOWN_SESSION;
		if (answer.isEmpty() || initiator == null || faultCode != null || !said) {
			return false;
		}
		send(initiator, answer.get(), Purpose.LOGGED_OUT, request, response);
		return true;
	}

	void send(String service, Answer message, Purpose purpose, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		switch (message) {
			case Answer.Redirect redirect -> {
				response.setStatus(HttpServletResponse.SC_SEE_OTHER);
				response.setHeader(HttpHeaders.LOCATION, redirect.url());
				response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
			}
			case Answer.Post post -> pages.redirect(
					new RedirectPage(services.view(service, post.url(), request), post, purpose), request, response);
		}
	}

}
