package org.campanile.perf.peer;

/**
 * What every measured server tells the service about a person, so that answers are
 * equally long.
 */
enum ReleasedAttribute {

	UID("uid", "0.9.2342.19200300.100.1.1"), MAIL("mail", "0.9.2342.19200300.100.1.3"), COMMON_NAME("cn", "2.5.4.3"),
	SURNAME("sn", "2.5.4.4"), GIVEN_NAME("givenName", "2.5.4.42"),
	DISPLAY_NAME("displayName", "2.16.840.1.113730.3.1.241"), TELEPHONE_NUMBER("telephoneNumber", "2.5.4.20"),
	UNIT("ou", "2.5.4.11"), EMPLOYEE_NUMBER("employeeNumber", "2.16.840.1.113730.3.1.3"),
	PRINCIPAL_NAME("eduPersonPrincipalName", "1.3.6.1.4.1.5923.1.1.1.6"),
	AFFILIATION("eduPersonAffiliation", "1.3.6.1.4.1.5923.1.1.1.1"),
	SCOPED_AFFILIATION("eduPersonScopedAffiliation", "1.3.6.1.4.1.5923.1.1.1.9");

	private final String ldapName;

	private final String oid;

	ReleasedAttribute(String ldapName, String oid) {
		this.ldapName = ldapName;
		this.oid = oid;
	}

	/** What the directory calls it, which is its friendly name in SAML. */
	String ldapName() {
		return ldapName;
	}

	/** Its name in SAML, of the format {@code uri}. */
	String samlName() {
		return "urn:oid:" + oid;
	}

}
