package org.campanile.saml.nameid;

import java.util.HashMap;
import java.util.Map;

import org.campanile.protocol.Handle;
import org.jspecify.annotations.Nullable;

/**
 * A name identifier (SAML Core 2.2.3).
 *
 * @param value the identifier
 * @param format its format's URI
 * @param nameQualifier the identity provider's entityID, if the format requires it
 * @param spNameQualifier the service's entityID, if the format requires it
 */
public record NameId(String value, String format, @Nullable String nameQualifier, @Nullable String spNameQualifier) {

	private static final String NAME_QUALIFIER = "q";

	private static final String SP_NAME_QUALIFIER = "p";

	public static final String TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

	public static final String PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

	public static final String EMAIL_ADDRESS = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

	public static final String UNSPECIFIED = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";

	/** A URI that SAML 2.0 does not define but many services use. */
	public static final String UNSPECIFIED_2_0 = "urn:oasis:names:tc:SAML:2.0:nameid-format:unspecified";

	/** The identifier issued to a service, from the form stored in sessions. */
	public static NameId of(Handle handle) {
		return new NameId(handle.value(), handle.kind(), handle.qualifiers().get(NAME_QUALIFIER),
				handle.qualifiers().get(SP_NAME_QUALIFIER));
	}

	/** The form stored in sessions; its kind is the format. */
	public Handle toHandle() {
		Map<String, String> qualifiers = new HashMap<>();
		if (nameQualifier != null) {
			qualifiers.put(NAME_QUALIFIER, nameQualifier);
		}
		if (spNameQualifier != null) {
			qualifiers.put(SP_NAME_QUALIFIER, spNameQualifier);
		}
		return new Handle(value, format, qualifiers);
	}

}
