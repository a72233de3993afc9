package org.campanile.saml.nameid;

import org.jspecify.annotations.Nullable;

/**
 * What the request says of the name identifier it wants (SAML Core 3.4.1.1,
 * {@code NameIDPolicy}).
 *
 * @param format the format's URI; null where the request leaves it open (absent, empty,
 * or {@code unspecified})
 * @param spNameQualifier the affiliation it is meant for; null for the service itself
 * @param allowCreate whether an identifier may be established that was not before; as the
 * element says, which without the attribute says no, and true without the element, which
 * then leaves it to us
 */
public record NameIdRequest(@Nullable String format, @Nullable String spNameQualifier, boolean allowCreate) {

	/** Nothing asked for. */
	public static final NameIdRequest ANY = new NameIdRequest(null, null);

	/** One that lets an identifier be established. */
	public NameIdRequest(@Nullable String format, @Nullable String spNameQualifier) {
		this(format, spNameQualifier, true);
	}

}
