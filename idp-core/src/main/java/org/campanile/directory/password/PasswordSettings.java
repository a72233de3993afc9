package org.campanile.directory.password;

import java.time.Duration;

/**
 * The settings of password checks.
 *
 * @param method how the directory is queried
 * @param revealLockedAccounts whether the login page reports a locked account; a
 * directory reports "locked" regardless of the password, so this discloses which names
 * exist
 * @param maxUsernameLength the maximum length, in UTF-16 units
 * @param maxPasswordBytes the maximum size, in bytes of UTF-8
 * @param failureStep the least step: a wrong password is answered at the next multiple of
 * a step, counted from its arrival, so that the time says nothing of why it was wrong;
 * the step in force is a multiple of this and above what the directory takes; zero: at
 * once
 */
public record PasswordSettings(LoginMethod method, boolean revealLockedAccounts, int maxUsernameLength,
		int maxPasswordBytes, Duration failureStep) {

	public PasswordSettings {
		if (maxUsernameLength < 1 || maxPasswordBytes < 1 || failureStep.isNegative()) {
			throw new IllegalArgumentException("limits on what is typed must be positive");
		}
	}

}
