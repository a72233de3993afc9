package org.campanile.perf.environment;

import java.util.List;

/** Names in the generated directory. */
public final class Campus {

	/** The base DN of all entries. */
	public static final String BASE_DN = "dc=example,dc=edu";

	/** The DN of the account with which servers search. */
	public static final String SERVICE_DN = "cn=campanile,ou=services," + BASE_DN;

	/** The password of the service account; it protects nothing but generated people. */
	public static final String SERVICE_PASSWORD = "campanile-perf";

	/** The domain of scoped attributes. */
	public static final String SCOPE = "example.edu";

	/** The organizational units that people are spread over. */
	public static final List<String> UNITS = List.of("arts", "business", "education", "engineering", "law", "library",
			"medicine", "music", "sciences", "theology");

	/** The attributes that the measured service receives, the login name among them. */
	public static final List<String> RELEASED = List.of("uid", "mail", "cn", "sn", "givenName", "displayName",
			"telephoneNumber", "ou", "employeeNumber", "eduPersonPrincipalName", "eduPersonAffiliation",
			"eduPersonScopedAffiliation");

	/** The released attributes that come from the second directory, if there is one. */
	static final List<String> FROM_SECOND_DIRECTORY = List.of("telephoneNumber", "employeeNumber");

	private Campus() {
	}

}
