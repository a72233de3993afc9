package org.campanile.web.page;

/**
 * The script of forms with a password or a code: for three seconds after such a form was
 * sent, it ignores another tap, which would send the same code again; and it shows the
 * password on request.
 */
public final class LoginScript {

	public static final String TEXT = Resources.read("login.js").strip();

	static final String HASH = ContentSecurityPolicy.hash(TEXT);

	private LoginScript() {
	}

}
