package org.campanile.web.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.IdentityProvider;

/**
 * Who this server is.
 *
 * @param baseUrl the public address, without a trailing slash, such as
 * {@code https://login.example.edu/idp}; http is accepted for loopback alone
 * @param entityId the SAML entityID; by default the base address followed by
 * {@code /shibboleth}
 * @param scopes the domains that scoped attributes may carry, such as {@code example.edu}
 */
@ConfigurationProperties("campanile")
public record CampanileProperties(@DefaultValue("http://localhost:8080/idp") String baseUrl, @Nullable String entityId,
		@DefaultValue List<String> scopes) {

	private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

	/**
	 * @throws IllegalArgumentException naming the key and what is wrong with it
	 */
	public IdentityProvider identityProvider() {
		URI uri = baseUri();
		if (!"https".equals(uri.getScheme()) && !("http".equals(uri.getScheme()) && LOOPBACK.contains(uri.getHost()))) {
			throw new IllegalArgumentException(
					"campanile.base-url: " + baseUrl + " is not https; http is accepted for localhost alone");
		}
		if (uri.getRawQuery() != null || uri.getRawFragment() != null || uri.getRawUserInfo() != null
				|| baseUrl.endsWith("/")) {
			throw new IllegalArgumentException("campanile.base-url: " + baseUrl
					+ " must be scheme, host, port and path alone, without a trailing slash");
		}
		for (String scope : scopes) {
			if (!scope.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,126}")) {
				throw new IllegalArgumentException("campanile.scopes: \"" + scope + "\" is not a domain name");
			}
		}
		return new IdentityProvider(entityId == null ? baseUrl + "/shibboleth" : entityId, baseUrl, scopes);
	}

	private URI baseUri() {
		try {
			URI uri = new URI(baseUrl);
			if (uri.getHost() == null || uri.getScheme() == null) {
				throw new URISyntaxException(baseUrl, "scheme and host are needed");
			}
			return uri;
		}
		catch (URISyntaxException ex) {
			throw new IllegalArgumentException("campanile.base-url: " + baseUrl + " is not a URL: " + ex.getReason(),
					ex);
		}
	}

}
