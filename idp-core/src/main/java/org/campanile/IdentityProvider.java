package org.campanile;

import java.net.URI;
import java.util.List;

/**
 * Who we are, as configured; every address derives from {@code baseUrl} and never from a
 * Host header.
 *
 * @param id our name in protocols that know us by one, such as SAML's entityID
 * @param baseUrl the public base address without a trailing slash, such as
 * {@code https://login.example.edu/idp}
 * @param scopes the scopes our scoped attributes may carry ({@code shibmd:Scope})
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

	/** Whether people reach us by https; http is for trials on loopback alone. */
	public boolean secure() {
		return baseUrl.startsWith("https:");
	}

	/** The path part of the base address, empty or beginning with a slash. */
	public String contextPath() {
		String path = URI.create(baseUrl).getPath();
		return path == null ? "" : path;
	}

}
