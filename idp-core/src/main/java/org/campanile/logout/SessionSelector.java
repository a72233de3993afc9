package org.campanile.logout;

import java.util.Objects;
import java.util.Set;

import org.campanile.release.NameId;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions a service wants ended: those in which it was given an identifier.
 *
 * @param service the service that asks, by its entityID; its identity was verified
 * @param nameId the identifier's value, compared exactly
 * @param format the identifier's format; null for any
 * @param nameQualifier the identity provider's name in the identifier; null for any
 * @param spNameQualifier the service's name in the identifier; null for any
 * @param sessionIndexes names of sessions at the service; empty for all of them
 */
public record SessionSelector(String service, String nameId, @Nullable String format, @Nullable String nameQualifier,
		@Nullable String spNameQualifier, Set<String> sessionIndexes) {

	public SessionSelector {
		sessionIndexes = Set.copyOf(sessionIndexes);
	}

	/**
	 * Whether it means an identifier that the service was given. A qualifier that was
	 * left out is the party's own name (SAML Core 2.2.2).
	 */
	boolean means(NameId issued, String identityProvider) {
		return nameId.equals(issued.value()) && fits(format, issued.format())
				&& fits(nameQualifier, Objects.requireNonNullElse(issued.nameQualifier(), identityProvider))
				&& fits(spNameQualifier, Objects.requireNonNullElse(issued.spNameQualifier(), service));
	}

	private static boolean fits(@Nullable String wanted, String issued) {
		return wanted == null || wanted.equals(issued);
	}

}
