package org.campanile.web.logout;

import java.io.IOException;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import org.campanile.IdentityProvider;
import org.campanile.web.page.Pages;
import org.campanile.web.security.BrowserBinding;
import org.campanile.web.sso.SessionCookie;

/**
 * A logout that begins at the identity provider, under the same path as in Shibboleth. A
 * page of another site may link here; the user then confirms before the session is
 * terminated.
 */
@Controller
class LogoutController {

	private final SessionCookie sessionCookie;

	private final LogoutEntry entry;

	private final IdentityProvider identityProvider;

	private final BrowserBinding browserBinding;

	private final Pages pages;

	private final LogoutViews views;

	LogoutController(SessionCookie sessionCookie, LogoutEntry entry, IdentityProvider identityProvider,
			BrowserBinding browserBinding, Pages pages, LogoutViews views) {
		this.sessionCookie = sessionCookie;
		this.entry = entry;
		this.identityProvider = identityProvider;
		this.browserBinding = browserBinding;
		this.pages = pages;
		this.views = views;
	}

	@GetMapping(LogoutEndpoints.LOGOUT)
	void logout(HttpServletRequest request, HttpServletResponse response) throws IOException {
		if (isOfAnotherSite(request) && sessionCookie.read(request).isPresent()) {
			entry.confirm(response);
			return;
		}
		entry.ended(null, request, response);
	}

	@GetMapping(LogoutEndpoints.CONFIRM)
	void ask(HttpServletRequest request, HttpServletResponse response) throws IOException {
		pages.logoutQuestion(identityProvider.contextPath() + LogoutEndpoints.CONFIRM,
				Map.of("_csrf", browserBinding.browserId(request, response)), request, response);
	}

	@PostMapping(LogoutEndpoints.CONFIRM)
	void confirmed(HttpServletRequest request, HttpServletResponse response) throws IOException {
		entry.ended(null, request, response);
	}

	/**
	 * Whether a page of another site led here, or some page loads this address unseen.
	 */
	private static boolean isOfAnotherSite(HttpServletRequest request) {
		return "cross-site".equals(request.getHeader("Sec-Fetch-Site")) || LogoutEntry.isUnseen(request);
	}

	/**
	 * A button on another site's page posts across sites, without the SameSite=Lax
	 * session cookie. The browser is redirected to a GET, which carries the cookie and
	 * asks the user.
	 */
	@PostMapping(LogoutEndpoints.LOGOUT)
	void posted(HttpServletResponse response) {
		views.seeOther(LogoutEndpoints.LOGOUT, response);
	}

}
