package org.campanile.saml;

import java.util.Set;

import org.campanile.protocol.Endpoint;
import org.campanile.protocol.Endpoint.Kind;

/**
 * The paths of the SAML endpoints, below the context path; the same as in Shibboleth.
 */
public final class SamlEndpoints {

	public static final String REDIRECT_SSO = "/profile/SAML2/Redirect/SSO";

	public static final String POST_SSO = "/profile/SAML2/POST/SSO";

	public static final String UNSOLICITED_SSO = "/profile/SAML2/Unsolicited/SSO";

	public static final String REDIRECT_SLO = "/profile/SAML2/Redirect/SLO";

	public static final String POST_SLO = "/profile/SAML2/POST/SLO";

	/** The path of back-channel logout requests from services. */
	public static final String SOAP_SLO = "/profile/SAML2/SOAP/SLO";

	/** The server's metadata. */
	public static final String METADATA = "/metadata";

	/** The server's metadata, at the URL that is the entityID by default. */
	public static final String ENTITY_ID = "/shibboleth";

	/**
	 * All endpoints. Messages of services are cross-site requests; they are protected by
	 * signatures and metadata instead of CSRF tokens.
	 */
	public static final Set<Endpoint> ALL = Set.of(new Endpoint(REDIRECT_SSO, Kind.SIGN_ON, true),
			new Endpoint(POST_SSO, Kind.SIGN_ON_BY_POST, true), new Endpoint(UNSOLICITED_SSO, Kind.SIGN_ON, true),
			new Endpoint(REDIRECT_SLO, Kind.LOGOUT, true), new Endpoint(POST_SLO, Kind.LOGOUT, true),
			new Endpoint(SOAP_SLO, Kind.LOGOUT, true), new Endpoint(METADATA, Kind.OTHER, false),
			new Endpoint(ENTITY_ID, Kind.OTHER, false));

	private SamlEndpoints() {
	}

}
