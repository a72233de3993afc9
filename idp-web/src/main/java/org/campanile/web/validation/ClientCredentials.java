package org.campanile.web.validation;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpHeaders;

/**
 * The client's credentials: a bearer token (RFC 6750), the bare token in privacyIDEA's
 * headers, or the client's name and the token (RFC 7617), which all clients can be given
 * in their URL.
 *
 * @param name the client's name, where it is given
 */
record ClientCredentials(Optional<String> name, String token) {

	/** A longer header is none. */
	private static final int MAX_HEADER = 1_200;

	private static final String BASIC = "Basic ";

	private static final String BEARER = "Bearer ";

	static Optional<ClientCredentials> of(HttpServletRequest request) {
		String header = request.getHeader("PI-Authorization");
		if (header == null) {
			header = request.getHeader(HttpHeaders.AUTHORIZATION);
		}
		if (header == null || header.length() > MAX_HEADER) {
			return Optional.empty();
		}
		if (header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
			return basic(header.substring(BASIC.length()).strip());
		}
		return Optional
			.of(new ClientCredentials(Optional.empty(), header.regionMatches(true, 0, BEARER, 0, BEARER.length())
					? header.substring(BEARER.length()).strip() : header.strip()));
	}

	private static Optional<ClientCredentials> basic(String encoded) {
		try {
			String text = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
			int colon = text.indexOf(':');
			return colon < 0 ? Optional.empty() : Optional
				.of(new ClientCredentials(Optional.of(text.substring(0, colon)), text.substring(colon + 1)));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/** Omits the token. */
	@Override
	public String toString() {
		return "ClientCredentials[" + name + "]";
	}

}
