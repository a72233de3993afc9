package org.campanile.web.management;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;

/**
 * Answers who may not do what they asked for: 401 without the token (RFC 6750, 3), 403
 * with it. Thread-safe.
 */
final class TokenWanted implements AuthenticationEntryPoint {

	private final ManagementToken token;

	TokenWanted(ManagementToken token) {
		this.token = token;
	}

	@Override
	public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException refused)
			throws IOException {
		if (token.isShownBy(request)) {
			ManagementErrors.write(response, HttpServletResponse.SC_FORBIDDEN, "not for a page in a browser");
			return;
		}
		response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"campanile management\"");
		ManagementErrors.write(response, HttpServletResponse.SC_UNAUTHORIZED,
				"the token is missing or wrong: send the header Authorization: Bearer, with what the server's "
						+ "credentials/" + ManagementTokenFile.NAME + " holds");
	}

}
