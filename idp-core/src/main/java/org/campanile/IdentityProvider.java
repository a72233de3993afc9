package org.campanile;

import java.net.URI;
import java.util.List;

import org.campanile.saml.SamlEndpoints;

/**
 * Who we are, as configured; every address derives from {@code baseUrl} and never from a
 * Host header.
 *
 * @param entityId our entityID
 * @param baseUrl the public base address without a trailing slash, such as
 * {@code https://login.example.edu/idp}
 * @param scopes the scopes our scoped attributes may carry ({@code shibmd:Scope})
 */
public record IdentityProvider(String entityId, String baseUrl, List<String> scopes) {

	public IdentityProvider {
		scopes = List.copyOf(scopes);
	}

	public String redirectSsoUrl() {
		return baseUrl + SamlEndpoints.REDIRECT_SSO;
	}

	public String postSsoUrl() {
		return baseUrl + SamlEndpoints.POST_SSO;
	}

	public String unsolicitedSsoUrl() {
		return baseUrl + SamlEndpoints.UNSOLICITED_SSO;
	}

	public String redirectSloUrl() {
		return baseUrl + SamlEndpoints.REDIRECT_SLO;
	}

	public String postSloUrl() {
		return baseUrl + SamlEndpoints.POST_SLO;
	}

	/** Where services ask for a logout directly, without a browser. */
	public String soapSloUrl() {
		return baseUrl + SamlEndpoints.SOAP_SLO;
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
