package org.campanile.perf.environment;

import java.util.List;

/** What the generated directory calls things. */
public final class Campus {

	/** The base that all entries lie below. */
	public static final String BASE_DN = "dc=example,dc=edu";

	/** The account that servers search as. */
	public static final String SERVICE_DN = "cn=campanile,ou=services," + BASE_DN;

	/** Its password; guards nothing but generated people. */
	public static final String SERVICE_PASSWORD = "campanile-perf";

	/** The domain of scoped attributes. */
	public static final String SCOPE = "example.edu";

	/** The organizational units that people are spread over. */
	public static final List<String> UNITS = List.of("arts", "business", "education", "engineering", "law", "library",
			"medicine", "music", "sciences", "theology");

	/**
	 * The attributes that the measured service receives; the login name is among them.
	 */
	public static final List<String> RELEASED = List.of("uid", "mail", "cn", "sn", "givenName", "displayName",
			"telephoneNumber", "ou", "employeeNumber", "eduPersonPrincipalName", "eduPersonAffiliation",
			"eduPersonScopedAffiliation");

	/** Those of them that a second directory has, where there is one. */
	static final List<String> FROM_SECOND_DIRECTORY = List.of("telephoneNumber", "employeeNumber");

	private Campus() {
	}

}
