package org.campanile.saml;

/** URIs of SAML 2.0 that more than one package uses. */
public final class Saml {

	public static final String PROTOCOL_NS = "urn:oasis:names:tc:SAML:2.0:protocol";

	public static final String ASSERTION_NS = "urn:oasis:names:tc:SAML:2.0:assertion";

	public static final String METADATA_NS = "urn:oasis:names:tc:SAML:2.0:metadata";

	public static final String DSIG_NS = "http://www.w3.org/2000/09/xmldsig#";

	public static final String BINDING_REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

	public static final String BINDING_POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";

	public static final String BINDING_SOAP = "urn:oasis:names:tc:SAML:2.0:bindings:SOAP";

	/** The namespace of SOAP 1.1, which the SOAP binding uses. */
	public static final String SOAP_NS = "http://schemas.xmlsoap.org/soap/envelope/";

	private Saml() {
	}

}
