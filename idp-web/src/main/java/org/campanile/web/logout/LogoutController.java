package org.campanile.web.logout;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import org.campanile.IdentityProvider;
import org.campanile.logout.LogoutOutcome;
import org.campanile.logout.SingleLogout;
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

	/** Values of Sec-Fetch-Dest of requests whose response the user sees. */
	private static final Set<String> SEEN = Set.of("document", "iframe", "frame");

	private final SingleLogout singleLogout;

	private final SessionCookie sessionCookie;

	private final LogoutEntry entry;

	private final IdentityProvider identityProvider;

	private final BrowserBinding browserBinding;

	private final Pages pages;

	LogoutController(SingleLogout singleLogout, SessionCookie sessionCookie, LogoutEntry entry,
			IdentityProvider identityProvider, BrowserBinding browserBinding, Pages pages) {
		this.singleLogout = singleLogout;
		this.sessionCookie = sessionCookie;
		this.entry = entry;
		this.identityProvider = identityProvider;
		this.browserBinding = browserBinding;
		this.pages = pages;
	}

	@GetMapping(LogoutEndpoints.LOGOUT)
	void logout(HttpServletRequest request, HttpServletResponse response) throws IOException {
		if (isOfAnotherSite(request) && sessionCookie.read(request).isPresent()) {
			seeOther(LogoutEndpoints.CONFIRM, response);
			return;
		}
		end(request, response);
	}

	@GetMapping(LogoutEndpoints.CONFIRM)
	void ask(HttpServletRequest request, HttpServletResponse response) throws IOException {
		pages.logoutQuestion(identityProvider.contextPath() + LogoutEndpoints.CONFIRM,
				Map.of("_csrf", browserBinding.browserId(request, response)), request, response);
	}

	@PostMapping(LogoutEndpoints.CONFIRM)
	void confirmed(HttpServletRequest request, HttpServletResponse response) throws IOException {
		end(request, response);
	}

	/**
	 * Whether a page of another site led here, or some page loads this address unseen, as
	 * an image (<a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata</a>).
	 * Redirects on the way do not hide it. A browser that does not send these headers is
	 * trusted, as links must work there too.
	 */
	private static boolean isOfAnotherSite(HttpServletRequest request) {
		String shownIn = request.getHeader("Sec-Fetch-Dest");
		return "cross-site".equals(request.getHeader("Sec-Fetch-Site")) || shownIn != null && !SEEN.contains(shownIn);
	}

	private void end(HttpServletRequest request, HttpServletResponse response) throws IOException {
		Optional<String> token = sessionCookie.read(request);
		if (token.isPresent()) {
			sessionCookie.clear(response);
		}
		LogoutOutcome outcome = token.map(singleLogout::end)
			.orElseGet(() -> new LogoutOutcome(List.of(), List.of(), false));
		entry.began(outcome, null, request, response);
	}

	/**
	 * A button on another site's page posts across sites, without the SameSite=Lax
	 * session cookie. The browser is redirected to a GET, which carries the cookie and
	 * asks the user.
	 */
	@PostMapping(LogoutEndpoints.LOGOUT)
	void posted(HttpServletResponse response) {
		seeOther(LogoutEndpoints.LOGOUT, response);
	}

	private void seeOther(String path, HttpServletResponse response) {
		response.setStatus(HttpServletResponse.SC_SEE_OTHER);
		response.setHeader(HttpHeaders.LOCATION, identityProvider.baseUrl() + path);
	}

}
