package org.campanile.signon;

import java.util.Locale;

/**
 * The stages of a login that are timed; each is the tag {@code stage} of the timer
 * {@code campanile.stage}.
 */
public enum Stage {

	/** Reading and validating the request. */
	VALIDATE,
	/** Checking the password. */
	AUTHENTICATE,
	/** Resolving attributes. */
	RESOLVE,
	/** Deciding what is released. */
	RELEASE,
	/** Writing the session. */
	STORE,
	/** Building the assertion. */
	BUILD,
	/** Signing. */
	SIGN,
	/** Encrypting. */
	ENCRYPT,
	/** Encoding the response for its binding. */
	ENCODE,
	/** Rendering a page. */
	RENDER;

	/** The tag's value. */
	public String tag() {
		return name().toLowerCase(Locale.ROOT);
	}

}
