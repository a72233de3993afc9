package org.campanile.testkit.serviceprovider;

import java.util.List;
import java.util.Objects;

import org.campanile.saml.nameid.NameId;

/**
 * The user and sessions of a LogoutRequest (SAML Core 3.7.1).
 *
 * @param nameId the identifier, with its qualifiers
 * @param sessionIndexes the sessions' names; empty for all
 */
public record LogoutSubject(NameId nameId, List<String> sessionIndexes) {

	public LogoutSubject {
		sessionIndexes = List.copyOf(sessionIndexes);
	}

	/** The subject of an assertion, in the session that it names. */
	public static LogoutSubject of(DecodedAssertion assertion) {
		return new LogoutSubject(assertion.nameId(), assertion.sessionIndex() == null ? List.of()
				: List.of(Objects.requireNonNull(assertion.sessionIndex())));
	}

}
