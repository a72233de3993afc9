package org.campanile;

import java.net.URI;
import java.util.List;

/**
 * This identity provider as configured. Every address derives from {@code baseUrl}, never
 * from a Host header.
 *
 * @param id its id in protocols that have one, such as SAML's entityID
 * @param baseUrl the public base address without a trailing slash, such as
 * {@code https://login.example.edu/idp}
 * @param scopes the scopes that its scoped attributes may carry
 */
public record IdentityProvider(String id, String baseUrl, List<String> scopes) {

	public IdentityProvider {
		scopes = List.copyOf(scopes);
	}

	/**
	 * The public address of a path below the base address.
	 * @param path begins with a slash
	 */
	public String url(String path) {
		return baseUrl + path;
	}

	/** Whether the public address uses https; http is only for trials on loopback. */
	public boolean secure() {
		return baseUrl.startsWith("https:");
	}

	/** The path part of the base address, empty or beginning with a slash. */
	public String contextPath() {
		String path = URI.create(baseUrl).getPath();
		return path == null ? "" : path;
	}

}
