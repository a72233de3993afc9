package org.campanile.web.page;

/**
 * The only script of pages with passkeys: it passes the options of the form
 * {@code passkey-form} to the browser and posts the authenticator's answer.
 */
public final class PasskeyScript {

	public static final String TEXT = Resources.read("passkey.js").strip();

	static final String HASH = ContentSecurityPolicy.hash(TEXT);

	private PasskeyScript() {
	}

}
