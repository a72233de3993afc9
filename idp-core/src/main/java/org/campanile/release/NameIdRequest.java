package org.campanile.release;

import org.jspecify.annotations.Nullable;

/**
 * What the request says of the name identifier it wants (SAML Core 3.4.1.1,
 * {@code NameIDPolicy}).
 *
 * @param format the format's URI; null where the request leaves it open (absent, empty,
 * or {@code unspecified})
 * @param spNameQualifier the affiliation it is meant for; null for the service itself
 */
public record NameIdRequest(@Nullable String format, @Nullable String spNameQualifier) {

	/** Nothing asked for. */
	public static final NameIdRequest ANY = new NameIdRequest(null, null);

}
