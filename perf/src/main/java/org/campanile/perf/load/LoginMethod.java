package org.campanile.perf.load;

/** The proofs that users present at a login. */
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

	/** Whether a second factor follows the password. */
	boolean isSecondFactor() {
		return this == TOTP || this == PASSKEY;
	}

	/**
	 * Whether users send codes. Each code is accepted once, so that nobody can sign in
	 * twice while it is shown.
	 */
	public boolean usesCodes() {
		return this == TOTP;
	}

	/**
	 * Returns the selector of the form on the login page.
	 * @param usual the selector of the form for name and password
	 */
	String loginForm(String usual) {
		return this == PASSKEY_ALONE ? PASSKEY_FORM : usual;
	}

	/** Returns the selector of the form in the answer to a password. */
	String afterPassword() {
		return switch (this) {
			case TOTP -> CODE_FORM;
			case PASSKEY -> PASSKEY_FORM;
			case PASSWORD, PASSKEY_ALONE -> ANY_FORM;
		};
	}

}
