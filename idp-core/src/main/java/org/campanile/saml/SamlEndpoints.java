package org.campanile.saml;

import java.util.Set;

import org.campanile.protocol.Endpoint;
import org.campanile.protocol.Endpoint.Kind;

/**
 * Where SAML is served, below the context path: the addresses that Shibboleth gives it.
 */
public final class SamlEndpoints {

	public static final String REDIRECT_SSO = "/profile/SAML2/Redirect/SSO";

	public static final String POST_SSO = "/profile/SAML2/POST/SSO";

	public static final String UNSOLICITED_SSO = "/profile/SAML2/Unsolicited/SSO";

	public static final String REDIRECT_SLO = "/profile/SAML2/Redirect/SLO";

	public static final String POST_SLO = "/profile/SAML2/POST/SLO";

	/** Where services ask for a logout directly, without a browser. */
	public static final String SOAP_SLO = "/profile/SAML2/SOAP/SLO";

	/** Our metadata. */
	public static final String METADATA = "/metadata";

	/** Our metadata, at the address that is the entityID by default. */
	public static final String ENTITY_ID = "/shibboleth";

	/**
	 * All of them. Messages of services come from elsewhere by nature; what protects them
	 * is their signature and our metadata.
	 */
	public static final Set<Endpoint> ALL = Set.of(new Endpoint(REDIRECT_SSO, Kind.SIGN_ON, true),
			new Endpoint(POST_SSO, Kind.SIGN_ON_BY_POST, true), new Endpoint(UNSOLICITED_SSO, Kind.SIGN_ON, true),
			new Endpoint(REDIRECT_SLO, Kind.LOGOUT, true), new Endpoint(POST_SLO, Kind.LOGOUT, true),
			new Endpoint(SOAP_SLO, Kind.LOGOUT, true), new Endpoint(METADATA, Kind.OTHER, false),
			new Endpoint(ENTITY_ID, Kind.OTHER, false));

	private SamlEndpoints() {
	}

}
