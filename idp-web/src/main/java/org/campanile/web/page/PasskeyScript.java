package org.campanile.web.page;

/**
 * The one script of all pages with passkeys: it hands the options of the form
 * {@code passkey-form} to the browser and posts what the authenticator answers.
 */
public final class PasskeyScript {

	/** The script. */
	public static final String TEXT = Resources.read("passkey.js").strip();

	static final String HASH = ContentSecurityPolicy.hash(TEXT);

	private PasskeyScript() {
	}

}
