package org.campanile.authn;

import java.time.Duration;
import java.util.Optional;

/**
 * The directory let the user in but says the password will expire.
 *
 * @param timeLeft the time until the password expires, if the directory reports it
 * @param graceLoginsLeft how many logins remain after expiry, if the directory reports it
 */
public record PasswordWarning(Optional<Duration> timeLeft, Optional<Integer> graceLoginsLeft) {
}
