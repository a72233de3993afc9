package org.campanile.release;

import java.time.Instant;

import org.campanile.session.ServiceSignOn;
import org.jspecify.annotations.Nullable;

/**
 * A name identifier (SAML Core 2.2.3).
 *
 * @param value the identifier
 * @param format its format's URI
 * @param nameQualifier the identity provider's entityID, where the format calls for it
 * @param spNameQualifier the service's, where the format calls for it
 */
public record NameId(String value, String format, @Nullable String nameQualifier, @Nullable String spNameQualifier) {

	public static final String TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

	public static final String PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

	public static final String EMAIL_ADDRESS = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

	public static final String UNSPECIFIED = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";

	/** The identifier that a service was given at a sign-on, with its qualifiers. */
	public static NameId of(ServiceSignOn signOn) {
		return new NameId(signOn.nameId(), signOn.nameIdFormat(), signOn.nameQualifier(), signOn.spNameQualifier());
	}

	/** A sign-on by this identifier. */
	public ServiceSignOn signOn(String service, Instant at) {
		return new ServiceSignOn(service, value, format, nameQualifier, spNameQualifier, at);
	}

}
