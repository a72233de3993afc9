package org.campanile.authn;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.campanile.attribute.SourceValues;

/**
 * A user who has proven at least one factor.
 *
 * @param principal the canonical name, taken from the entry and never from what was typed
 * @param loginName the typed name; requested again when the same user must sign in anew
 * @param entry the values of the user's entry, if authentication has just read it; not
 * carried between the steps of a login
 * @param factors the proven factors, in order; at least one
 * @param warning a password that will soon expire
 */
public record AuthenticatedUser(String principal, String loginName, Optional<SourceValues> entry, List<Factor> factors,
		Optional<PasswordWarning> warning) {

	public AuthenticatedUser {
		factors = List.copyOf(factors);
		if (factors.isEmpty()) {
			throw new IllegalArgumentException("a user who has proven nothing is not authenticated");
		}
	}

	/** Returns the same user without the values of the entry. */
	public AuthenticatedUser withoutEntry() {
		return new AuthenticatedUser(principal, loginName, Optional.empty(), factors, warning);
	}

	/** Returns the same user with an additional factor. */
	public AuthenticatedUser with(Factor factor) {
		return and(new AuthenticatedUser(principal, loginName, entry, List.of(factor), warning));
	}

	/**
	 * Returns the same user with the factors and values of another authentication.
	 * @throws IllegalArgumentException if that is of another user
	 */
	public AuthenticatedUser and(AuthenticatedUser other) {
		if (!principal.equals(other.principal)) {
			throw new IllegalArgumentException("factors of two users");
		}
		return new AuthenticatedUser(principal, loginName, other.entry.or(() -> entry),
				Stream.concat(factors.stream(), other.factors.stream()).distinct().toList(),
				other.warning.or(() -> warning));
	}

}
