package org.campanile.web.logout;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutProgress;
import org.campanile.logout.LogoutResult;
import org.campanile.logout.OpenLogoutRequest.Presentation;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.page.RedirectPage.Purpose;

/**
 * The pages of a logout that has begun, for the browser that began it; each can be loaded
 * again.
 */
@Controller
class LogoutPagesController {

	private static final Pattern CODE = Pattern.compile("[A-Z_]{1,40}-[2-9A-Z]{6}");

	private final FrontChannelLogout frontChannel;

	private final LogoutBrowser browser;

	private final LogoutViews views;

	private final LogoutProblems problems;

	private final LogoutAudit audit;

	LogoutPagesController(FrontChannelLogout frontChannel, LogoutBrowser browser, LogoutViews views,
			LogoutProblems problems, LogoutAudit audit) {
		this.frontChannel = frontChannel;
		this.browser = browser;
		this.views = views;
		this.problems = problems;
		this.audit = audit;
	}

	@GetMapping(LogoutEndpoints.PROGRESS)
	void progress(@RequestParam(defaultValue = "") String id, @RequestParam(defaultValue = "") String fault,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		browser.clearEnded(request, response);
		if (!browser.mayOpen(id, request)) {
			problems.expired(request, response);
			return;
		}
		try {
			Optional<LogoutProgress> progress = frontChannel.find(id);
			if (progress.isPresent()) {
				views.progress(progress.get(), code(fault), request, response);
			}
			else {
				// Complete or unknown: the result page handles both.
				done(id, fault, request, response);
			}
		}
		catch (StoreUnavailableException ex) {
			problems.unavailable(ex, request, response);
		}
	}

	@GetMapping(LogoutEndpoints.ASK)
	void ask(@RequestParam(defaultValue = "") String ticket, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		try {
			Optional<FrontChannelLogout.Request> asked = frontChannel.ask(ticket, Presentation.FRAME);
			if (asked.isPresent()) {
				views.lead(asked.get(), request, response);
			}
			else {
				views.known(ServiceLogoutState.CANNOT_BE_ASKED, request, response);
			}
		}
		catch (StoreUnavailableException ex) {
			problems.audit(ex, request);
			views.known(ServiceLogoutState.NO_ANSWER, request, response);
		}
	}

	@GetMapping(LogoutEndpoints.AGAIN)
	void again(@RequestParam(defaultValue = "") String ticket, @RequestParam(defaultValue = "") String id,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		try {
			Optional<FrontChannelLogout.Request> asked = frontChannel.ask(ticket, Presentation.PAGE);
			if (asked.isPresent()) {
				views.send(asked.get().service(), asked.get().message(), Purpose.LOGOUT, request, response);
			}
			else {
				done(id, "", request, response);
			}
		}
		catch (StoreUnavailableException ex) {
			problems.unavailable(ex, request, response);
		}
	}

	@GetMapping(LogoutEndpoints.DONE)
	void done(@RequestParam(defaultValue = "") String id, @RequestParam(defaultValue = "") String fault,
			HttpServletRequest request, HttpServletResponse response) throws IOException {
		browser.clearEnded(request, response);
		if (!browser.mayOpen(id, request)) {
			problems.expired(request, response);
			return;
		}
		try {
			Optional<LogoutResult> result = frontChannel.result(id);
			if (result.isEmpty()) {
				problems.expired(request, response);
				return;
			}
			audit.finished(id, result.get(), request);
			if (!views.sendIfComplete(result.get(), code(fault), request, response)) {
				views.result(result.get(), id, code(fault), request, response);
			}
		}
		catch (StoreUnavailableException ex) {
			problems.unavailable(ex, request, response);
		}
	}

	private static @Nullable String code(String fault) {
		return CODE.matcher(fault).matches() ? fault : null;
	}

}
