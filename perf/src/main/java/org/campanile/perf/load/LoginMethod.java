package org.campanile.perf.load;

/** What a user proves at a login. */
public enum LoginMethod {

	/** A password. */
	PASSWORD,
	/** A password, then the code of an authenticator app. */
	TOTP,
	/** A password, then a passkey. */
	PASSKEY,
	/** A passkey from the login page, and nothing else. */
	PASSKEY_ALONE;

	private static final String ANY_FORM = "form";

	private static final String CODE_FORM = "form:has(#code)";

	private static final String PASSKEY_FORM = "#passkey-form";

	/** Whether something is asked for after the password. */
	boolean isSecondFactor() {
		return this == TOTP || this == PASSKEY;
	}

	/**
	 * Whether users send codes, of which each is accepted once: nobody can sign in twice
	 * while a code is shown.
	 */
	public boolean usesCodes() {
		return this == TOTP;
	}

	/**
	 * The selector of the form on the login page.
	 * @param usual that of the form for name and password
	 */
	String loginForm(String usual) {
		return this == PASSKEY_ALONE ? PASSKEY_FORM : usual;
	}

	/** The selector of the form in the answer to a password. */
	String afterPassword() {
		return switch (this) {
			case TOTP -> CODE_FORM;
			case PASSKEY -> PASSKEY_FORM;
			case PASSWORD, PASSKEY_ALONE -> ANY_FORM;
		};
	}

}
