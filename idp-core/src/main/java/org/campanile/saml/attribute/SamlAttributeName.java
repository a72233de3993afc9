package org.campanile.saml.attribute;

/**
 * The name of an attribute in an assertion (SAML Core 2.7.3.1).
 *
 * @param name the SAML name
 * @param nameFormat the name format's URI
 * @param friendlyName the friendly name; may be empty
 */
public record SamlAttributeName(String name, String nameFormat, String friendlyName) {

	/** Names that are URIs (SAML Core 8.2.2). */
	public static final String URI = "urn:oasis:names:tc:SAML:2.0:attrname-format:uri";

	/** Names that are plain words (SAML Core 8.2.3). */
	public static final String BASIC = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic";

	/** The interpretation of the name is left open (SAML Core 8.2.1). */
	public static final String UNSPECIFIED = "urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified";

	/** The general purpose subject identifier (Subject Identifier Attributes 3.3). */
	public static final String SUBJECT_ID = "urn:oasis:names:tc:SAML:attribute:subject-id";

	/** The pairwise subject identifier (Subject Identifier Attributes 3.4). */
	public static final String PAIRWISE_ID = "urn:oasis:names:tc:SAML:attribute:pairwise-id";

}
