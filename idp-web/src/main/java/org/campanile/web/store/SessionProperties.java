package org.campanile.web.store;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.session.SessionPolicy;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The settings of single sign-on sessions.
 *
 * @param idleTimeout how long a session lasts without use
 * @param lifetime how long a session lasts at the most
 * @param attributesMaxAge how old attributes may be at single sign-on before they are
 * read from the directory again
 * @param refuseUntracked whether a sign-on is refused when the service cannot be
 * recorded; otherwise it continues, and logout will not reach that service
 * @param allowUnstored whether a user who entered the right password is signed on to the
 * service even though the session cannot be stored; there is no single sign-on then, and
 * logout will not reach that service
 * @param loginTimeout how long a user may take to sign in
 * @param sharedComputerChoice whether the login page offers "this is a shared computer";
 * where it does and the box is left empty, the session survives closing the browser
 */
@ConfigurationProperties("campanile.session")
public record SessionProperties(@DefaultValue("1h") Duration idleTimeout, @DefaultValue("10h") Duration lifetime,
		@DefaultValue("1h") Duration attributesMaxAge, @DefaultValue("false") boolean refuseUntracked,
		@DefaultValue("false") boolean allowUnstored, @DefaultValue("10m") Duration loginTimeout,
		@DefaultValue("false") boolean sharedComputerChoice) implements CheckedProperties {

	/**
	 * @throws IllegalArgumentException if a value is invalid; the message names the key
	 */
	public SessionPolicy policy() {
		Faults.requirePositive("campanile.session.idle-timeout", idleTimeout);
		Faults.requirePositive("campanile.session.lifetime", lifetime);
		Faults.requirePositive("campanile.session.login-timeout", loginTimeout);
		if (attributesMaxAge.isNegative()) {
			throw new IllegalArgumentException(
					"campanile.session.attributes-max-age: must not be negative; 0s reads them anew every time");
		}
		if (idleTimeout.compareTo(lifetime) > 0) {
			throw new IllegalArgumentException("campanile.session.idle-timeout: " + idleTimeout
					+ " is longer than campanile.session.lifetime, " + lifetime + "; shorten it");
		}
		return new SessionPolicy(idleTimeout, lifetime, attributesMaxAge, refuseUntracked, allowUnstored);
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(() -> Faults.requirePositive("campanile.session.idle-timeout", idleTimeout));
		faults.check(() -> Faults.requirePositive("campanile.session.lifetime", lifetime));
		faults.check(() -> Faults.requirePositive("campanile.session.login-timeout", loginTimeout));
		faults.check(this::policy);
	}

}
