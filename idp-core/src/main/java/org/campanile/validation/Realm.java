package org.campanile.validation;

import java.util.Locale;
import java.util.Optional;

import org.campanile.authn.resolver.UserCache;
import org.campanile.authn.resolver.UserResolver;
import org.campanile.authn.resolver.UserResolver.ResolvedUser;
import org.campanile.authn.resolver.UserResolver.ResolverUnavailableException;

/**
 * Users who are validated in the same way.
 *
 * @param name as clients send it
 * @param resolver where the users are
 * @param cache keeps users who were found
 * @param check the check of the realm
 * @param codeDigits how many digits of the end of what is sent are the code, where a
 * password or a PIN precedes it
 * @param challenge whether a right password or PIN without a code is answered by a
 * challenge
 * @param samePeople whether canonical names are those of people who sign in by the
 * browser; otherwise they get {@code @} and the realm's name, so that nobody is taken for
 * somebody else of the same name
 */
public record Realm(String name, UserResolver resolver, UserCache cache, Check check, int codeDigits, boolean challenge,
		boolean samePeople) {

	/** The checks of {@code pass} as a client sends it. */
	public enum Check {

		/** A code. */
		OTP,
		/** A password with a code at the end. */
		PASSWORD_AND_OTP,
		/** A password. */
		PASSWORD,
		/** A PIN with a code at the end. */
		PIN_AND_OTP,
		/** A PIN. */
		PIN;

		/** Whether a PIN takes the place of the password. */
		public boolean takesPin() {
			return this == PIN_AND_OTP || this == PIN;
		}

		/** The value of {@code check} in the configuration. */
		public String code() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	/** The user of a login name, perhaps from the cache. */
	Found find(String loginName) throws ResolverUnavailableException {
		Optional<ResolvedUser> known = cache.find(loginName);
		return known.isPresent() ? new Found(known, true) : read(loginName);
	}

	/** Returns the current user of a login name. */
	Found read(String loginName) throws ResolverUnavailableException {
		Optional<ResolvedUser> read = resolver.find(loginName);
		cache.remember(loginName, read);
		return new Found(read, false);
	}

	/** The canonical name that factors are enrolled under and tries are counted at. */
	String principal(ResolvedUser user) {
		return samePeople ? user.principal() : user.principal() + '@' + name;
	}

	/** Returns the name at which attempts of unknown users are counted as well. */
	String countedName(String loginName) {
		return samePeople ? loginName : loginName + '@' + name;
	}

	/**
	 * The result of a search.
	 *
	 * @param user empty if there is no such user
	 * @param cached whether it may have changed since
	 */
	record Found(Optional<ResolvedUser> user, boolean cached) {
	}

}
