package org.campanile.authn.password;

import java.time.Duration;

/**
 * How passwords are checked.
 *
 * @param method how the directory is asked
 * @param revealLockedAccounts whether a locked account is told so; a directory says
 * "locked" to anybody who types the name, so this tells strangers which names exist
 * @param maxUsernameLength in UTF-16 units
 * @param maxPasswordBytes in UTF-8
 * @param failureStep the least step: a wrong password is answered at the next multiple of
 * a step, counted from its arrival, so that the time says nothing of why it was wrong;
 * the step in force is a multiple of this and above what the directory takes; zero: at
 * once
 * @param authnContextClass the context class that a login is worth (SAML AuthnContext
 * 3.4)
 */
public record PasswordSettings(LoginMethod method, boolean revealLockedAccounts, int maxUsernameLength,
		int maxPasswordBytes, Duration failureStep, String authnContextClass) {

	/** A password sent over TLS. */
	public static final String PASSWORD_PROTECTED_TRANSPORT = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

	/** The defaults, with a search before the bind. */
	public static final PasswordSettings DEFAULTS = new PasswordSettings(new LoginMethod.BindSearch(), false, 256, 1024,
			Duration.ofMillis(100), PASSWORD_PROTECTED_TRANSPORT);

	public PasswordSettings {
		if (maxUsernameLength < 1 || maxPasswordBytes < 1 || failureStep.isNegative()) {
			throw new IllegalArgumentException("limits on what is typed must be positive");
		}
	}

}
