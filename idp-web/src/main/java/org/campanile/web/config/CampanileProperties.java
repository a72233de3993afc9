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
 * The identity of this server.
 *
 * @param baseUrl the public address, without a trailing slash, such as
 * {@code https://login.example.edu/idp}; http is accepted for loopback alone
 * @param entityId the SAML entityID; by default the base address followed by
 * {@code /shibboleth}
 * @param scopes the domains that scoped attributes may carry, such as {@code example.edu}
 */
@ConfigurationProperties("campanile")
public record CampanileProperties(@DefaultValue("http://localhost:8080/idp") String baseUrl, @Nullable String entityId,
		@DefaultValue List<String> scopes) implements CheckedProperties {

	private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

	/** The maximum length of an entityID (SAML Core 8.3.6). */
	private static final int MAX_ENTITY_ID = 1024;

	/**
	 * @throws IllegalArgumentException if a setting is invalid; the message names the key
	 */
	public IdentityProvider identityProvider() {
		checkBaseUrl();
		checkEntityId();
		scopes.forEach(CampanileProperties::checkScope);
		return new IdentityProvider(entityId == null ? baseUrl + "/shibboleth" : entityId, baseUrl, scopes);
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::checkBaseUrl);
		faults.check(this::checkEntityId);
		scopes.forEach(scope -> faults.check(() -> checkScope(scope)));
	}

	private void checkBaseUrl() {
		URI uri = baseUri();
		if (!"https".equals(uri.getScheme()) && !("http".equals(uri.getScheme()) && LOOPBACK.contains(uri.getHost()))) {
			throw new IllegalArgumentException("campanile.base-url: " + baseUrl
					+ " is not https; http is accepted only for localhost, so set the https address that users open");
		}
		if (uri.getRawQuery() != null || uri.getRawFragment() != null || uri.getRawUserInfo() != null
				|| baseUrl.endsWith("/")) {
			throw new IllegalArgumentException("campanile.base-url: " + baseUrl
					+ " has more than scheme, host, port and path; remove the rest, and a slash at the end");
		}
	}

	private void checkEntityId() {
		if (entityId == null) {
			return;
		}
		try {
			if (entityId.length() <= MAX_ENTITY_ID && new URI(entityId).isAbsolute()) {
				return;
			}
		}
		catch (URISyntaxException ex) {
			throw new IllegalArgumentException("campanile.entity-id: \"" + entityId + "\" is not a URI: "
					+ ex.getReason() + "; remove it to have base-url with /shibboleth", ex);
		}
		throw new IllegalArgumentException("campanile.entity-id: \"" + entityId
				+ "\" is not a URI of 1024 characters at most; remove it to have base-url with /shibboleth");
	}

	private static void checkScope(String scope) {
		if (!scope.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,126}")) {
			throw new IllegalArgumentException("campanile.scopes: \"" + scope
					+ "\" is not a domain name; write one such as example.edu, without @");
		}
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
			throw new IllegalArgumentException("campanile.base-url: " + baseUrl + " is not a URL: " + ex.getReason()
					+ "; write it as https://login.example.edu/idp", ex);
		}
	}

}
