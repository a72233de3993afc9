package org.campanile.saml.nameid;

import org.jspecify.annotations.Nullable;

/**
 * The name identifier that a request asks for (SAML Core 3.4.1.1, {@code NameIDPolicy}).
 *
 * @param format the format's URI; null if left open (absent, empty, or {@code
 * unspecified})
 * @param spNameQualifier the affiliation it is intended for; null for the service itself
 * @param allowCreate whether a new identifier may be created: the attribute's value,
 * false if the attribute is absent, and true if the whole element is absent
 */
public record NameIdRequest(@Nullable String format, @Nullable String spNameQualifier, boolean allowCreate) {

	/** A request without requirements. */
	public static final NameIdRequest ANY = new NameIdRequest(null, null);

	/** Creates one that allows a new identifier. */
	public NameIdRequest(@Nullable String format, @Nullable String spNameQualifier) {
		this(format, spNameQualifier, true);
	}

}
