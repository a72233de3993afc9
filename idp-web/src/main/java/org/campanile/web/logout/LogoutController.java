package org.campanile.web.logout;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import org.campanile.IdentityProvider;
import org.campanile.logout.LogoutOutcome;
import org.campanile.logout.SingleLogout;
import org.campanile.web.sso.SessionCookie;

/**
 * A logout that begins here, at the address that Shibboleth gives it. Other sites may
 * link to it: what they can bring about is a logout, and the person sees it.
 */
@Controller
class LogoutController {

	private static final String PATH = "/profile/Logout";

	private final SingleLogout singleLogout;

	private final SessionCookie sessionCookie;

	private final LogoutExchange exchange;

	private final IdentityProvider identityProvider;

	LogoutController(SingleLogout singleLogout, SessionCookie sessionCookie, LogoutExchange exchange,
			IdentityProvider identityProvider) {
		this.singleLogout = singleLogout;
		this.sessionCookie = sessionCookie;
		this.exchange = exchange;
		this.identityProvider = identityProvider;
	}

	@GetMapping(PATH)
	void logout(HttpServletRequest request, HttpServletResponse response) throws IOException {
		Optional<String> token = sessionCookie.read(request);
		if (token.isPresent()) {
			sessionCookie.clear(response);
		}
		LogoutOutcome outcome = token.map(singleLogout::end)
			.orElseGet(() -> new LogoutOutcome(List.of(), List.of(), false));
		exchange.began(outcome, null, request, response);
	}

	/**
	 * A button on another site's page posts across sites, and the browser leaves our
	 * cookie at home; the GET that it is sent on to brings it.
	 */
	@PostMapping(PATH)
	void posted(HttpServletResponse response) {
		response.setStatus(HttpServletResponse.SC_SEE_OTHER);
		response.setHeader(HttpHeaders.LOCATION, identityProvider.baseUrl() + PATH);
	}

}
